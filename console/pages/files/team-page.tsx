import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { NothingHere } from '../../frame/fallback-pages.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty } from '../../parts/section.tsx';
import { type Project, projectsQuery, teamsQuery } from './file-queries.ts';
import { ProjectFiles } from './project-files.tsx';
import { TeamTabs } from './team-tabs.tsx';
import './files.css';

const breadcrumbs = [{ name: 'Files', to: '/files' }];

/** A team's projects and the files in each. */
export function TeamPage() {
  const { teamId } = useParams({ strict: false }) as { teamId: string };
  const team = useSuspenseQuery(teamsQuery).data.teams.find(({ id }) => id === teamId);
  const { projects } = useSuspenseQuery(projectsQuery(teamId)).data;
  if (team === undefined) return <NothingHere />;
  return (
    <Page title={team.name} breadcrumbs={breadcrumbs} tabs={<TeamTabs team={team} />}>
      {projects.length === 0 && <Empty>This team has no projects that you can see.</Empty>}
      {projects.map((project) => (
        <ProjectFiles key={project.id} project={project} name={placeOf(project, projects)} />
      ))}
    </Page>
  );
}

/** A folder's name with those of the folders it is in. */
function placeOf(project: Project, all: readonly Project[]): string {
  const parent = all.find(({ id }) => id === project.parent);
  return parent === undefined ? project.name : `${placeOf(parent, all)} / ${project.name}`;
}
