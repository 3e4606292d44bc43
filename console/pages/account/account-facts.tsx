import { useSuspenseQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { queries } from '../../api/queries.ts';
import { roleNames, seatNames } from '../../api/role-names.ts';
import { sessionQuery } from '../../api/session.ts';
import { Facts } from '../../parts/facts.tsx';
import { Form } from '../../parts/form.tsx';
import { Section } from '../../parts/section.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { organizationQuery } from './account-queries.ts';

/** The person as the server knows them; administrators change it. */
export function AccountFacts() {
  const { user, administers_installation } = useSuspenseQuery(sessionQuery).data;
  const organization = useSuspenseQuery(organizationQuery).data;
  return (
    <Section title="You" lead="You choose your name; an admin of your organization changes the rest.">
      <Form words="Save name" action={rename} done="Name saved">
        <TextField
          label="Name"
          name="handle"
          defaultValue={user.handle}
          isRequired
          maxLength={255}
          autoComplete="name"
        />
      </Form>
      <Facts
        facts={[
          ['E-mail address', user.email],
          ['Organization', organization?.name ?? 'None'],
          [
            'Role',
            administers_installation ? `${roleNames[user.role]}, and of this server` : roleNames[user.role],
          ],
          ['Seat', seatNames[user.seat]],
        ]}
      />
    </Section>
  );
}

async function rename({ handle = '' }: Readonly<Record<string, string>>): Promise<void> {
  await call('PATCH /workspace/v1/me', { body: { handle: handle.trim() } });
  await queries.invalidateQueries(sessionQuery);
}
