import { type Kysely, sql } from 'kysely';
import type { BlobId } from '../contract/branded-ids.ts';
import { allRows } from '../database/compiled-query.ts';
import { among } from '../database/in-list.ts';
import type { PackedImagesTable, Tables } from '../database/tables.ts';

/** The time of the last use is noted no more often than this. */
export const usePrecisionMs = 3_600_000;
/** An image that nobody used for so long goes, whatever room there is: no address leads to it that was not renewed. */
const unusedMs = 31 * 24 * 3_600_000;
/** How much of the budget is left in use when room is made. */
const share = 0.9;

/** A pack as its rows tell of it. */
export interface PackRows {
  readonly blob: BlobId;
  /** When any of its images was used last, to the hour. */
  readonly usedAt: number;
  /** Where its bytes are stored; null where the store has forgotten it. */
  readonly object: string | null;
  readonly sizeBytes: number | null;
  readonly places: readonly (readonly [name: string, start: number, length: number])[];
}

/** The packs in which images lie, each with all that it holds. */
export const findPacks = (database: Kysely<Tables>, names: readonly string[]): Promise<PackRows[]> =>
  packsOf(database, JSON.stringify(names));

const packsOf = allRows((database: Kysely<Tables>, names: string) => ({
  compile: () =>
    sql<PackRows>`
      select blob, max(used_at) as "usedAt", object, size_bytes as "sizeBytes",
        json_agg(json_build_array(name, start, length)) as places
      from packed_images left join blobs on blobs.id = blob where blob in
        (select blob from packed_images where name in (select jsonb_array_elements_text(cast(${names} as jsonb))))
      group by blob, object, size_bytes`.compile(database),
}));

/** Which of the images lie in packs. */
export async function packedNames(
  database: Kysely<Tables>,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await database
    .selectFrom('packed_images')
    .select('name')
    .where(among(database, 'name', names))
    .execute();
  return new Set(rows.map(({ name }) => name));
}

/** Says where images lie; one that has a place already keeps it. Answers how many had none. */
export async function placePacked(
  database: Kysely<Tables>,
  images: readonly PackedImagesTable[],
): Promise<number> {
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('packed_images')
    .values([...images])
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows);
}

export async function notePackedUse(
  database: Kysely<Tables>,
  names: readonly string[],
  now: number,
): Promise<void> {
  await database
    .updateTable('packed_images')
    .set({ used_at: now })
    .where(among(database, 'name', names))
    .where('used_at', '<', now - usePrecisionMs)
    .execute();
}

/** Forgets the images of a pack; they are drawn again, and nothing keeps its bytes any more. */
export async function forgetPack(database: Kysely<Tables>, blob: BlobId): Promise<void> {
  await database.deleteFrom('packed_images').where('blob', '=', blob).execute();
}

/**
 * Forgets packs of which no image was used for long, and those that are beyond the budget: what was used last stays.
 * Images go with their pack, since one by one they would free nothing.
 */
export async function forgetUnusedPacks(
  database: Kysely<Tables>,
  mostBytes: number,
  now: number,
): Promise<void> {
  const packs = await packsByUse(database);
  const isBeyond = packs.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) > mostBytes;
  let keptBytes = 0;
  for (const { blob, sizeBytes, usedAt } of packs) {
    keptBytes += sizeBytes;
    if (now - usedAt > unusedMs || (isBeyond && keptBytes > mostBytes * share))
      await forgetPack(database, blob);
  }
}

/** Those used last first. */
async function packsByUse(database: Kysely<Tables>) {
  const { rows } = await sql<{ blob: BlobId; sizeBytes: number; usedAt: number }>`
    select blob, sum(length) as "sizeBytes", max(used_at) as "usedAt" from packed_images
    group by blob order by max(used_at) desc, blob`.execute(database);
  return rows.map(({ blob, sizeBytes, usedAt }) => ({ blob, sizeBytes: Number(sizeBytes), usedAt }));
}
