import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { sessionQuery } from '../../api/session.ts';
import { NothingHere } from '../../frame/fallback-pages.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty } from '../../parts/section.tsx';
import { administersTeam } from '../teams/administers-team.ts';
import { type Project, projectsQuery, type Team, teamsQuery } from './file-queries.ts';
import { NewProject } from './new-project.tsx';
import { ProjectFiles } from './project-files.tsx';
import { TeamTabs } from './team-tabs.tsx';
import './files.css';

const breadcrumbs = [{ name: 'Files', to: '/files' }];

/** A team's projects and the files in each. */
export function TeamPage() {
  const { teamId } = useParams({ strict: false }) as { teamId: string };
  const team = useSuspenseQuery(teamsQuery).data.teams.find(({ id }) => id === teamId);
  const { projects } = useSuspenseQuery(projectsQuery(teamId)).data;
  const session = useSuspenseQuery(sessionQuery).data;
  if (team === undefined) return <NothingHere />;
  const mayChange = administersTeam(session, team);
  return (
    <Page
      title={team.name}
      breadcrumbs={breadcrumbs}
      tabs={<TeamTabs team={team} />}
      action={mayChange && <NewProject team={team} kind="main" />}
      isWide
    >
      {projects.length === 0 && <NoProjects team={team} mayChange={mayChange} />}
      {projects.map((project) => (
        <ProjectFiles key={project.id} project={project} name={placeOf(project, projects)} />
      ))}
    </Page>
  );
}

const NoProjects = ({ team, mayChange }: { team: Team; mayChange: boolean }) =>
  mayChange ? (
    <Empty
      action={<NewProject team={team} />}
      command={`npx vitrine project create --name NAME --team ${team.id}`}
    >
      This team has no projects yet. Files lie in projects: create one to put files in.
    </Empty>
  ) : (
    <Empty>This team has no projects that you can see. An admin of the team can create one.</Empty>
  );

/** A folder's name with those of the folders it is in. */
function placeOf(project: Project, all: readonly Project[]): string {
  const parent = all.find(({ id }) => id === project.parent);
  return parent === undefined ? project.name : `${placeOf(parent, all)} / ${project.name}`;
}
