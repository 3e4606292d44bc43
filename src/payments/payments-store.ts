import type { Insertable, Kysely } from 'kysely';
import { administersInstallation, type Caller } from '../access/caller.ts';
import type { PaymentInformation } from '../contract/contract.ts';
import type { PaymentsTable, ResourcesTable, Tables } from '../database/tables.ts';
import { isoTime } from '../iso-time.ts';

export interface ResourceRef {
  readonly type: ResourcesTable['type'];
  readonly id: string;
}

type PaymentState = Pick<PaymentsTable, 'status' | 'purchased_at'>;

export async function findResource(database: Kysely<Tables>, { type, id }: ResourceRef) {
  return database
    .selectFrom('resources')
    .selectAll()
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
  return found !== undefined && (found.owner_id === caller.user.id || administersInstallation(caller));
}

/** How somebody stands to a resource: who has never paid for it has not. */
export async function paymentOf(
  database: Kysely<Tables>,
  { type, id }: ResourceRef,
  userId: string,
): Promise<PaymentState> {
  const row = await database
    .selectFrom('payments')
    .select(['status', 'purchased_at'])
    .where('resource_type', '=', type)
    .where('resource_id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? { status: 'UNPAID', purchased_at: null };
}

export async function putPaymentRow(
  transaction: Kysely<Tables>,
  row: Insertable<PaymentsTable>,
): Promise<void> {
  const { status, purchased_at } = row;
  await transaction
    .insertInto('payments')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['resource_type', 'resource_id', 'user_id']).doUpdateSet({ status, purchased_at }),
    )
    .execute();
}

/** @see C5 */
export function paymentRecord(
  { type, id }: ResourceRef,
  userId: string,
  { status, purchased_at }: PaymentState,
): PaymentInformation {
  return {
    user_id: userId,
    resource_id: id,
    resource_type: type,
    payment_status: { type: status },
    ...(purchased_at === null ? {} : { date_of_purchase: isoTime(purchased_at) }),
  };
}
