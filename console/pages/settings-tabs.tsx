import { useSuspenseQuery } from '@tanstack/react-query';
import { type Session, sessionQuery } from '../api/session.ts';
import { Tabs } from '../parts/tabs.tsx';
import { administersOwn } from './organization/administers-organization.ts';

interface SettingsTab {
  readonly name: string;
  readonly to: string;
  /** Who sees it; everybody where it is left out. */
  readonly isFor?: (session: Session) => boolean;
}

const belongs = ({ user }: Session): boolean => user.organization !== null;

/** What the settings consist of; each is a folder of `pages/`. */
const tabs: readonly SettingsTab[] = [
  { name: 'Account', to: '/settings' },
  { name: 'Security', to: '/settings/security' },
  { name: 'Organization', to: '/settings/organization', isFor: belongs },
  { name: 'People', to: '/settings/organization/people', isFor: administersOwn },
  { name: 'Teams', to: '/settings/organization/teams', isFor: administersOwn },
  { name: 'Plan tokens', to: '/settings/organization/tokens', isFor: administersOwn },
  { name: 'Apps', to: '/settings/organization/apps', isFor: administersOwn },
];

export function SettingsTabs() {
  const session = useSuspenseQuery(sessionQuery).data;
  return <Tabs name="Settings" tabs={tabs.filter(({ isFor }) => isFor?.(session) ?? true)} />;
}
