import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../database/column-kinds.ts';
import type { Tables } from '../database/tables.ts';

const counted = ['organizations', 'users', 'teams', 'projects', 'files', 'versions', 'webhooks'] as const;

/** How many there are of what an installation holds; sessions and tokens are nobody's to look at. */
export async function countThings(
  database: Kysely<Tables>,
): Promise<{ readonly [Table in (typeof counted)[number]]: number }> {
  const counts = counted.map(async (table) => {
    const { count } = await database
      .selectFrom(table)
      .select((term) => term.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return [table, Number(count)] as const;
  });
  return Object.fromEntries(await Promise.all(counts)) as never;
}

/** The bytes that the database takes. */
export async function databaseSize(database: Kysely<Tables>): Promise<number> {
  const question = isPostgres(database)
    ? sql<{ size: number }>`select pg_database_size(current_database()) as size`
    : sql<{
        size: number;
      }>`select page_count * page_size as size from pragma_page_count(), pragma_page_size()`;
  const { rows } = await question.execute(database);
  return Number(rows[0]?.size ?? 0);
}

/** The bytes of what rows say the size of: image fills and fonts, and with a bucket everything in it. */
export async function storedSizes(database: Kysely<Tables>) {
  const sizeOf = async (table: 'image_fills' | 'fonts' | 'blobs') => {
    const { size } = await database
      .selectFrom(table)
      .select((term) => term.fn.sum<number | null>('size_bytes').as('size'))
      .executeTakeFirstOrThrow();
    return Number(size ?? 0);
  };
  const [imageFills, fonts, bucket] = await Promise.all(
    (['image_fills', 'fonts', 'blobs'] as const).map((table) => sizeOf(table)),
  );
  return { imageFills: imageFills ?? 0, fonts: fonts ?? 0, bucket: bucket ?? 0 };
}
