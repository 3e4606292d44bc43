import type { WorkspaceFileResource } from '../contract/contract.ts';
import { findResource, paymentOf } from '../payments/payments-store.ts';
import type { Applying } from './applying.ts';
import { requireRow, upsert } from './row-store.ts';

/** Something that can be paid for, with who paid. */
export async function applyResource(
  { change: { transaction, context }, report }: Applying,
  { type, id, owner, payments = [] }: WorkspaceFileResource,
): Promise<void> {
  const title = `The resource ${type} "${id}"`;
  await requireRow(transaction, 'users', owner, title);
  const present = await findResource(transaction, { type, id });
  const values = { owner_id: owner ?? present?.owner_id ?? null };
  const onlyAtFirst = { created_at: context.clock.now() };
  const row = { kind: 'resource', id: `${type}/${id}`, key: { type, id }, values, onlyAtFirst };
  await upsert(transaction, 'resources', row, report);
  for (const { user, status, date_of_purchase: date } of payments) {
    await requireRow(transaction, 'users', user, title);
    const before = await paymentOf(transaction, { type, id }, user);
    const purchased_at = date === undefined ? before.purchased_at : Date.parse(date);
    const key = { resource_type: type, resource_id: id, user_id: user };
    const payment = { kind: 'payment', id: `${type}/${id}/${user}`, key, values: { status, purchased_at } };
    await upsert(transaction, 'payments', payment, report);
  }
}
