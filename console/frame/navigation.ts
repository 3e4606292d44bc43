import type { Session } from '../api/session.ts';
import { administersOwn } from '../pages/organization/administers-organization.ts';

export interface Place {
  readonly name: string;
  readonly to: string;
  /** Who sees it in the navigation; everybody where it is left out. */
  readonly isFor?: (session: Session) => boolean;
  /** Pages below it stand under it. */
  readonly isWhole?: true;
}

export interface PlaceGroup {
  /** What the group is called; the organization's stands under its own name. */
  readonly name: string;
  readonly isOfOrganization?: true;
  readonly places: readonly Place[];
}

const belongs = ({ user }: Session): boolean => user.organization !== null;
const administersServer = ({ administers_installation }: Session): boolean => administers_installation;

/** The navigation, in its order: you, the organization, developers, the installation. */
export const groups: readonly PlaceGroup[] = [
  {
    name: 'You',
    places: [
      { name: 'Account', to: '/settings' },
      { name: 'Security', to: '/settings/security', isWhole: true },
    ],
  },
  {
    name: 'Organization',
    isOfOrganization: true,
    places: [
      { name: 'General', to: '/settings/organization', isFor: belongs },
      { name: 'People', to: '/settings/organization/people', isFor: administersOwn, isWhole: true },
      { name: 'Teams', to: '/settings/organization/teams', isFor: administersOwn, isWhole: true },
      { name: 'Mirrors', to: '/settings/organization/mirrors', isFor: belongs, isWhole: true },
      { name: 'Plan tokens', to: '/settings/organization/tokens', isFor: administersOwn, isWhole: true },
      { name: 'Activity', to: '/settings/organization/activity', isFor: administersOwn },
      { name: 'Developer log', to: '/settings/organization/requests', isFor: administersOwn },
      { name: 'Fonts', to: '/settings/organization/fonts', isFor: administersOwn },
      { name: 'Approved apps', to: '/settings/organization/apps', isFor: administersOwn, isWhole: true },
    ],
  },
  {
    name: 'Developers',
    places: [
      { name: 'Start', to: '/developers' },
      { name: 'Webhooks', to: '/developers/webhooks', isWhole: true },
      { name: 'Apps', to: '/developers/apps', isWhole: true },
      { name: 'Requests', to: '/developers/requests' },
      { name: 'Test mode', to: '/developers/test-mode', isFor: administersServer },
    ],
  },
  {
    name: 'This server',
    places: [
      { name: 'Overview', to: '/server', isFor: administersServer },
      { name: 'Organizations', to: '/server/organizations', isFor: administersServer, isWhole: true },
      { name: 'Fonts', to: '/server/fonts', isFor: administersServer },
      { name: 'Backups', to: '/server/backups', isFor: administersServer },
      { name: 'Reviews', to: '/reviews', isFor: administersServer, isWhole: true },
    ],
  },
];
