import type { Kysely } from 'kysely';
import { refuseAssetsBeyond } from '../access/caps.ts';
import type { Change } from '../change.ts';
import { type LibraryAsset, libraryAssets } from '../content/library-assets.ts';
import type { ShelvedSnapshot } from '../content/snapshot-shelf.ts';
import { runYielding } from '../content/yielding.ts';
import type { Context } from '../context.ts';
import { type FileKey, idOfNothing, type TeamId, type UserId } from '../contract/branded-ids.ts';
import { among } from '../database/in-list.ts';
import { inStatements } from '../database/statement-batches.ts';
import type { Tables } from '../database/tables.ts';
import { compareAssets, type PublishedAssets } from './asset-changes.ts';
import { type AssetRow, assetColumns } from './asset-row.ts';

/**
 * Publishes the components, component sets and styles of a file's current content, and says what that changed.
 * Who reads the library sees them as they are now until the next time.
 *
 * @throws ApiError 400 where they are more than a library may offer
 */
export async function publishFileAssets(
  { transaction, at, context: { snapshots } }: Change,
  fileKey: FileKey,
  userId: UserId,
): Promise<Pick<PublishedAssets, 'changes' | 'descriptions'>> {
  const { teamId, versionId, snapshot } = await contentOf(transaction, fileKey);
  const after = snapshot === null ? [] : await assetsOf(await snapshots.open(snapshot));
  refuseAssetsBeyond(after.length);
  const before = await assetsOfFile(transaction, fileKey);
  const publishing = { fileKey, teamId, versionId: versionId ?? idOfNothing, userId, at };
  const { written, deleted, ...published } = await runYielding(
    compareAssets(before, after, { ...publishing, newestOrdinal: await newestOrdinal(transaction) }),
  );
  for (const row of deleted) await deleteAsset(transaction, row);
  for (const rows of inStatements(written)) await writeAssets(transaction, rows);
  return published;
}

/** What publishing the components, component sets and styles of a file would change. */
export async function unpublishedAssets(
  { database, snapshots }: Pick<Context, 'database' | 'snapshots'>,
  fileKey: FileKey,
): Promise<PublishedAssets['changes']> {
  const { teamId, snapshot } = await contentOf(database, fileKey);
  const after = snapshot === null ? [] : await assetsOf(await snapshots.open(snapshot));
  const nobody = { versionId: idOfNothing, userId: idOfNothing, at: 0, newestOrdinal: 0 };
  const before = await assetsOfFile(database, fileKey);
  return (await runYielding(compareAssets(before, after, { fileKey, teamId, ...nobody }))).changes;
}

const assetsOf = ({ snapshot }: ShelvedSnapshot): Promise<LibraryAsset[]> =>
  runYielding(libraryAssets(snapshot));

function contentOf(transaction: Kysely<Tables>, fileKey: FileKey) {
  return transaction
    .selectFrom('files')
    .innerJoin('projects', 'projects.id', 'files.project_id')
    .leftJoin('versions', (join) =>
      join.onRef('versions.file_key', '=', 'files.key').onRef('versions.id', '=', 'files.current_version'),
    )
    .select(['projects.team_id as teamId', 'versions.id as versionId', 'versions.snapshot'])
    .where('files.key', '=', fileKey)
    .executeTakeFirstOrThrow();
}

function assetsOfFile(database: Kysely<Tables>, fileKey: FileKey): Promise<AssetRow[]> {
  return database
    .selectFrom('published_assets')
    .select(assetColumns.selected)
    .where('file_key', '=', fileKey)
    .execute();
}

async function newestOrdinal(transaction: Kysely<Tables>): Promise<number> {
  const row = await transaction
    .selectFrom('published_assets')
    .select('ordinal')
    .orderBy('ordinal', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.ordinal ?? 0;
}

async function deleteAsset(transaction: Kysely<Tables>, { fileKey, kind, key }: AssetRow): Promise<void> {
  await transaction
    .deleteFrom('published_assets')
    .where('file_key', '=', fileKey)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .execute();
}

async function writeAssets(transaction: Kysely<Tables>, assets: readonly AssetRow[]): Promise<void> {
  const rows = assets.map((asset) => assetColumns.columnsOf(asset));
  const columns = Object.keys(rows[0] ?? {}) as (keyof (typeof rows)[number])[];
  await transaction
    .insertInto('published_assets')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['file_key', 'kind', 'key'])
        .doUpdateSet(({ ref }) =>
          Object.fromEntries(columns.map((column) => [column, ref(`excluded.${column}`)])),
        ),
    )
    .execute();
}

/** Gives the assets of files the team that the files are in now. */
export async function moveAssets(
  transaction: Kysely<Tables>,
  { fileKeys, teamId }: { readonly fileKeys: readonly FileKey[]; readonly teamId: TeamId },
): Promise<void> {
  await transaction
    .updateTable('published_assets')
    .set({ team_id: teamId })
    .where(among(transaction, 'file_key', fileKeys))
    .execute();
}
