import { hash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Caller } from '../access/caller.ts';
import { nothingComes } from '../access/caps.ts';
import { requireText } from '../access/name-rules.ts';
import { inChange } from '../change.ts';
import { headedText, readHeadedText } from '../content/headed-text.ts';
import type { PreparedDesign } from '../content/prepare-design.ts';
import { runYielding } from '../content/yielding.ts';
import type { Context } from '../context.ts';
import type { FileKey } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { newDevStatuses } from '../dev-mode/publish-dev-statuses.ts';
import { pushContent } from '../dev-mode/push-content.ts';
import { changesBetween } from '../editing/changes-between.ts';
import type { NodeOperation } from '../editing/edit.ts';
import { type Choice, type Merge, mergeDocuments } from '../editing/merge-documents.ts';
import { badRequest, notFound, sentences } from '../errors.ts';
import { writtenVariables } from '../file-variables/variables-state-store.ts';
import { copyImageFills } from '../files/image-fills-store.ts';
import { keepMergeBase, mergeBase } from '../files/merge-bases-store.ts';
import { findVersion, type VersionRow } from '../files/versions-store.ts';
import { findEditableFile, findVisibleFile, type VisibleFile } from '../files/visible-file-store.ts';
import { conflictsText } from './conflicts-text.ts';
import type { EditedFile } from './edit-nodes.ts';
import type { MadeEdit } from './make-edit.ts';
import { EditOvertaken, untilFirst } from './overtaken.ts';

/** A merge as somebody asks for it. */
export interface WantedMerge {
  readonly main: FileKey;
  readonly branch: FileKey;
  readonly direction: 'into_main' | 'from_main';
  readonly choose: readonly Choice[];
  readonly message?: string | undefined;
  /** Until it fires the merge is made; what is stored by then stays. */
  readonly signal: AbortSignal;
}

/** Conflicts for which no side is chosen. */
export interface OpenConflicts {
  readonly count: number;
  /** The first of them, as JSON. */
  readonly conflicts: string;
}

/** What was merged, or what stands in the way. */
export type Merged = EditedFile | OpenConflicts;

/**
 * Brings what changed in one of a branch and its main file into the other.
 * @throws ApiError 400, 403, 404, 409
 */
export async function mergeBranch(context: Context, caller: Caller, wanted: WantedMerge): Promise<Merged> {
  const { ours } = await findSides(context.database, caller, wanted);
  return untilFirst(ours.key, caller, () => tryMerge(context, caller, wanted));
}

/** The file that is changed, and the other. */
interface BothSides {
  readonly ours: VisibleFile;
  readonly theirs: VisibleFile;
}

async function tryMerge(context: Context, caller: Caller, wanted: WantedMerge): Promise<Merged> {
  const sides = await findSides(context.database, caller, wanted);
  requireText('The description of the version', wanted.message);
  const versions = await versionsOf(context.database, wanted, sides);
  const { ours, theirs } = versions;
  const made = await makeMerge(context, caller, { sides, versions, ...wanted });
  if ('conflicts' in made) return made;
  const { content, ...edit } = made;
  const found = content && (await newDevStatuses(context.database, context, sides.ours, content.snapshot));
  const version = await inChange(context, caller, async (change) => {
    const { transaction } = change;
    const now = await findSides(transaction, caller, wanted);
    if (now.ours.currentVersion !== ours.id || now.theirs.currentVersion !== theirs.id)
      throw new EditOvertaken();
    await keepMergeBase(transaction, wanted.branch, theirs);
    if (content === undefined || found === undefined) return ours.id;
    await copyImageFills(transaction, now.theirs.key, now.ours.key);
    const counted = nothingComes('imageFillsOfFile');
    const prepared = { content, images: [], counted, variables: undefined, found };
    return (await pushContent(change, now.ours.key, { ...prepared, description: wanted.message })).version;
  });
  return { ...edit, version };
}

/** @throws ApiError 403, 404 */
async function findSides(
  database: Kysely<Tables>,
  caller: Caller,
  { main, branch, direction }: WantedMerge,
): Promise<BothSides> {
  const [mainFile, branchFile] = [
    await findVisibleFile(database, caller, main),
    await findVisibleFile(database, caller, branch),
  ];
  if (branchFile.mainFileKey !== mainFile.key) throw notFound(sentences.fileNotFound);
  const [ours, theirs] = direction === 'into_main' ? [mainFile, branchFile] : [branchFile, mainFile];
  return { ours: await findEditableFile(database, caller, ours.key), theirs };
}

