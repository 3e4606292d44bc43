import { useSuspenseQuery } from '@tanstack/react-query';
import { roleNames, seatNames } from '../../api/role-names.ts';
import { sessionQuery } from '../../api/session.ts';
import { Facts } from '../../parts/facts.tsx';
import { Section } from '../../parts/section.tsx';
import { organizationQuery } from './account-queries.ts';

/** The person as the server knows them; administrators change it. */
export function AccountFacts() {
  const { user, administers_installation } = useSuspenseQuery(sessionQuery).data;
  const organization = useSuspenseQuery(organizationQuery).data;
  return (
    <Section title="You" lead="An administrator of your organization changes what stands here.">
      <Facts
        facts={[
          ['Name', user.handle],
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
