import type { Kysely } from 'kysely';
import { pageByTime } from '../access/page-by-time-store.ts';
import type { Page, PageQuery } from '../access/paged-list.ts';
import type { BlobId } from '../blobs/blob-store.ts';
import type { FontId, OrganizationId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';

/** A font that was added, or a family of which only the name is known. */
export interface Font {
  readonly id: FontId;
  /** Null for a font that every organization draws with. */
  readonly organizationId: OrganizationId | null;
  readonly family: string;
  /** JSON array of what stands in the file, of each face. */
  readonly faces: string;
  /** Null where only the name of the family is known. */
  readonly blob: BlobId | null;
  readonly sizeBytes: number;
  readonly shared: 0 | 1;
  readonly createdAt: number;
  /** The text of the licence that came with it. */
  readonly licence: BlobId | null;
}

const fontColumns = [
  'id',
  'organization_id as organizationId',
  'family',
  'faces',
  'blob',
  'size_bytes as sizeBytes',
  'shared',
  'created_at as createdAt',
  'licence',
] as const;

/** A page of what was added for everybody and for the organization, oldest first; for any where none is named. */
export function pageOfFonts(
  database: Kysely<Tables>,
  organizationId: OrganizationId | undefined,
  query: PageQuery,
): Promise<Page<Font>> {
  const all = database.selectFrom('fonts').select(fontColumns);
  const fonts =
    organizationId === undefined
      ? all
      : all.where((term) =>
          term.or([term('organization_id', 'is', null), term('organization_id', '=', organizationId)]),
        );
  return pageByTime(fonts, 'fonts', query, { sizeOf: ({ faces }) => faces.length });
}

/** The font of the same bytes for the same place. */
export async function findSameFont(
  database: Kysely<Tables>,
  { blob, organizationId }: Pick<Font, 'blob' | 'organizationId'>,
): Promise<Font | undefined> {
  return database
    .selectFrom('fonts')
    .select(fontColumns)
    .where('blob', '=', blob)
    .where('organization_id', organizationId === null ? 'is' : '=', organizationId)
    .executeTakeFirst();
}

export async function findFont(database: Kysely<Tables>, id: FontId): Promise<Font | undefined> {
  return database.selectFrom('fonts').select(fontColumns).where('id', '=', id).executeTakeFirst();
}

/** The family of an organization of which only the name is known. */
export async function findNamedFamily(
  database: Kysely<Tables>,
  { organizationId, family }: { readonly organizationId: OrganizationId; readonly family: string },
): Promise<Font | undefined> {
  return database
    .selectFrom('fonts')
    .select(fontColumns)
    .where('organization_id', '=', organizationId)
    .where('family', '=', family)
    .where('blob', 'is', null)
    .executeTakeFirst();
}

/** For the writers of fonts alone. */
export async function insertFont(transaction: Kysely<Tables>, font: Font): Promise<void> {
  const { organizationId, sizeBytes, createdAt, ...same } = font;
  const columns = { organization_id: organizationId, size_bytes: sizeBytes, created_at: createdAt };
  await transaction
    .insertInto('fonts')
    .values({ ...same, ...columns })
    .execute();
}

/** For the writers of fonts alone. */
export async function updateShared(transaction: Kysely<Tables>, id: FontId, shared: 0 | 1): Promise<void> {
  await transaction.updateTable('fonts').set({ shared }).where('id', '=', id).execute();
}

/** For the writers of fonts alone. */
export async function deleteFont(transaction: Kysely<Tables>, id: FontId): Promise<void> {
  await transaction.deleteFrom('fonts').where('id', '=', id).execute();
}

/** Families of which an organization shares a font. @see VAR-78 */
export async function sharedFontFamilies(
  database: Kysely<Tables>,
  organizationId: OrganizationId,
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
