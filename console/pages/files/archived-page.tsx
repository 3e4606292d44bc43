import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { pathHere } from '../../api/path-here.ts';
import { sentenceOf } from '../../api/refusals.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Button } from '../../parts/button.tsx';
import { ByAndBy } from '../../parts/by-and-by.tsx';
import { wayOf } from '../../parts/isolated.ts';
import { LongTable } from '../../parts/long-table.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, Section } from '../../parts/section.tsx';
import type { Column } from '../../parts/table.tsx';
import { Day } from '../../parts/times.tsx';
import { Waiting } from '../../parts/waiting.tsx';
import { placesAmong } from '../places/place-picks.ts';
import { bringBackFile, bringBackProject, bringBackTeam } from '../places/place-writers.ts';
import { archivedFilesQuery, archivedProjectsQuery, archivedTeamsQuery } from './archived-queries.ts';
import { filesQuery, type PlacedFile, type Project, type Team, teamsQuery } from './file-queries.ts';
import { teamPath } from './team-path.ts';
import './files.css';

const breadcrumbs = [{ name: 'Files', to: '/files' }];

/** What is archived, to be looked at and brought back. */
export function ArchivedPage() {
  const { teams } = useSuspenseQuery(archivedTeamsQuery).data;
  const inside = useSuspenseQuery(archivedProjectsQuery).data.projects;
  const { files } = useSuspenseQuery(archivedFilesQuery).data;
  const projects = inside.filter(({ archived_at }) => archived_at !== null);
  const isEmpty = teams.length + projects.length + files.length === 0;
  return (
    <Page title="Archived" breadcrumbs={breadcrumbs} isWide>
      {isEmpty && (
        <Section label="Archived">
          <Empty command="npx vitrine file archive KEY">
            Nothing is archived. The menu of three dots beside a team, a project or a file puts it away here:
            it leaves the lists and the search, and everything else about it stays as it is.
          </Empty>
        </Section>
      )}
      {teams.length > 0 && (
        <Section title="Teams">
          <LongTable name="Archived teams" columns={teamColumns} rows={teams} keyOf={idOf} textOf={nameOf} />
        </Section>
      )}
      {projects.length > 0 && (
        <Section title="Projects">
          <ProjectTable projects={projects} inside={inside} />
        </Section>
      )}
      {files.length > 0 && (
        <Section title="Files">
          <LongTable
            name="Archived files"
            columns={fileColumns}
            rows={files}
            keyOf={({ key }) => key}
            textOf={nameOf}
          />
        </Section>
      )}
    </Page>
  );
}

const idOf = ({ id }: { id: string }): string => id;
const nameOf = ({ name }: { name: string }): string => name.toLowerCase();

/** The last column: what takes a thing back from the archive. */
const back = <Row extends { name: string }>(bring: (row: Row) => Promise<unknown>): Column<Row> => ({
  name: 'Bring back',
  isUnseen: true,
  cell: (row) => (
    <ActionButton words="Bring back" label={`Bring back ${row.name}`} action={() => bring(row)} />
  ),
});

const since = {
  name: 'Archived',
  cell: ({ archived_at }: { archived_at: string | null }) => archived_at !== null && <Day at={archived_at} />,
};

const teamColumns: readonly Column<Team>[] = [
  { name: 'Name', cell: (team) => <Link to={teamPath(team)}>{team.name}</Link> },
  since,
  back(bringBackTeam),
];

const fileColumns: readonly Column<PlacedFile>[] = [
  { name: 'Name', cell: ({ name, url }) => <a href={pathHere(url)}>{name}</a> },
  {
    name: 'In',
    cell: ({ team_name, project_name }) =>
      wayOf(team_name === null ? [project_name] : [team_name, project_name]),
  },
  { name: 'Changed', cell: ({ last_modified }) => <Day at={last_modified} /> },
  back(bringBackFile),
];

function ProjectTable({ projects, inside }: Record<'projects' | 'inside', readonly Project[]>) {
  const { teams } = useSuspenseQuery(teamsQuery).data;
  const columns: readonly Column<Project>[] = [
    { name: 'Name', cell: placesAmong(inside) },
    { name: 'Team', cell: ({ team }) => teams.find(({ id }) => id === team)?.name },
    since,
    { name: 'Files', cell: (project) => <FilesWithin project={project} inside={inside} /> },
    back(bringBackProject),
  ];
  return (
    <LongTable name="Archived projects" columns={columns} rows={projects} keyOf={idOf} textOf={nameOf} />
  );
}

/** So many files of an archived project are shown at first. */
const step = 100;

interface WithinProps {
  readonly project: Project;
  readonly inside: readonly Project[];
}

/** What lies in an archived project, read once it is opened. */
function FilesWithin({ project, inside }: WithinProps) {
  const [isOpen, setOpen] = useState(false);
  const label = `Look inside ${project.name}`;
  if (!isOpen)
    return (
      <Button kind="plain" aria-label={label} onPress={() => setOpen(true)}>
        Look inside
      </Button>
    );
  const folders = inside.filter(({ parent }) => parent === project.id);
  return (
    <div className="archived-within">
      <FilesOf project={project} isAlone={folders.length === 0} />
      <ByAndBy items={folders} step={step}>
        {(some) => (
          <ul>
            {some.map((folder) => (
              <li key={folder.id}>
                <bdi>{folder.name}</bdi> <FilesWithin project={folder} inside={inside} />
              </li>
            ))}
          </ul>
        )}
      </ByAndBy>
    </div>
  );
}

/** With folders beside it, a project without files of its own says nothing of them. */
function FilesOf({ project, isAlone }: { project: Project; isAlone: boolean }) {
  const files = useQuery(filesQuery(project.id));
  if (files.isPending) return <Waiting />;
  if (files.isError) return <p className="quiet">{sentenceOf(files.error)}</p>;
  if (files.data.files.length === 0) return isAlone && <p className="quiet">No files.</p>;
  return (
    <ByAndBy items={files.data.files} step={step}>
      {(some) => (
        <ul>
          {some.map(({ key, name, url }) => (
            <li key={key}>
              <a href={pathHere(url)}>
                <bdi>{name}</bdi>
              </a>
            </li>
          ))}
        </ul>
      )}
    </ByAndBy>
  );
}
