import { useQuery } from '@tanstack/react-query';
import { Button } from '../../parts/button.tsx';
import { DialogMenu } from '../../parts/dialog-menu.tsx';
import { Form } from '../../parts/form.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { allProjectsQuery, type Project, teamsQuery } from '../files/file-queries.ts';
import { DeleteForm } from './delete-form.tsx';
import { MoveForm } from './move-form.tsx';
import { picksOf } from './place-picks.ts';
import {
  archiveProject,
  deleteProject,
  makeFile,
  makeFolder,
  moveProject,
  renameProject,
} from './place-writers.ts';
import { ProjectPeople } from './project-people.tsx';
import { RenameForm } from './rename-form.tsx';

interface ProjectMenuProps {
  readonly project: Project;
  /** Whether they administer its team; else they put files into it. */
  readonly administers: boolean;
}

/** What can be done to a project. */
export const ProjectMenu = ({ project, administers }: ProjectMenuProps) => (
  <DialogMenu
    label={`More for ${project.name}`}
    choices={[
      {
        name: 'New file',
        title: `New file in ${project.name}`,
        content: (close) => <NameForm make={(name) => makeFile(project, name)} close={close} />,
      },
      ...(administers ? ofAdministrators(project) : []),
    ]}
  />
);

const ofAdministrators = (project: Project) => [
  {
    name: 'New folder',
    title: `New folder in ${project.name}`,
    content: (close: () => void) => <NameForm make={(name) => makeFolder(project, name)} close={close} />,
  },
  {
    name: 'People',
    title: `People in ${project.name}`,
    content: (close: () => void) => <ProjectPeople project={project} close={close} />,
  },
  {
    name: 'Rename',
    title: `Rename ${project.name}`,
    content: (close: () => void) => (
      <RenameForm name={project.name} save={(next) => renameProject(project, next)} close={close} />
    ),
  },
  {
    name: 'Move',
    title: `Move ${project.name}`,
    content: (close: () => void) => <MoveProject project={project} close={close} />,
  },
  { name: 'Archive', act: () => archiveProject(project) },
  {
    name: 'Delete',
    title: `Delete ${project.name}?`,
    content: (close: () => void) => (
      <DeleteForm
        name={project.name}
        words="This cannot be undone."
        remove={(withContents) => deleteProject(project, withContents)}
        close={close}
      />
    ),
  },
];

function NameForm({ make, close }: { make: (name: string) => Promise<unknown>; close: () => void }) {
  const act = async ({ name = '' }: Readonly<Record<string, string>>) => {
    await make(name.trim());
    close();
  };
  return (
    <Form words="Create" action={act} besides={<Button onPress={close}>Cancel</Button>}>
      <TextField label="Name" name="name" isRequired maxLength={255} autoFocus autoComplete="off" />
    </Form>
  );
}

const teamPrefix = 'team ';

/** To the top of a team, or into a project of one. */
function MoveProject({ project, close }: { project: Project; close: () => void }) {
  const projects = useQuery(allProjectsQuery).data?.projects ?? [];
  const teams = useQuery(teamsQuery).data?.teams ?? [];
  const tops = teams.map(({ id, name }) => ({ id: `${teamPrefix}${id}`, name, detail: 'Team' }));
  const into = picksOf(projects, teams).filter(({ id }) => id !== project.id);
  const move = (to: string) => {
    const parent = projects.find(({ id }) => id === to);
    const team = parent?.team ?? to.slice(teamPrefix.length);
    return moveProject(project, { team, parent: parent?.id ?? null });
  };
  return <MoveForm label="Team or project" choices={[...tops, ...into]} move={move} close={close} />;
}