interface MergedVersions {
  readonly base: VersionRow;
  readonly ours: VersionRow;
  readonly theirs: VersionRow;
}

/** @throws ApiError 400 where there is nothing to merge */
async function versionsOf(
  database: Kysely<Tables>,
  { branch }: WantedMerge,
  { ours, theirs }: BothSides,
): Promise<MergedVersions> {
  const base = await mergeBase(database, branch);
  if (base === undefined || ours.currentVersion === null || theirs.currentVersion === null)
    throw badRequest('The branch or its main file has no content yet: there is nothing to merge.');
  return {
    base,
    ours: await findVersion(database, ours, undefined),
    theirs: await findVersion(database, theirs, undefined),
  };
}

interface MergeOfVersions extends Pick<WantedMerge, 'choose' | 'signal'> {
  readonly sides: BothSides;
  readonly versions: MergedVersions;
}

async function makeMerge(
  context: Context,
  caller: Caller,
  { sides, versions, choose, signal }: MergeOfVersions,
): Promise<MadeEdit | OpenConflicts> {
  const [base, document, theirs] = await Promise.all(
    [versions.base, versions.ours, versions.theirs].map(({ snapshot }) => context.snapshots.open(snapshot)),
  );
  if (base === undefined || document === undefined || theirs === undefined)
    throw new Error('A version is missing.');
  if (versions.ours.snapshot === versions.base.snapshot) {
    const both = { before: document.snapshot, after: theirs.snapshot };
    const changes = await runYielding(changesBetween(both), signal);
    const parts = [changes.added, changes.moved, changes.removed, changes.changed, changes.entries];
    const changed = parts.reduce((sum, { size }) => sum + size, 0);
    return {
      content: changed === 0 ? undefined : asItIs(versions.theirs),
      changed,
      ids: new Map(),
      notes: [],
    };
  }
  const documents = { base: base.snapshot, ours: document.snapshot, theirs: theirs.snapshot };
  const merged = await operationsOrConflicts(context, documents, { versions, choose, signal });
  if ('conflicts' in merged) return merged;
  const { operations } = merged;
  const party = { organization: sides.ours.organizationId, caller: caller.user.id };
  const { state: variables } = await writtenVariables(context, sides.ours.key);
  const edit = { document, fileKey: sides.ours.key, operations, variables, signal };
  const { makeEdit } = await import('./make-edit.ts');
  return makeEdit(context, party, { ...edit, asGiven: false, isTrusted: true });
}

/** What stands in the way of a merge is found once, however often it is asked for. */
async function operationsOrConflicts(
  { comparisons }: Context,
  documents: Parameters<typeof mergeDocuments>[0],
  { versions, choose, signal }: Omit<MergeOfVersions, 'sides'>,
): Promise<{ readonly operations: readonly NodeOperation[] } | OpenConflicts> {
  const { base, ours, theirs } = versions;
  const about = ['conflicts', base.snapshot, theirs.snapshot, hash('sha256', JSON.stringify(choose))];
  const reading = { document: ours.snapshot, question: JSON.stringify(about), stranger: undefined, signal };
  let merge: Merge | undefined;
  const told = await comparisons.read(reading, async (run) => {
    merge = await run(mergeDocuments(documents, choose));
    return headedText({ count: merge.conflicts.length }, conflictsText(merge.conflicts));
  });
  const { head, text: conflicts } = readHeadedText<Pick<OpenConflicts, 'count'>>(told);
  if (head.count > 0) return { ...head, conflicts };
  const { operations } = merge ?? (await runYielding(mergeDocuments(documents, choose), signal));
  return { operations };
}

/** The content of a version for another file; what it is a difference from is written down already. */
const asItIs = ({ snapshot, nodeCount }: VersionRow): NonNullable<PreparedDesign['content']> => ({
  snapshot,
  nodeCount,
  warnings: [],
  images: [],
  name: undefined,
  editorType: undefined,
});
