import type { Session } from '../api/session.ts';

interface Place {
  readonly name: string;
  readonly to: string;
  /** Who sees it in the navigation; everybody where it is left out. */
  readonly isFor?: (session: Session) => boolean;
}

/** The navigation, in its order. */
export const places: readonly Place[] = [
  { name: 'Files', to: '/files' },
  { name: 'Settings', to: '/settings' },
  { name: 'Developers', to: '/developers/apps' },
  { name: 'Reviews', to: '/reviews', isFor: ({ administers_installation }) => administers_installation },
];
