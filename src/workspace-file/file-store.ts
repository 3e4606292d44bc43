import type { Kysely } from 'kysely';
import { editorTypeOf } from '../content/compile-content.ts';
import type { StoredImage } from '../content/image-bytes.ts';
import type { Context } from '../context.ts';
import type { WorkspaceFileEntry } from '../contract/contract.ts';
import type { Tables } from '../database/tables.ts';
import { badRequest } from '../errors.ts';
import { addFollowedVersion, currentVersion } from '../file-variables/followed-store.ts';
import { keepImageFills } from '../files/image-fills-store.ts';
import { moveAssets } from '../libraries/assets-store.ts';
import type { VariablesState } from '../variables/state.ts';
import { applyComment } from './apply-comment.ts';
import type { Applying } from './applying.ts';
import { applyHistory, type PreparedHistory } from './history-store.ts';
import { requireRow, upsert } from './row-store.ts';
import type { ApplyReport } from './tally.ts';
import { applyPublished, applyVariables } from './variables-store.ts';

/** What one file or branch of the workspace holds: its sources compiled, its images stored, its variables read. */
export interface PreparedContents extends PreparedHistory {
  readonly images: readonly StoredImage[];
  readonly variables?: VariablesState;
}

/** A file of the workspace with its branches. */
export interface PreparedFile extends PreparedContents {
  readonly entry: WorkspaceFileEntry;
  readonly branches: readonly (PreparedContents & {
    readonly key?: string | undefined;
    readonly name: string;
  })[];
}

export async function applyFile(applying: Applying, file: PreparedFile): Promise<void> {
  const { change, report } = applying;
  const { transaction, context } = change;
  const owner = file.entry.owner ?? (await administratorId(transaction));
  const editorType = file.entry.editor_type ?? editorTypeOf(file.content);
  const entry = { ...file.entry, owner, ...(editorType === undefined ? {} : { editor_type: editorType }) };
  const key = await applyFileRow(transaction, context, entry, null, report);
  await applyContents(transaction, context, { key, owner }, file, report);
  for (const comment of entry.comments ?? []) await applyComment(applying, key, comment);
  for (const branch of file.branches) {
    const branchEntry = { ...entry, ...branchFields(branch) };
    const branchKey = await applyFileRow(transaction, context, branchEntry, key, report);
    const contents = { ...branch, images: [...file.images, ...branch.images] };
    await applyContents(transaction, context, { key: branchKey, owner }, contents, report);
  }
  if (file.entry.published === true) await applyPublished(transaction, context, { key, owner }, report);
}

async function applyContents(
  transaction: Kysely<Tables>,
  context: Context,
  { key, owner }: { readonly key: string; readonly owner: string },
  contents: PreparedContents,
  report: ApplyReport,
): Promise<void> {
  const before = await currentVersion(transaction, key);
  await applyHistory(transaction, context, key, owner, contents, report);
  await keepImages(transaction, key, contents.images, report);
  const { variables } = contents;
  if (variables === undefined) return;
  const areNew = await applyVariables(transaction, context, key, variables, report);
  const after = await currentVersion(transaction, key);
  if (!areNew || after?.id !== before?.id) return;
  const unchanged = after && { of: after, snapshot: after.snapshot };
  await addFollowedVersion(transaction, key, unchanged, { userId: owner, at: context.clock.now() });
}

type OwnedEntry = WorkspaceFileEntry & { owner: string };

/** A file that names no owner belongs to the installation's administrator. */
async function administratorId(transaction: Kysely<Tables>): Promise<string> {
  const row = await transaction
    .selectFrom('users')
    .select('id')
    .where('installation_admin', '=', 1)
    .executeTakeFirstOrThrow();
  return row.id;
}

function branchFields(branch: { key?: string | undefined; name: string }) {
  return { key: branch.key, name: branch.name } as Pick<WorkspaceFileEntry, 'key' | 'name'>;
}

async function applyFileRow(
  transaction: Kysely<Tables>,
  context: Context,
  entry: OwnedEntry,
  mainFileKey: string | null,
  report: ApplyReport,
): Promise<string> {
  const present = await findPresent(transaction, entry, mainFileKey);
  if (present !== undefined && present.main_file_key !== mainFileKey) {
    throw badRequest(
      `"${entry.name}" has the key "${entry.key}", which a file of another place has already.`,
    );
  }
  const key = entry.key ?? present?.key ?? context.ids.fileKey();
  const now = context.clock.now();
  await requireRow(transaction, 'projects', entry.project, `The file "${entry.name}"`);
  await requireRow(transaction, 'users', entry.owner, `The file "${entry.name}"`);
  await upsert(
    transaction,
    'files',
    {
      kind: mainFileKey === null ? 'file' : 'branch',
      id: key,
      key: { key },
      values: {
        name: entry.name,
        project_id: entry.project,
        owner_id: entry.owner,
        editor_type: entry.editor_type ?? present?.editor_type ?? 'figma',
        link_access: entry.link_access ?? present?.link_access ?? 'inherit',
        main_file_key: mainFileKey,
      },
      onlyAtFirst: {
        current_version: null,
        created_at: now,
        last_modified: now,
        last_touched_at: now,
        last_touched_by: entry.owner,
      },
    },
    report,
  );
  if (present !== undefined) await moveAssets(transaction, key);
  return key;
}

async function findPresent(
  transaction: Kysely<Tables>,
  entry: WorkspaceFileEntry,
  mainFileKey: string | null,
) {
  const files = transaction.selectFrom('files').selectAll();
  if (entry.key !== undefined) return files.where('key', '=', entry.key).executeTakeFirst();
  return files
    .where('name', '=', entry.name)
    .where('project_id', '=', entry.project)
    .where('main_file_key', mainFileKey === null ? 'is' : '=', mainFileKey)
    .executeTakeFirst();
}

async function keepImages(
  transaction: Kysely<Tables>,
  key: string,
  images: readonly StoredImage[],
  report: ApplyReport,
): Promise<void> {
  const added = await keepImageFills(transaction, key, images);
  for (const imageRef of added) report.created.push({ kind: 'image fill', id: `${key}/${imageRef}` });
  report.unchanged += images.length - added.length;
}
