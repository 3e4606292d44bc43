import { Tabs } from '../parts/tabs.tsx';

/** What the settings consist of; each is a folder of `pages/`. */
const tabs = [
  { name: 'Account', to: '/settings' },
  { name: 'Security', to: '/settings/security' },
];

export const SettingsTabs = () => <Tabs name="Settings" tabs={tabs} />;
