import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { sessionQuery } from '../../api/session.ts';
import { NothingHere } from '../../frame/fallback-pages.tsx';
import { ActionButton } from '../../parts/action-button.tsx';
import { ByAndBy } from '../../parts/by-and-by.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty } from '../../parts/section.tsx';
import { placesAmong } from '../places/place-picks.ts';
import { bringBackTeam } from '../places/place-writers.ts';
import { TeamMenu } from '../places/team-menu.tsx';
import { administersTeam } from '../teams/administers-team.ts';
import { projectsQuery, type Team } from './file-queries.ts';
import { NewProject } from './new-project.tsx';
import { ProjectFiles } from './project-files.tsx';
import { TeamTabs } from './team-tabs.tsx';
import { useTeam } from './use-team.ts';
import './files.css';

/** Each asks the server for its files. */
const projectsAtOnce = 20;

const breadcrumbs = [{ name: 'Files', to: '/files' }];

/** A team's projects and the files in each. */
export function TeamPage() {
  const { teamId } = useParams({ strict: false }) as { teamId: string };
  const team = useTeam(teamId);
  const { projects } = useSuspenseQuery(projectsQuery(teamId)).data;
  const session = useSuspenseQuery(sessionQuery).data;
  if (team === undefined) return <NothingHere />;
  const mayChange = administersTeam(session, team);
  const placeOf = placesAmong(projects);
  return (
    <Page
      title={team.name}
      breadcrumbs={breadcrumbs}
      tabs={<TeamTabs team={team} shown="files" />}
      action={
        mayChange && (
          <>
            <TeamMenu team={team} />
            <NewProject team={team} kind="main" />
          </>
        )
      }
      isWide
    >
      {team.archived_at !== null && <Archived team={team} mayChange={mayChange} />}
      {projects.length === 0 && <NoProjects team={team} mayChange={mayChange} />}
      <ByAndBy key={team.id} items={projects} step={projectsAtOnce}>
        {(shown) =>
          shown.map((project) => (
            <ProjectFiles key={project.id} project={project} name={placeOf(project)} team={team} />
          ))
        }
      </ByAndBy>
    </Page>
  );
}

const Archived = ({ team, mayChange }: { team: Team; mayChange: boolean }) => (
  <Notice kind="plain">
    This team is archived: it stands in no list, and its files are found here or by their addresses.{' '}
    {mayChange && <ActionButton words="Bring back" action={() => bringBackTeam(team)} />}
  </Notice>
);

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
