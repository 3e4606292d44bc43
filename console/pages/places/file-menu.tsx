import { useQuery } from '@tanstack/react-query';
import { DialogMenu } from '../../parts/dialog-menu.tsx';
import { allProjectsQuery, type Project, type ShownFile, teamsQuery } from '../files/file-queries.ts';
import { DeleteForm } from './delete-form.tsx';
import { MoveForm } from './move-form.tsx';
import { picksOf } from './place-picks.ts';
import { archiveFile, deleteFile, moveFile, renameFile } from './place-writers.ts';
import { RenameForm } from './rename-form.tsx';

/** What can be done to a file where it lies. */
export const FileMenu = ({ file, project }: { file: ShownFile; project: Project }) => (
  <DialogMenu
    label={`More for ${file.name}`}
    choices={[
      {
        name: 'Rename',
        title: `Rename ${file.name}`,
        content: (close) => (
          <RenameForm name={file.name} save={(next) => renameFile(file, next)} close={close} />
        ),
      },
      {
        name: 'Move',
        title: `Move ${file.name}`,
        content: (close) => <MoveFile file={file} project={project} close={close} />,
      },
      { name: 'Archive', act: () => archiveFile(file) },
      {
        name: 'Delete',
        title: `Delete ${file.name}?`,
        content: (close) => (
          <DeleteForm
            name={file.name}
            words="Its branches, versions, comments and sites are deleted with it. This cannot be undone."
            remove={() => deleteFile(file)}
            close={close}
          />
        ),
      },
    ]}
  />
);

function MoveFile({ file, project, close }: { file: ShownFile; project: Project; close: () => void }) {
  const projects = useQuery(allProjectsQuery).data?.projects ?? [];
  const teams = useQuery(teamsQuery).data?.teams ?? [];
  const others = picksOf(projects, teams).filter(({ id }) => id !== project.id);
  return (
    <MoveForm label="Project" choices={others} move={(to) => moveFile(file, project, to)} close={close} />
  );
}
