import { Page } from '../../parts/page.tsx';
import { AccountFacts } from './account-facts.tsx';
import { AllowedApps } from './allowed-apps.tsx';
import { Identities } from './identities.tsx';
import { PasswordChange } from './password-change.tsx';
import { Sessions } from './sessions.tsx';

export const AccountPage = () => (
  <Page title="Account">
    <AccountFacts />
    <AllowedApps />
    <PasswordChange />
    <Identities />
    <Sessions />
  </Page>
);
