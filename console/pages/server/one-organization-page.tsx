import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { sentenceOf } from '../../api/refusals.ts';
import { choicesOf, type Plan, planNames, roleNames, seatNames } from '../../api/role-names.ts';
import { usePerson } from '../../api/session.ts';
import { NothingHere } from '../../frame/fallback-pages.tsx';
import { Form } from '../../parts/form.tsx';
import { LongTable } from '../../parts/long-table.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, Section } from '../../parts/section.tsx';
import { Select } from '../../parts/select.tsx';
import type { Column } from '../../parts/table.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { Day } from '../../parts/times.tsx';
import { Waiting } from '../../parts/waiting.tsx';
import type { Person } from '../people/people-queries.ts';
import { PersonLink } from '../people/person-link.tsx';
import { InviteInto } from './invite-into.tsx';
import {
  type CountedOrganization,
  changeOrganizationOf,
  organizationsQuery,
  peopleOfQuery,
} from './organization-list.ts';
import { ServerAdministrators } from './server-administrators.tsx';

const breadcrumbs = [{ name: 'Organizations', to: '/server/organizations' }];

/** One organization of the server: its name, its plan, and who belongs to it. */
export const OneOrganizationPage = () => (
  <ServerAdministrators title="Organization">
    <OneOrganization />
  </ServerAdministrators>
);

function OneOrganization() {
  const { organizationId } = useParams({ strict: false }) as { organizationId: string };
  const { data, error } = useQuery(organizationsQuery);
  if (error !== null) return <Notice kind="wrong">{sentenceOf(error)}</Notice>;
  if (data === undefined) return <Waiting />;
  const organization = data.organizations.find(({ id }) => id === organizationId);
  if (organization === undefined) return <NothingHere />;
  return (
    <Page title={organization.name} breadcrumbs={breadcrumbs} isWide>
      <NameAndPlan key={organization.id} organization={organization} />
      <People organization={organization} />
    </Page>
  );
}

function NameAndPlan({ organization: { id, ...present } }: { organization: CountedOrganization }) {
  const [plan, choosePlan] = useState<string>(present.plan);
  const save = ({ name = '' }: Readonly<Record<string, string>>) =>
    changeOrganizationOf(id, { name: name.trim(), plan: plan as Plan });
  return (
    <Section
      title="Name and plan"
      lead="The plan says what is open to its people, and how often they may call."
    >
      <Form words="Save" action={save} done="Saved">
        <TextField
          label="Name"
          name="name"
          defaultValue={present.name}
          isRequired
          maxLength={255}
          autoComplete="off"
        />
        <Select label="Plan" choices={choicesOf(planNames)} value={plan} onChange={choosePlan} />
      </Form>
    </Section>
  );
}

/** People of one's own organization have a page where they are changed. */
const columnsOf = (isOwn: boolean): readonly Column<Person>[] => [
  { name: 'Name', cell: (person) => (isOwn ? <PersonLink person={person} /> : person.handle) },
  { name: 'E-mail', cell: ({ email }) => <span className="quiet">{email}</span> },
  { name: 'Role', cell: ({ role }) => roleNames[role] },
  { name: 'Seat', cell: ({ seat }) => seatNames[seat] },
  {
    name: 'Last seen',
    cell: ({ last_seen_at }) => (last_seen_at === null ? 'Not known' : <Day at={last_seen_at} />),
  },
];

function People({ organization }: { organization: CountedOrganization }) {
  const { data, error } = useQuery(peopleOfQuery(organization.id));
  const isOwn = usePerson().organization === organization.id;
  return (
    <Section title="People" action={<InviteInto organization={organization} />}>
      {error !== null && <Notice kind="wrong">{sentenceOf(error)}</Notice>}
      {data === undefined && error === null && <Waiting />}
      {data?.users.length === 0 && (
        <Empty>Nobody belongs to it yet. Invite its first administrator, who can invite the others.</Empty>
      )}
      {data !== undefined && data.users.length > 0 && (
        <LongTable
          name="People"
          columns={columnsOf(isOwn)}
          rows={data.users}
          keyOf={(person) => person.id}
          textOf={({ handle, email }) => `${handle} ${email}`.toLowerCase()}
        />
      )}
    </Section>
  );
}
