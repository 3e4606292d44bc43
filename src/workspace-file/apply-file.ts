import { uncounted } from '../access/caps.ts';
import type { StoredImage } from '../content/image-bytes.ts';
import {
  type FileKey,
  fileKeyOf,
  type ProjectId,
  projectIdOf,
  type UserId,
  userIdOf,
} from '../contract/branded-ids.ts';
import type { WorkspaceFileEntry } from '../contract/contract.ts';
import type { Companions } from '../document/document-source.ts';
import { createBranchWithVariables } from '../file-variables/create-branch-with-variables.ts';
import { currentVersion } from '../file-variables/followed-document-store.ts';
import { createFile } from '../files/create-file.ts';
import { findFile } from '../files/file-rows-store.ts';
import { keepImageFills } from '../files/keep-image-fills.ts';
import { changeFileWithBelongings } from '../libraries/change-file-with-belongings.ts';
import type { VariablesState } from '../variables/state.ts';
import { applyComment } from './apply-comment.ts';
import { applyHistory, type OwnedFile, type PreparedHistory } from './apply-history.ts';
import { applyPublished } from './apply-library.ts';
import { applyVariables } from './apply-variables.ts';
import { type Applying, bring, brought, ofEntry } from './applying.ts';
import { requireRow } from './named-things-store.ts';

/** What one file or branch of the workspace holds: its sources compiled, its images stored, its variables read. */
export interface PreparedContents extends PreparedHistory {
  readonly images: readonly StoredImage[];
  readonly variables?: VariablesState;
  readonly comments?: Companions['comments'];
}

/** A file of the workspace with its branches. */
export interface PreparedFile extends PreparedContents {
  readonly entry: WorkspaceFileEntry;
  readonly branches: readonly (PreparedContents & BranchEntry)[];
}

interface BranchEntry {
  readonly key?: string | undefined;
  readonly name: string;
}

/** A file that names no owner belongs to the installation's administrator. */
export async function applyFile(applying: Applying, file: PreparedFile): Promise<void> {
  const { change } = applying;
  const { entry } = file;
  const owner = userIdOf(entry.owner) ?? change.by.user.id;
  const key = await applyMainFile(applying, entry, owner);
  const main = { key, owner, isOfContentsKind: entry.editor_type === undefined };
  await applyContents(applying, main, file);
  for (const comment of file.comments ?? []) await applyComment(applying, main.key, comment);
  for (const branch of file.branches) {
    const key = await applyBranch(applying, { main, projectId: projectIdOf(entry.project) }, branch);
    const contents = { ...branch, images: [...file.images, ...branch.images] };
    await applyContents(applying, { key, owner }, contents);
  }
  if (entry.published === true) await applyPublished(applying, main);
}

/** A file is there by its key, or without one by its name in its project. */
async function applyMainFile(
  applying: Applying,
  entry: WorkspaceFileEntry,
  ownerId: UserId,
): Promise<FileKey> {
  const { change } = applying;
  const { name, link_access: linkAccess } = entry;
  const projectId = projectIdOf(entry.project);
  const title = `The file "${name}"`;
  const present = await findPresent(applying, { ...entry, projectId, mainFileKey: null });
  const key = fileKeyOf(entry.key ?? present?.key ?? change.context.ids.fileKey());
  await requireRow(change.transaction, 'projects', projectId, title);
  await requireRow(change.transaction, 'users', ownerId, title);
  const wanted = {
    name,
    projectId,
    ownerId,
    linkAccess,
    editorType: entry.editor_type,
  };
  await bring(
    applying,
    { kind: 'file', id: key, title },
    {
      present,
      wanted,
      create: () =>
        createFile(change, { ...wanted, key, mayComeBack: true }, uncounted('filesOfProject', brought)),
      change: (changes) =>
        changeFileWithBelongings(change, key, changes, uncounted('filesOfProject', brought)),
    },
  );
  return key;
}

interface BranchPlace {
  readonly main: OwnedFile;
  readonly projectId: ProjectId;
}

/** A branch is there by its key, or without one by its name. */
async function applyBranch(
  applying: Applying,
  { main, projectId }: BranchPlace,
  { name, ...branch }: BranchEntry,
): Promise<FileKey> {
  const { change } = applying;
  const present = await findPresent(applying, { ...branch, name, projectId, mainFileKey: main.key });
  const key = fileKeyOf(branch.key ?? present?.key ?? change.context.ids.fileKey());
  const wanted = { name, ownerId: main.owner };
  const made = { ...wanted, key, mainFileKey: main.key, mayComeBack: true, startsEmpty: true };
  await bring(
    applying,
    { kind: 'branch', id: key, title: `The branch "${name}"` },
    {
      present,
      wanted,
      create: () => createBranchWithVariables(change, made, uncounted('filesOfProject', brought)),
      change: (changes) =>
        changeFileWithBelongings(change, key, changes, uncounted('filesOfProject', brought)),
    },
  );
  return key;
}

interface AskedFile extends BranchEntry {
  readonly projectId: ProjectId;
  readonly mainFileKey: FileKey | null;
}

/** A key of a file of another place finds nothing; it is refused where the file is made. */
async function findPresent({ change }: Applying, asked: AskedFile) {
  const { key, mainFileKey } = asked;
  const present = await findFile(change.transaction, key === undefined ? asked : fileKeyOf(key));
  return present?.mainFileKey === mainFileKey ? present : undefined;
}

async function applyContents(applying: Applying, file: OwnedFile, contents: PreparedContents): Promise<void> {
  const { transaction } = applying.change;
  const { key, owner } = file;
  const before = await currentVersion(transaction, key);
  await applyHistory(applying, file, contents);
  await applyImages(applying, key, contents.images);
  const { variables: state, content } = contents;
  if (state === undefined) return;
  const isSame = (await currentVersion(transaction, key))?.id === before?.id;
  const document = !isSame ? 'came before' : content === undefined ? 'follows' : 'stands';
  await applyVariables(applying, { fileKey: key, state, authorId: owner, document });
}

async function applyImages(
  { change, report }: Applying,
  key: FileKey,
  images: readonly StoredImage[],
): Promise<void> {
  if (images.length === 0) return;
  const counted = uncounted('imageFillsOfFile', brought);
  const title = `The images of the file ${key}`;
  const added = await ofEntry(title, () => keepImageFills(change, key, images, counted));
  for (const imageRef of added) report.created.push({ kind: 'image fill', id: `${key}/${imageRef}` });
  report.unchanged += images.length - added.length;
}
