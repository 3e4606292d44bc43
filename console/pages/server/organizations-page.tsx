import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { sentenceOf } from '../../api/refusals.ts';
import { planNames } from '../../api/role-names.ts';
import { LongTable } from '../../parts/long-table.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { Section } from '../../parts/section.tsx';
import type { Column } from '../../parts/table.tsx';
import { Waiting } from '../../parts/waiting.tsx';
import { NewOrganization } from './new-organization.tsx';
import { type CountedOrganization, organizationsQuery } from './organization-list.ts';
import { ServerAdministrators } from './server-administrators.tsx';

/** The organizations of the server, with how many people and teams each has. */
export const OrganizationsPage = () => (
  <Page title="Organizations" isWide>
    <ServerAdministrators>
      <Organizations />
    </ServerAdministrators>
  </Page>
);

const columns: readonly Column<CountedOrganization>[] = [
  {
    name: 'Name',
    cell: ({ id, name }) => <Link to={`/server/organizations/${encodeURIComponent(id)}`}>{name}</Link>,
  },
  { name: 'Plan', cell: ({ plan }) => planNames[plan] },
  { name: 'People', cell: ({ people }) => people.toLocaleString() },
  { name: 'Teams', cell: ({ teams }) => teams.toLocaleString() },
];

function Organizations() {
  const { data, error } = useQuery(organizationsQuery);
  if (error !== null) return <Notice kind="wrong">{sentenceOf(error)}</Notice>;
  if (data === undefined) return <Waiting />;
  return (
    <Section
      label="Organizations"
      lead="Each has its own people, teams and plan, and sees nothing of the others."
      action={<NewOrganization />}
    >
      <LongTable
        name="Organizations"
        columns={columns}
        rows={data.organizations}
        keyOf={({ id }) => id}
        textOf={({ name }) => name.toLowerCase()}
      />
    </Section>
  );
}
