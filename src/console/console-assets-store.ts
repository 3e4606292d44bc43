import type { Kysely, Selectable } from 'kysely';
import { inStatements } from '../database/statement-batches.ts';
import type { ConsoleAssetsTable, Tables } from '../database/tables.ts';

type AssetRow = Selectable<ConsoleAssetsTable>;

/** Notes that these files are in use, and says which of them have a place. */
export async function seeAssets(
  database: Kysely<Tables>,
  names: readonly string[],
  now: number,
): Promise<ReadonlySet<string>> {
  const seen = new Set<string>();
  for (const some of inStatements(names)) {
    const rows = await database
      .updateTable('console_assets')
      .set({ seen_at: now })
      .where('name', 'in', some)
      .returning('name')
      .execute();
    for (const { name } of rows) seen.add(name);
  }
  return seen;
}

/** Says where files lie; one that has a place already keeps it. */
export async function placeAssets(database: Kysely<Tables>, assets: readonly AssetRow[]): Promise<void> {
  for (const some of inStatements(assets))
    await database
      .insertInto('console_assets')
      .values(some)
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
}

export async function findAsset(database: Kysely<Tables>, name: string): Promise<AssetRow | undefined> {
  return database.selectFrom('console_assets').selectAll().where('name', '=', name).executeTakeFirst();
}

/** Forgets files that were seen last before then; nothing keeps their bytes any more. */
export async function forgetAssets(database: Kysely<Tables>, before: number): Promise<void> {
  await database.deleteFrom('console_assets').where('seen_at', '<', before).execute();
}
