import type { BlobId } from '../blobs/blob-store.ts';
import type { CompiledContent } from '../content/compile-content.ts';
import type { FileKey } from '../contract/branded-ids.ts';
import type { WorkspaceFileVersion } from '../contract/contract.ts';
import { currentVersion } from '../file-variables/followed-document-store.ts';
import { type BroughtVersion, bringVersion } from '../files/bring-version.ts';
import { allVersionsOf, type VersionRow } from '../files/versions-store.ts';
import { type Applying, ofEntry } from './applying.ts';
import { requireRow } from './named-things-store.ts';

/** A file that is there, or was made. */
export interface OwnedFile {
  readonly key: FileKey;
  readonly owner: string;
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
  const history = await allVersionsOf(applying.change.transaction, file.key);
  for (const version of versions) await applyVersion(applying, file, { version, history });
  if (content !== undefined) await applyContent(applying, file, content);
}

interface VersionOfHistory {
  readonly version: PreparedVersion;
  /** As it was before the workspace file. */
  readonly history: readonly VersionRow[];
}

async function applyVersion(
  applying: Applying,
  { key, owner }: OwnedFile,
  { version, history }: VersionOfHistory,
): Promise<void> {
  const { change, report } = applying;
  if (history.some((row) => isSame(row, version))) {
    report.unchanged += 1;
    return;
  }
  await requireRow(change.transaction, 'users', version.user, `A version of the file ${key}`);
  const { id, label, description, content, user: userId = owner } = version;
  const named = { id, label, description };
  const at = timeOf(version.created_at) ?? change.at;
  const { snapshot, nodeCount } = content;
  await pushVersion(applying, key, { ...named, snapshot, nodeCount, userId, at, isLate: history.length > 0 });
}

const isSame = (row: VersionRow, { id, label, content }: PreparedVersion): boolean =>
  id === undefined ? row.label === (label ?? null) && row.snapshot === content.snapshot : row.id === id;

function timeOf(text: string | undefined): number | undefined {
  const time = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}

/** Adds the content as the newest version, unless it is that already. */
async function applyContent(
  applying: Applying,
  { key, owner: userId }: OwnedFile,
  { snapshot, base, nodeCount, warnings }: NonNullable<PreparedHistory['content']>,
): Promise<void> {
  const { change, report } = applying;
  const present = await currentVersion(change.transaction, key);
  for (const warning of warnings) report.warnings.push(`${key}: ${warning.node}: ${warning.reason}`);
  if (present?.snapshot === snapshot) {
    report.unchanged += 1;
    return;
  }
  await pushVersion(applying, key, { snapshot, base, nodeCount, userId, at: change.at });
}

/** Adds a version of whoever the workspace file says, at the time that it says. */
async function pushVersion(
  { change, report }: Applying,
  key: FileKey,
  version: BroughtVersion,
): Promise<void> {
  const id = await ofEntry(`A version of the file ${key}`, () => bringVersion(change, key, version));
  report.created.push({ kind: 'version', id: `${key}/${id}` });
}
