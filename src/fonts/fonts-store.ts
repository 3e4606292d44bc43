import type { Kysely, Selectable } from 'kysely';
import type { Page, PageQuery } from '../access/page.ts';
import { pageByTime } from '../access/page-by-time-store.ts';
import type { FontsTable, Tables } from '../database/tables.ts';

export type FontRow = Selectable<FontsTable>;

/** A page of what was added for everybody and for the organization, oldest first; for any where none is named. */
export function pageOfFonts(
  database: Kysely<Tables>,
  organizationId: string | undefined,
  query: PageQuery,
): Promise<Page<FontRow>> {
  const all = database.selectFrom('fonts').selectAll();
  const fonts =
    organizationId === undefined
      ? all
      : all.where((term) =>
          term.or([term('organization_id', 'is', null), term('organization_id', '=', organizationId)]),
        );
  return pageByTime(fonts, 'fonts', query, { sizeOf: ({ faces }) => faces.length });
}

/** The row, or that of the same bytes for the same place. */
export async function keepFont(transaction: Kysely<Tables>, font: FontRow): Promise<FontRow> {
  const same = await transaction
    .selectFrom('fonts')
    .selectAll()
    .where('blob', '=', font.blob)
    .where('organization_id', font.organization_id === null ? 'is' : '=', font.organization_id)
    .executeTakeFirst();
  return same ?? transaction.insertInto('fonts').values(font).returningAll().executeTakeFirstOrThrow();
}

export async function findFont(database: Kysely<Tables>, id: string): Promise<FontRow | undefined> {
  return database.selectFrom('fonts').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function removeFont(transaction: Kysely<Tables>, id: string): Promise<void> {
  await transaction.deleteFrom('fonts').where('id', '=', id).execute();
}

/** Families of which an organization shares a font. @see VAR-78 */
export async function sharedFontFamilies(
  database: Kysely<Tables>,
  organizationId: string,
): Promise<Set<string>> {
  const rows = await database
    .selectFrom('fonts')
    .select('family')
    .where('organization_id', '=', organizationId)
    .where('shared', '=', 1)
    .distinct()
    .execute();
  return new Set(rows.map(({ family }) => family));
}
