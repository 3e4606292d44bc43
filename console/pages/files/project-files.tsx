import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sentenceOf } from '../../api/refusals.ts';
import { sessionQuery } from '../../api/session.ts';
import { ByAndBy } from '../../parts/by-and-by.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Empty, Section } from '../../parts/section.tsx';
import { Waiting } from '../../parts/waiting.tsx';
import { AddressButton } from '../import/address-button.tsx';
import { DropTarget } from '../import/drop-target.tsx';
import { ImportButton } from '../import/import-button.tsx';
import { importFiles } from '../import/import-files.ts';
import { ImportProgress } from '../import/import-progress.tsx';
import { FileMenu } from '../places/file-menu.tsx';
import { mayPutFiles } from '../places/may-put-files.ts';
import { ProjectMenu } from '../places/project-menu.tsx';
import { administersTeam } from '../teams/administers-team.ts';
import { FileCard } from './file-card.tsx';
import { filesQuery, type Project, type ShownFile, type Team } from './file-queries.ts';

/** So many files of a project are shown at first, and more each time that more are asked for. */
const step = 24;

interface ProjectFilesProps {
  readonly project: Project;
  readonly name: string;
  readonly team: Team;
}

export function ProjectFiles({ project, name, team }: ProjectFilesProps) {
  const session = useSuspenseQuery(sessionQuery).data;
  const mayPut = mayPutFiles(session, project, team);
  const administers = administersTeam(session, team);
  const mayEdit = mayPut || administers;
  const files = useQuery(filesQuery(project.id));
  const take = (chosen: readonly File[]) => void importFiles(chosen, { project: project.id });
  const keys = files.data?.files.map(({ key }) => key) ?? [];
  return (
    <MaybeDropTarget words={`Drop to put into ${name}`} onFiles={mayPut ? take : undefined}>
      <Section
        title={name}
        action={
          <div className="section-actions">
            {mayEdit && <ProjectMenu project={project} administers={administers} />}
            {mayPut && <AddressButton project={project.id} name={name} />}
            {mayPut && <ImportButton label={`Import into ${name}`} onFiles={take} />}
          </div>
        }
      >
        <ImportProgress places={[project.id, ...keys]} />
        {files.isPending && <Waiting />}
        {files.isError && <Notice kind="wrong">{sentenceOf(files.error)}</Notice>}
        {files.data !== undefined && (
          <FileGrid
            files={files.data.files}
            project={project}
            mayEdit={mayEdit}
            onFiles={mayPut ? take : undefined}
          />
        )}
      </Section>
    </MaybeDropTarget>
  );
}

interface MaybeDropTargetProps {
  readonly words: string;
  /** Where it is missing nothing can be dropped. */
  readonly onFiles: ((files: readonly File[]) => void) | undefined;
  readonly children: ReactNode;
}

const MaybeDropTarget = ({ words, onFiles, children }: MaybeDropTargetProps) =>
  onFiles === undefined ? (
    children
  ) : (
    <DropTarget words={words} onFiles={onFiles}>
      {children}
    </DropTarget>
  );

interface FileGridProps {
  readonly files: readonly ShownFile[];
  readonly project: Project;
  readonly mayEdit: boolean;
  /** Where it is missing the person may not put files there. */
  readonly onFiles: ((files: readonly File[]) => void) | undefined;
}

function FileGrid({ files, project, mayEdit, onFiles }: FileGridProps) {
  if (files.length === 0 && onFiles === undefined)
    return <Empty>No files yet. People who may edit this project can put designs in.</Empty>;
  if (files.length === 0 && onFiles !== undefined)
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
              <MaybeDropTarget
                words="Drop for a new version"
                onFiles={
                  onFiles && ((chosen) => void importFiles(chosen, { project: project.id, file: file.key }))
                }
              >
                <FileCard file={file} />
              </MaybeDropTarget>
              {mayEdit && <FileMenu file={file} project={project} />}
            </li>
          ))}
        </ul>
      )}
    </ByAndBy>
  );
}
