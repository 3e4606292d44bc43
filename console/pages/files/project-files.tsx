import { useQuery } from '@tanstack/react-query';
import { sentenceOf } from '../../api/refusals.ts';
import type { TeamRole } from '../../api/role-names.ts';
import { ByAndBy } from '../../parts/by-and-by.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Empty, Section } from '../../parts/section.tsx';
import { AddressButton } from '../import/address-button.tsx';
import { DropTarget } from '../import/drop-target.tsx';
import { ImportButton } from '../import/import-button.tsx';
import { importFiles } from '../import/import-files.ts';
import { ImportProgress } from '../import/import-progress.tsx';
import { FileMenu } from '../places/file-menu.tsx';
import { ProjectMenu } from '../places/project-menu.tsx';
import { FileCard } from './file-card.tsx';
import { filesQuery, type Project, type ShownFile } from './file-queries.ts';

/** So many files of a project are shown at first, and more each time that more are asked for. */
const step = 24;

interface ProjectFilesProps {
  readonly project: Project;
  readonly name: string;
  /** Of the person, in the team. */
  readonly role: TeamRole | undefined;
}

export function ProjectFiles({ project, name, role }: ProjectFilesProps) {
  const mayEdit = role === 'admin' || role === 'editor';
  const files = useQuery(filesQuery(project.id));
  const take = (chosen: readonly File[]) => void importFiles(chosen, { project: project.id });
  const keys = files.data?.files.map(({ key }) => key) ?? [];
  return (
    <DropTarget words={`Drop to put into ${name}`} onFiles={take}>
      <Section
        title={name}
        action={
          <div className="section-actions">
            {mayEdit && <ProjectMenu project={project} administers={role === 'admin'} />}
            {mayEdit && <AddressButton project={project.id} name={name} />}
            <ImportButton label={`Import into ${name}`} onFiles={take} />
          </div>
        }
      >
        <ImportProgress places={[project.id, ...keys]} />
        {files.isPending && <div className="files-waiting" />}
        {files.isError && <Notice kind="wrong">{sentenceOf(files.error)}</Notice>}
        {files.data !== undefined && (
          <FileGrid files={files.data.files} project={project} mayEdit={mayEdit} onFiles={take} />
        )}
      </Section>
    </DropTarget>
  );
}

interface FileGridProps {
  readonly files: readonly ShownFile[];
  readonly project: Project;
  readonly mayEdit: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

function FileGrid({ files, project, mayEdit, onFiles }: FileGridProps) {
  if (files.length === 0)
    return (
      <Empty
        action={
          <ImportButton label={`Choose files for ${project.name}`} words="Choose files" onFiles={onFiles} />
        }
        command={`npx vitrine import design.fig --project ${project.id}`}
      >
        No files yet. Drop designs here: files of the editor (.fig, .jam, .deck) or answers of the interface
        (.json), with the images that they show.
      </Empty>
    );
  return (
    <ByAndBy items={files} step={step}>
      {(shown) => (
        <ul className="file-grid">
          {shown.map((file) => (
            <li key={file.key}>
              <DropTarget
                words="Drop for a new version"
                onFiles={(chosen) => void importFiles(chosen, { project: project.id, file: file.key })}
              >
                <FileCard file={file} />
              </DropTarget>
              {mayEdit && <FileMenu file={file} project={project} />}
            </li>
          ))}
        </ul>
      )}
    </ByAndBy>
  );
}
