import type { Kysely } from 'kysely';
import { administersInstallation, type Caller } from '../access/caller.ts';
import type { WritingChange } from '../change.ts';
import type { UserId } from '../contract/branded-ids.ts';
import type { PaymentsTable, ResourcesTable, Tables } from '../database/tables.ts';

export interface ResourceRef {
  readonly type: ResourcesTable['type'];
  readonly id: string;
}

/** What can be paid for, and whose it is. */
export interface Resource extends ResourceRef {
  readonly ownerId: UserId | null;
}

/** How somebody stands to a resource. */
export interface Payment {
  readonly status: PaymentsTable['status'];
  readonly purchasedAt: number | null;
}

export async function findResource(
  database: Kysely<Tables>,
  { type, id }: ResourceRef,
): Promise<Resource | undefined> {
  return database
    .selectFrom('resources')
    .select(['type', 'id', 'owner_id as ownerId'])
    .where('type', '=', type)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Whether the payments of the resource are the caller's to see and set; of one that is not there they are nobody's. */
export async function ownsResource(
  database: Kysely<Tables>,
  caller: Caller,
  resource: ResourceRef,
): Promise<boolean> {
  const found = await findResource(database, resource);
  return found !== undefined && (found.ownerId === caller.user.id || administersInstallation(caller));
}

/** How somebody stands to a resource, where it was ever said. */
export async function findPayment(
  database: Kysely<Tables>,
  { type, id }: ResourceRef,
  userId: UserId,
): Promise<Payment | undefined> {
  return database
    .selectFrom('payments')
    .select(['status', 'purchased_at as purchasedAt'])
    .where('resource_type', '=', type)
    .where('resource_id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Who has never paid for it has not. */
export const paymentOf = async (...asked: Parameters<typeof findPayment>): Promise<Payment> =>
  (await findPayment(...asked)) ?? { status: 'UNPAID', purchasedAt: null };

/** For the writers of this room alone, as the two below. */
export async function insertResource(
  { transaction, at }: WritingChange,
  { type, id, ownerId }: Resource,
): Promise<void> {
  await transaction.insertInto('resources').values({ type, id, owner_id: ownerId, created_at: at }).execute();
}

export async function updateResource(
  transaction: Kysely<Tables>,
  { type, id, ownerId }: Resource,
): Promise<void> {
  await transaction
    .updateTable('resources')
    .set({ owner_id: ownerId })
    .where('type', '=', type)
    .where('id', '=', id)
    .execute();
}

export async function upsertPayment(
  transaction: Kysely<Tables>,
  { type, id }: ResourceRef,
  userId: UserId,
  { status, purchasedAt }: Payment,
): Promise<void> {
  const state = { status, purchased_at: purchasedAt };
  await transaction
    .insertInto('payments')
    .values({ resource_type: type, resource_id: id, user_id: userId, ...state })
    .onConflict((conflict) =>
      conflict.columns(['resource_type', 'resource_id', 'user_id']).doUpdateSet(state),
    )
    .execute();
}
