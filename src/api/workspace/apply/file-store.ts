import type { Kysely } from 'kysely';
import type { CompiledContent } from '../../../content/compile-content.ts';
import type { StoredImage } from '../../../content/image-bytes.ts';
import type { Context } from '../../../context.ts';
import type { WorkspaceFileEntry } from '../../../contract/contract.ts';
import type { Tables } from '../../../database/tables.ts';
import { badRequest } from '../../../errors.ts';
import { addVersion, keepImageFills } from '../../files/store.ts';
import { requireRow, upsert } from './row-store.ts';
import type { ApplyReport } from './tally.ts';

/** A file of the workspace with its sources compiled and its images stored. */
export interface PreparedFile {
  readonly entry: WorkspaceFileEntry;
  readonly content?: CompiledContent;
  readonly images: readonly StoredImage[];
  readonly versions: readonly {
    readonly id?: string | undefined;
    readonly label?: string | undefined;
    readonly description?: string | undefined;
    readonly user?: string | undefined;
    readonly created_at?: string | undefined;
    readonly content: CompiledContent;
  }[];
  readonly branches: readonly {
    readonly key?: string | undefined;
    readonly name: string;
    readonly content: CompiledContent;
    readonly images: readonly StoredImage[];
  }[];
}

export async function applyFile(
  transaction: Kysely<Tables>,
  context: Context,
  file: PreparedFile,
  report: ApplyReport,
): Promise<void> {
  const owner = file.entry.owner ?? (await administratorId(transaction));
  const entry = { ...file.entry, owner };
  const key = await applyFileRow(transaction, context, entry, null, report);
  await applyHistory(transaction, context, key, owner, file, report);
  await keepImages(transaction, key, file.images, report);
  for (const branch of file.branches) {
    const branchEntry = { ...entry, ...branchFields(branch) };
    const branchKey = await applyFileRow(transaction, context, branchEntry, key, report);
    await applyContent(transaction, context, branchKey, owner, branch.content, report);
    await keepImages(transaction, branchKey, [...file.images, ...branch.images], report);
  }
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

function timeOf(text: string | undefined): number | undefined {
  const time = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
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

/**
 * Older versions first, then the content as it is now. A version that is there by its id (or, without one, by
 * its label) stays as it is; the history cannot be rewritten.
 */
async function applyHistory(
  transaction: Kysely<Tables>,
  context: Context,
  key: string,
  owner: string,
  file: PreparedFile,
  report: ApplyReport,
): Promise<void> {
  const history = await transaction.selectFrom('versions').selectAll().where('file_key', '=', key).execute();
  for (const version of file.versions) {
    const present = history.find((row) =>
      version.id === undefined
        ? row.label === (version.label ?? null) && row.snapshot === version.content.snapshot
        : row.id === version.id,
    );
    if (present !== undefined) {
      report.unchanged += 1;
      continue;
    }
    if (history.length > 0 && version.id !== undefined) {
      throw badRequest(
        `The version ${version.id} of the file ${key} cannot be put before versions that are there already.`,
      );
    }
    const id = await addVersion(transaction, key, {
      snapshot: version.content.snapshot,
      nodeCount: version.content.nodeCount,
      userId: version.user ?? owner,
      at: timeOf(version.created_at) ?? context.clock.now(),
      id: version.id,
      label: version.label,
      description: version.description,
    });
    report.created.push({ kind: 'version', id: `${key}/${id}` });
  }
  if (file.content !== undefined) {
    await applyContent(transaction, context, key, owner, file.content, report);
  }
}

/** Adds the content as the newest version, unless it is that already. */
async function applyContent(
  transaction: Kysely<Tables>,
  context: Context,
  key: string,
  userId: string,
  content: CompiledContent,
  report: ApplyReport,
): Promise<void> {
  const present = await transaction
    .selectFrom('files')
    .innerJoin('versions', (join) =>
      join.onRef('versions.file_key', '=', 'files.key').onRef('versions.id', '=', 'files.current_version'),
    )
    .select('versions.snapshot')
    .where('files.key', '=', key)
    .executeTakeFirst();
  for (const warning of content.warnings) report.warnings.push(`${key}: ${warning.node}: ${warning.reason}`);
  if (present?.snapshot === content.snapshot) {
    report.unchanged += 1;
    return;
  }
  const id = await addVersion(transaction, key, {
    snapshot: content.snapshot,
    nodeCount: content.nodeCount,
    userId,
    at: context.clock.now(),
  });
  report.created.push({ kind: 'version', id: `${key}/${id}` });
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
