import { Page } from '../../parts/page.tsx';
import { SettingsTabs } from '../settings-tabs.tsx';
import { Tokens } from './tokens.tsx';

/** Personal access tokens. */
export function SecurityPage() {
  return (
    <Page title="Settings" tabs={<SettingsTabs />}>
      <Tokens />
    </Page>
  );
}
