import { useSuspenseQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../api/session.ts';
import { Facts } from '../../parts/facts.tsx';
import { Section } from '../../parts/section.tsx';
import { organizationQuery } from './account-queries.ts';

const roles = { admin: 'Administrator', member: 'Member', guest: 'Guest' } as const;
const seats = { full: 'Full seat', dev: 'Dev seat', collab: 'Collab seat', view: 'View seat' } as const;

/** The person as the server knows them; administrators change it. */
export function WhoYouAre() {
  const { user, administers_installation } = useSuspenseQuery(sessionQuery).data;
  const organization = useSuspenseQuery(organizationQuery).data;
  return (
    <Section title="Account" lead="An administrator of your organization changes what stands here.">
      <Facts
        facts={[
          ['Name', user.handle],
          ['E-mail address', user.email],
          ['Organization', organization?.name ?? 'None'],
          ['Role', administers_installation ? `${roles[user.role]}, and of this server` : roles[user.role]],
          ['Seat', seats[user.seat]],
        ]}
      />
    </Section>
  );
}
