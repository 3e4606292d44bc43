import type { BlobId } from '../blobs/blob-store.ts';
import { type CompiledContent, editorTypeOf } from '../content/compile-content.ts';
import { type FileKey, type UserId, userIdOf, versionIdOf } from '../contract/branded-ids.ts';
import type { WorkspaceFileVersion } from '../contract/contract.ts';
import { currentVersion } from '../file-variables/followed-document-store.ts';
import type { NewContent } from '../files/add-content.ts';
import { bringVersion, type EarlierVersions, earlierVersions } from '../files/bring-version.ts';
import type { VersionRow } from '../files/versions-store.ts';
import { checkedTime } from '../iso-time.ts';
import type { ApplyReport } from './apply-report.ts';
import { type Applying, ofEntry } from './applying.ts';
import { requireRow } from './named-things-store.ts';

/** A file that is there, or was made. */
export interface OwnedFile {
  readonly key: FileKey;
  readonly owner: UserId;
  /** Whether its content says what kind of file it is: nothing else does. */
  readonly isOfContentsKind?: boolean;
}

/** The older versions of a file or branch, oldest first, and what it holds now. */
export interface PreparedHistory {
  readonly content?: CompiledContent & { readonly base?: BlobId };
  readonly versions: readonly PreparedVersion[];
}

type PreparedVersion = Omit<WorkspaceFileVersion, 'source'> & { readonly content: CompiledContent };

/**
 * Older versions first, then the content as it is now. A version that is there by its id (or, without one, by
 * its label) stays as it is; the history cannot be rewritten.
 */
export async function applyHistory(
  applying: Applying,
  file: OwnedFile,
  { versions, content }: PreparedHistory,
): Promise<void> {
  const earlier = await earlierVersions(applying.change, file.key);
  const history = { ...file, earlier };
  for (const version of versions) await applyVersion(applying, history, version);
  if (content !== undefined) await applyContent(applying, history, content);
}

interface FileWithHistory extends OwnedFile {
  /** As it was before the workspace file. */
  readonly earlier: EarlierVersions;
}

async function applyVersion(
  applying: Applying,
  file: FileWithHistory,
  version: PreparedVersion,
): Promise<void> {
  const { key, owner, earlier } = file;
  const { change, report } = applying;
  if (earlier.versions.some((row) => isSame(row, version))) {
    report.unchanged += 1;
    return;
  }
  await requireRow(change.transaction, 'users', version.user, `A version of the file ${key}`);
  tellLeftOut(report, key, version.content);
  const { label, description, content } = version;
  const [id, userId] = [versionIdOf(version.id), userIdOf(version.user) ?? owner];
  const named = { id, label, description };
  const at = version.created_at === undefined ? change.at : checkedTime(version.created_at);
  await pushVersion(applying, file, content, { ...named, userId, at });
}

const isSame = (row: VersionRow, { id, label, content }: PreparedVersion): boolean =>
  id === undefined ? row.label === (label ?? null) && row.snapshot === content.snapshot : row.id === id;

/** Adds the content as the newest version, unless it is that already. */
async function applyContent(
  applying: Applying,
  file: FileWithHistory,
  content: NonNullable<PreparedHistory['content']>,
): Promise<void> {
  const { change, report } = applying;
  const { key, owner: userId } = file;
  const present = await currentVersion(change.transaction, key);
  tellLeftOut(report, key, content);
  if (present?.snapshot === content.snapshot) {
    report.unchanged += 1;
    return;
  }
  await pushVersion(applying, file, content, { userId });
}

/** What a design could not bring, by the file that it is for and, where it is one, the node. */
function tellLeftOut(report: ApplyReport, key: FileKey, { warnings }: CompiledContent): void {
  for (const { node, reason } of warnings)
    report.warnings.push(node === undefined ? `${key}: ${reason}` : `${key}: ${node}: ${reason}`);
}

/** Adds a version of whoever the workspace file says, at the time that it says. */
async function pushVersion(
  { change, report }: Applying,
  { key, earlier, isOfContentsKind = false }: FileWithHistory,
  content: NonNullable<PreparedHistory['content']>,
  said: Pick<NewContent, 'id' | 'label' | 'description' | 'userId' | 'at'>,
): Promise<void> {
  const { snapshot, base, nodeCount, changedAt } = content;
  const editorType = isOfContentsKind ? editorTypeOf(content) : undefined;
  const version = { ...said, snapshot, base, nodeCount, changedAt, editorType };
  const id = await ofEntry(`A version of the file ${key}`, () => bringVersion(change, earlier, version));
  report.created.push({ kind: 'version', id: `${key}/${id}` });
}
