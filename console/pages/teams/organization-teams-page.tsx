import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { queries } from '../../api/queries.ts';
import { usePerson } from '../../api/session.ts';
import { Form } from '../../parts/form.tsx';
import { LongTable } from '../../parts/long-table.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, Section } from '../../parts/section.tsx';
import type { Column } from '../../parts/table.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { type Team, teamsQuery } from '../files/file-queries.ts';
import { teamPath } from '../files/team-path.ts';
import { AdministratorsOnly } from '../organization/administrators-only.tsx';

/** The teams of the organization; who is in one stands on its own page. */
export const OrganizationTeamsPage = () => (
  <Page title="Teams" isWide>
    <AdministratorsOnly>
      <Teams />
      <NewTeam />
    </AdministratorsOnly>
  </Page>
);

const columns: readonly Column<Team>[] = [
  { name: 'Team', cell: (team) => <Link to={`${teamPath(team)}/members`}>{team.name}</Link> },
  { name: 'People', cell: ({ members = [] }) => String(members.length) },
  {
    name: 'Administered by',
    cell: ({ members = [] }) => {
      const admins = members.filter(({ role }) => role === 'admin');
      return admins.length === 0 ? 'Nobody' : admins.map(({ handle }) => handle).join(', ');
    },
  },
];

function Teams() {
  const { organization } = usePerson();
  const teams = useSuspenseQuery(teamsQuery).data.teams.filter((team) => team.organization === organization);
  return (
    <Section
      label="Teams"
      lead="Teams hold projects, and projects hold files. Choose a team to see who is in it."
    >
      {teams.length === 0 ? (
        <Empty command="npx vitrine team create --name NAME">
          The organization has no team yet. Create one below.
        </Empty>
      ) : (
        <LongTable
          name="Teams"
          columns={columns}
          rows={teams}
          keyOf={({ id }) => id}
          textOf={({ name }) => name.toLowerCase()}
        />
      )}
    </Section>
  );
}

const NewTeam = () => (
  <Section title="New team" lead="You administer it to begin with.">
    <Form words="Create team" action={makeTeam} done="Team created">
      <TextField label="Name" name="name" isRequired maxLength={255} autoComplete="off" />
    </Form>
  </Section>
);

async function makeTeam(
  { name = '' }: Readonly<Record<string, string>>,
  form: HTMLFormElement,
): Promise<void> {
  await call('POST /workspace/v1/teams', { body: { name: name.trim() } });
  await queries.invalidateQueries(teamsQuery);
  form.reset();
}
