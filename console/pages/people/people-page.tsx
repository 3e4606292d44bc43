import { useSuspenseQuery } from '@tanstack/react-query';
import { roleNames, seatNames } from '../../api/role-names.ts';
import { LinkButton } from '../../parts/link-button.tsx';
import { LongTable } from '../../parts/long-table.tsx';
import { Page } from '../../parts/page.tsx';
import { Section } from '../../parts/section.tsx';
import type { Column } from '../../parts/table.tsx';
import { Day } from '../../parts/times.tsx';
import { AdministratorsOnly } from '../organization/administrators-only.tsx';
import { Invitations } from './invitations.tsx';
import { type Person, peopleQuery } from './people-queries.ts';
import { PersonLink } from './person-link.tsx';
import './people.css';

/** The people of the organization, and those who are invited. */
export const PeoplePage = () => (
  <Page title="People" isWide>
    <AdministratorsOnly>
      <People />
      <Invitations />
    </AdministratorsOnly>
  </Page>
);

const columns: readonly Column<Person>[] = [
  { name: 'Name', cell: (person) => <PersonLink person={person} /> },
  { name: 'E-mail', cell: ({ email }) => <span className="quiet">{email}</span> },
  { name: 'Role', cell: ({ role }) => roleNames[role] },
  { name: 'Seat', cell: ({ seat }) => seatNames[seat] },
  {
    name: 'Last seen',
    cell: ({ last_seen_at }) => (last_seen_at === null ? 'Not known' : <Day at={last_seen_at} />),
  },
];

function People() {
  const { users } = useSuspenseQuery(peopleQuery).data;
  const byName = users.toSorted((one, other) => one.handle.localeCompare(other.handle));
  return (
    <Section
      label="People"
      lead={
        users.length === 1
          ? 'You are alone here so far.'
          : `${users.length} people belong to the organization.`
      }
      action={<LinkButton to="/settings/organization/people/invite">Invite</LinkButton>}
    >
      <LongTable
        name="People"
        columns={columns}
        rows={byName}
        keyOf={({ id }) => id}
        textOf={({ handle, email }) => `${handle} ${email}`.toLowerCase()}
      />
    </Section>
  );
}
