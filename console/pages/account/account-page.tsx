import { Page } from '../../parts/page.tsx';
import { SettingsTabs } from '../settings-tabs.tsx';
import { AllowedApps } from './allowed-apps.tsx';
import { Identities } from './identities.tsx';
import { PasswordChange } from './password-change.tsx';
import { Sessions } from './sessions.tsx';
import { WhoYouAre } from './who-you-are.tsx';

export const AccountPage = () => (
  <Page title="Settings" part="Account" tabs={<SettingsTabs />}>
    <WhoYouAre />
    <AllowedApps />
    <PasswordChange />
    <Identities />
    <Sessions />
  </Page>
);
