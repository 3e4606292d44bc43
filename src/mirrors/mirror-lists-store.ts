import type { Kysely } from 'kysely';
import type { WritingChange } from '../change.ts';
import type { MirrorId, OrganizationId } from '../contract/branded-ids.ts';
import { type CamelRow, camelColumns } from '../database/camel-columns.ts';
import { inStatements } from '../database/statement-batches.ts';
import type { Tables } from '../database/tables.ts';
import { dueRows, goesOn, isFree, takeFirst } from './due-store.ts';
import { LeaseLost, leaseMs } from './leases.ts';

/** A list of an upstream that tells what changed. */
export type MirrorList = CamelRow<'mirror_lists'>;

const { selected, columnsOf } = camelColumns('mirror_lists', [
  ...(['mirror_id', 'kind', 'elsewhere', 'checked_at', 'changed_at', 'priority', 'next_at'] as const),
  ...(['tries', 'failure', 'lease', 'leased_until', 'waits_for', 'held'] as const),
]);

export function listsOfMirror(database: Kysely<Tables>, id: MirrorId): Promise<MirrorList[]> {
  return database.selectFrom('mirror_lists').select(selected).where('mirror_id', '=', id).execute();
}

/** A list that is due at once. */
export const newList = (
  list: Pick<MirrorList, 'mirrorId' | 'kind' | 'elsewhere' | 'priority' | 'nextAt'>,
): MirrorList => ({
  checkedAt: null,
  changedAt: null,
  tries: 0,
  failure: null,
  lease: null,
  leasedUntil: null,
  waitsFor: null,
  held: null,
  ...list,
});

export async function insertLists(transaction: Kysely<Tables>, lists: readonly MirrorList[]): Promise<void> {
  for (const some of inStatements(lists.map((list) => columnsOf(list))))
    await transaction
      .insertInto('mirror_lists')
      .values(some)
      .onConflict((conflict) => conflict.columns(['mirror_id', 'kind', 'elsewhere']).doNothing())
      .execute();
}

export async function deleteList(
  transaction: Kysely<Tables>,
  { mirrorId, kind, elsewhere }: Pick<MirrorList, 'mirrorId' | 'kind' | 'elsewhere'>,
): Promise<void> {
  await transaction
    .deleteFrom('mirror_lists')
    .where('mirror_id', '=', mirrorId)
    .where('kind', '=', kind)
    .where('elsewhere', '=', elsewhere)
    .execute();
}

/** Has all lists of a mirror looked at at once. */
export async function hurryLists({ transaction, at }: WritingChange, id: MirrorId): Promise<void> {
  await transaction
    .updateTable('mirror_lists')
    .set({ priority: 0, next_at: at, tries: 0 })
    .where('mirror_id', '=', id)
    .execute();
}

interface ListClaim {
  readonly lease: string;
  readonly now: number;
  readonly of?: MirrorId | undefined;
  readonly except?: readonly OrganizationId[] | undefined;
}

/** Takes the list that is due first, where one is. */
export function claimList(
  database: Kysely<Tables>,
  { lease, now, of, except }: ListClaim,
): Promise<MirrorList | undefined> {
  const due = database
    .selectFrom('mirror_lists')
    .select(selected)
    .where(dueRows('mirror_lists', now))
    .where(isFree('mirror_lists', now))
    .where(goesOn('mirror_lists', of, except))
    .orderBy('priority')
    .orderBy('next_at')
    .limit(1);
  const take = ({ mirrorId, kind, elsewhere }: MirrorList) =>
    database
      .updateTable('mirror_lists')
      .set({ lease, leased_until: now + leaseMs })
      .where('mirror_id', '=', mirrorId)
      .where('kind', '=', kind)
      .where('elsewhere', '=', elsewhere)
      .where(isFree('mirror_lists', now))
      .returning(selected);
  return takeFirst(
    () => due.executeTakeFirst(),
    (list) => take(list).executeTakeFirst(),
  );
}

/** Writes what whoever holds the lease found. @throws LeaseLost */
export async function updateHeldList(
  database: Kysely<Tables>,
  { lease }: Pick<MirrorList, 'lease'>,
  changes: Partial<MirrorList>,
): Promise<void> {
  const held = await database
    .updateTable('mirror_lists')
    .set(columnsOf(changes))
    .where('lease', '=', lease)
    .returning('mirror_id')
    .executeTakeFirst();
  if (held === undefined) throw new LeaseLost();
}
