import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { sessionQuery, usePerson } from '../../api/session.ts';
import { ByAndBy } from '../../parts/by-and-by.tsx';
import { LinkButton } from '../../parts/link-button.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, Section } from '../../parts/section.tsx';
import { administersOwn } from '../organization/administers-organization.ts';
import { type Team, teamsQuery } from './file-queries.ts';
import { HomeFiles } from './home-files.tsx';
import { teamPath } from './team-path.ts';
import './files.css';

const roles = {
  admin: 'You are an admin',
  editor: 'You are an editor',
  viewer: 'You are a viewer',
} as const;

/** The teams that the person is in, and those that they administer. */
export function TeamsPage() {
  const { teams } = useSuspenseQuery(teamsQuery).data;
  return (
    <Page
      title="Files"
      action={
        <LinkButton to="/files/archived" kind="plain">
          Archived
        </LinkButton>
      }
      isWide
    >
      <HomeFiles />
      <Section title="Teams" lead="Teams keep their files in projects. Choose a team to see them.">
        {teams.length === 0 && <NoTeams />}
        <ByAndBy items={teams} step={60}>
          {(shown) => (
            <ul className="team-list">
              {shown.map((team) => (
                <li key={team.id}>
                  <TeamCard team={team} />
                </li>
              ))}
            </ul>
          )}
        </ByAndBy>
      </Section>
    </Page>
  );
}

function NoTeams() {
  const session = useSuspenseQuery(sessionQuery).data;
  if (!administersOwn(session))
    return <Empty>You are in no team yet. An administrator of your organization can put you into one.</Empty>;
  return (
    <Empty
      action={<LinkButton to="/settings/organization/teams">Create a team</LinkButton>}
      command="npx vitrine team create --name NAME"
    >
      The organization has no team yet. Files lie in the projects of teams.
    </Empty>
  );
}

function TeamCard({ team }: { team: Team }) {
  const { id } = usePerson();
  const members = team.members ?? [];
  const role = members.find(({ user }) => user === id)?.role;
  return (
    <Link className="team-card" to={teamPath(team)}>
      <strong>{team.name}</strong>
      <span className="quiet">
        {members.length === 1 ? '1 person' : `${members.length} people`}
        {role !== undefined && ` · ${roles[role]}`}
      </span>
    </Link>
  );
}
