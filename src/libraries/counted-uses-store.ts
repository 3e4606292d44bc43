import type { Insertable, Kysely } from 'kysely';
import { sql } from 'kysely';
import type { BlobId } from '../blobs/blob-store.ts';
import { assetName, type LibraryUse } from '../content/library-uses.ts';
import type { FileKey } from '../contract/branded-ids.ts';
import { afterPlace } from '../database/keyset-page.ts';
import { inStatements } from '../database/statement-batches.ts';
import type { LibraryActionsTable, LibraryUsesTable, Tables } from '../database/tables.ts';
import { takeUncounted } from '../files/uncounted-versions-store.ts';
import { weekOf } from './weeks.ts';

/** A version in which the uses of libraries are still to be counted. */
export interface UncountedVersion {
  readonly fileKey: FileKey;
  readonly ordinal: number;
  readonly snapshot: BlobId;
  readonly createdAt: number;
  /** Set for a branch: what it uses, its main file uses too. */
  readonly mainFileKey: FileKey | null;
}

/** Place in the order that uncounted versions are taken in. */
export type UncountedPlace = Pick<UncountedVersion, 'fileKey' | 'ordinal'>;

/** The next version that is not counted; those of a file in their order. */
export function nextUncounted(
  database: Kysely<Tables>,
  after: UncountedPlace | undefined,
): Promise<UncountedVersion | undefined> {
  const uncounted = database
    .selectFrom('uncounted_versions as uncounted')
    .innerJoin('files', 'files.key', 'uncounted.file_key')
    .innerJoin('versions', (join) =>
      join
        .onRef('versions.file_key', '=', 'uncounted.file_key')
        .onRef('versions.id', '=', 'uncounted.version_id'),
    )
    .select([
      'uncounted.file_key as fileKey',
      'uncounted.ordinal',
      'versions.snapshot',
      'versions.created_at as createdAt',
      'files.main_file_key as mainFileKey',
    ]);
  const place = after && { by: after.fileKey, id: after.ordinal };
  return afterPlace(uncounted, ['uncounted.file_key', 'uncounted.ordinal'], {
    place,
    count: 1,
  }).executeTakeFirst();
}

/** What the version before it was compiled to; undefined for the first one. */
export async function snapshotBefore(
  database: Kysely<Tables>,
  { fileKey, ordinal }: UncountedVersion,
): Promise<BlobId | undefined> {
  const row = await database
    .selectFrom('versions')
    .select('snapshot')
    .where('file_key', '=', fileKey)
    .where('ordinal', '<', ordinal)
    .orderBy('ordinal', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.snapshot;
}

/** Names of the assets that a version uses less than was counted last. */
export async function namesUsedLess(
  database: Kysely<Tables>,
  { fileKey }: UncountedVersion,
  uses: readonly LibraryUse[],
): Promise<ReadonlySet<string>> {
  const changes = differences(await countedUses(database, fileKey), rowsOf(fileKey, uses));
  return new Set(changes.filter(({ by }) => by < 0).map(({ row }) => nameOf(row)));
}

const countedUses = (database: Kysely<Tables>, fileKey: FileKey): Promise<LibraryUsesTable[]> =>
  database.selectFrom('library_uses').selectAll().where('file_key', '=', fileKey).execute();

const rowsOf = (fileKey: FileKey, uses: readonly LibraryUse[]): LibraryUsesTable[] =>
  uses.map(({ kind, key, uses }) => ({ file_key: fileKey, kind, asset_key: key, uses }));

/** Writes down what a version uses, and what of it was detached; nothing where somebody else was faster. */
export async function recordUses(
  transaction: Kysely<Tables>,
  version: UncountedVersion,
  uses: readonly LibraryUse[],
  detached: ReadonlyMap<string, number>,
): Promise<void> {
  if (!(await takeUncounted(transaction, version))) return;
  const { fileKey, createdAt } = version;
  const changes = differences(await countedUses(transaction, fileKey), rowsOf(fileKey, uses));
  await writeUses(
    transaction,
    changes.map(({ row }) => row),
  );
  const actions = changes.map(({ row, by }) => {
    const { uses: _uses, ...asset } = row;
    const detachments = Math.min(Math.max(-by, 0), detached.get(nameOf(row)) ?? 0);
    return { ...asset, week: weekOf(createdAt), insertions: Math.max(by, 0), detachments };
  });
  await addActions(
    transaction,
    actions.filter(({ insertions, detachments }) => insertions + detachments > 0),
  );
}

interface UsesChange {
  /** As it is now. */
  readonly row: LibraryUsesTable;
  /** How many uses more than before. */
  readonly by: number;
}

function differences(before: readonly LibraryUsesTable[], after: readonly LibraryUsesTable[]): UsesChange[] {
  const gone = new Map(before.map((row) => [nameOf(row), row]));
  const changes = after.map((row) => {
    const old = gone.get(nameOf(row));
    gone.delete(nameOf(row));
    return { row, by: row.uses - (old?.uses ?? 0) };
  });
  const ended = [...gone.values()].map((row) => ({ row: { ...row, uses: 0 }, by: -row.uses }));
  return [...changes, ...ended].filter(({ by }) => by !== 0);
}

const nameOf = ({ kind, asset_key: key }: LibraryUsesTable): string => assetName({ kind, key });

/** What is used no more keeps its row: it says so with a zero. */
async function writeUses(transaction: Kysely<Tables>, rows: readonly LibraryUsesTable[]): Promise<void> {
  for (const some of inStatements(rows)) {
    await transaction
      .insertInto('library_uses')
      .values(some)
      .onConflict((conflict) =>
        conflict
          .columns(['file_key', 'kind', 'asset_key'])
          .doUpdateSet(({ ref }) => ({ uses: ref('excluded.uses') })),
      )
      .execute();
  }
}

async function addActions(
  transaction: Kysely<Tables>,
  rows: readonly Insertable<LibraryActionsTable>[],
): Promise<void> {
  for (const some of inStatements(rows)) {
    await transaction
      .insertInto('library_actions')
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(['file_key', 'kind', 'asset_key', 'week']).doUpdateSet({
          insertions: sql`library_actions.insertions + excluded.insertions`,
          detachments: sql`library_actions.detachments + excluded.detachments`,
        }),
      )
      .execute();
  }
}
