import { usePerson } from '../../api/session.ts';
import { Facts } from '../../parts/facts.tsx';
import { Page } from '../../parts/page.tsx';
import { Section } from '../../parts/section.tsx';
import { SettingsTabs } from '../settings-tabs.tsx';

/** Who the person is here. */
export function AccountPage() {
  const person = usePerson();
  return (
    <Page title="Settings" tabs={<SettingsTabs />}>
      <Section title="Account">
        <Facts
          facts={[
            ['Name', person.handle],
            ['E-mail address', person.email],
          ]}
        />
      </Section>
    </Page>
  );
}
