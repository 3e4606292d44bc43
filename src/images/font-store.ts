import type { Kysely } from 'kysely';
import type { BlobId } from '../blobs/blob-store.ts';
import { idOfNothing, type OrganizationId } from '../contract/branded-ids.ts';
import { type CamelRow, camelColumns } from '../database/camel-columns.ts';
import { allRows } from '../database/compiled-query.ts';
import type { Tables } from '../database/tables.ts';
import type { FontDescription } from '../render/text/font-match.ts';

/** A font that was added, with its bytes. */
export interface AddedFont extends Pick<CamelRow<'fonts'>, 'id'> {
  readonly faces: readonly FontDescription[];
  readonly blob: BlobId;
}

const { selected } = camelColumns('fonts', ['id', 'blob', 'faces']);

const fontRows = allRows((database, organizationId: OrganizationId) =>
  database
    .selectFrom('fonts')
    .select(selected)
    .where((term) =>
      term.or([term('organization_id', 'is', null), term('organization_id', '=', organizationId)]),
    )
    .where('blob', 'is not', null)
    .orderBy('created_at')
    .orderBy('id'),
);

/** The fonts that everybody draws with and those of one organization, oldest first. */
export async function addedFonts(
  database: Kysely<Tables>,
  organizationId: OrganizationId | null,
): Promise<AddedFont[]> {
  const rows = await fontRows(database, organizationId ?? idOfNothing);
  return rows.map((row) => ({ ...row, blob: row.blob!, faces: JSON.parse(row.faces) as FontDescription[] }));
}
