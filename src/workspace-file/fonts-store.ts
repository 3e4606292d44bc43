import type { WorkspaceFileFont } from '../contract/contract.ts';
import type { Applying } from './applying.ts';
import { requireRow, upsert } from './row-store.ts';

/** Says of a family whether an organization shares it; the font itself is added apart. */
export async function applyFont(
  { change: { transaction, context }, report }: Applying,
  { family, organization, shared = true }: WorkspaceFileFont,
): Promise<void> {
  const place = { organization_id: organization, family };
  await requireRow(transaction, 'organizations', organization, `The font "${family}"`);
  const present = await transaction
    .selectFrom('fonts')
    .select('id')
    .where((term) => term.and(place))
    .where('blob', 'is', null)
    .executeTakeFirst();
  const id = present?.id ?? context.ids.digits();
  const row = {
    kind: 'font',
    id: `${organization}/${family}`,
    key: { id },
    values: { ...place, shared: Number(shared) },
    onlyAtFirst: { faces: '[]', blob: null, size_bytes: 0, created_at: context.clock.now() },
  };
  await upsert(transaction, 'fonts', row, report);
}
