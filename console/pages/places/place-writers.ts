import { call, type Given } from '../../api/call.ts';
import { tellDone } from '../../api/last-done.ts';
import { queries } from '../../api/queries.ts';
import { isolated } from '../../parts/isolated.ts';
import type { Project, ShownFile, Team } from '../files/file-queries.ts';

type ProjectChanges = Given<'PATCH /workspace/v1/projects/{project_id}'>['body'];
type FileChanges = Given<'PATCH /workspace/v1/files/{file_key}'>['body'];

/** What pages show of places is asked again. */
const placesChanged = () =>
  Promise.all(
    ['teams', 'projects', 'files', 'recent-files'].map((name) =>
      queries.invalidateQueries({ queryKey: [name] }),
    ),
  );

type TeamChanges = Given<'PATCH /workspace/v1/teams/{team_id}'>['body'];

async function changeTeam(id: string, body: TeamChanges): Promise<void> {
  await call('PATCH /workspace/v1/teams/{team_id}', { path: { team_id: id }, body });
  await placesChanged();
}

export async function renameTeam({ id, name }: Team, next: string): Promise<void> {
  await changeTeam(id, { name: next });
  tellDone({
    words: `“${isolated(name)}” is called “${isolated(next)}” now.`,
    undo: () => changeTeam(id, { name }),
  });
}

type SetArchived = (archived: boolean) => Promise<void>;

async function archive(name: string, setArchived: SetArchived): Promise<void> {
  await setArchived(true);
  tellDone({ words: `“${isolated(name)}” is archived.`, undo: () => setArchived(false) });
}

async function bringBack(name: string, setArchived: SetArchived): Promise<void> {
  await setArchived(false);
  tellDone({ words: `“${isolated(name)}” is back from the archive.`, undo: () => setArchived(true) });
}

const ofTeam =
  (id: string): SetArchived =>
  (archived) =>
    changeTeam(id, { archived });
const ofProject =
  (id: string): SetArchived =>
  (archived) =>
    changeProject(id, { archived });
const ofFile =
  (key: string): SetArchived =>
  (archived) =>
    changeFile(key, { archived });

export const archiveTeam = ({ id, name }: Team) => archive(name, ofTeam(id));
export const bringBackTeam = ({ id, name }: Team) => bringBack(name, ofTeam(id));
export const archiveProject = ({ id, name }: Project) => archive(name, ofProject(id));
export const bringBackProject = ({ id, name }: Project) => bringBack(name, ofProject(id));
export const archiveFile = ({ key, name }: ShownFile) => archive(name, ofFile(key));
export const bringBackFile = ({ key, name }: ShownFile) => bringBack(name, ofFile(key));

export async function deleteTeam({ id, name }: Team, withContents: boolean): Promise<void> {
  const query = { with_contents: withContents };
  await call('DELETE /workspace/v1/teams/{team_id}', { path: { team_id: id }, query });
  tellDone({ words: `The team “${isolated(name)}” is deleted.` });
}

async function changeProject(id: string, body: ProjectChanges): Promise<void> {
  await call('PATCH /workspace/v1/projects/{project_id}', { path: { project_id: id }, body });
  await placesChanged();
}

export async function renameProject({ id, name }: Project, next: string): Promise<void> {
  await changeProject(id, { name: next });
  tellDone({
    words: `“${isolated(name)}” is called “${isolated(next)}” now.`,
    undo: () => changeProject(id, { name }),
  });
}

/** To the top of a team, or into another project. */
export async function moveProject(
  { id, name, team, parent }: Project,
  to: Pick<Project, 'team' | 'parent'>,
): Promise<void> {
  await changeProject(id, to);
  tellDone({ words: `“${isolated(name)}” is moved.`, undo: () => changeProject(id, { team, parent }) });
}

export async function deleteProject({ id, name }: Project, withContents: boolean): Promise<void> {
  const query = { with_contents: withContents };
  await call('DELETE /workspace/v1/projects/{project_id}', { path: { project_id: id }, query });
  tellDone({ words: `The project “${isolated(name)}” is deleted.` });
  await placesChanged();
}

export async function makeFolder({ id, team }: Project, name: string): Promise<void> {
  await call('POST /workspace/v1/projects', { body: { name, team, parent: id } });
  await placesChanged();
}

export async function makeFile(project: Project, name: string): Promise<void> {
  await call('POST /workspace/v1/files', { body: { name, project: project.id } });
  await placesChanged();
}

async function changeFile(key: string, body: FileChanges): Promise<void> {
  await call('PATCH /workspace/v1/files/{file_key}', { path: { file_key: key }, body });
  await placesChanged();
}

export async function renameFile({ key, name }: ShownFile, next: string): Promise<void> {
  await changeFile(key, { name: next });
  tellDone({
    words: `“${isolated(name)}” is called “${isolated(next)}” now.`,
    undo: () => changeFile(key, { name }),
  });
}

export async function moveFile({ key, name }: ShownFile, from: Project, to: string): Promise<void> {
  await changeFile(key, { project: to });
  tellDone({ words: `“${isolated(name)}” is moved.`, undo: () => changeFile(key, { project: from.id }) });
}

export async function deleteFile({ key, name }: ShownFile): Promise<void> {
  await call('DELETE /workspace/v1/files/{file_key}', { path: { file_key: key } });
  tellDone({ words: `The file “${isolated(name)}” is deleted.` });
  await placesChanged();
}
