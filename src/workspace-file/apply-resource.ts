import { userIdOf } from '../contract/branded-ids.ts';
import type { WorkspaceFileResource } from '../contract/contract.ts';
import { checkedTime } from '../iso-time.ts';
import { changeResource, createResource } from '../payments/bring-resource.ts';
import { findPayment, findResource } from '../payments/payments-store.ts';
import { putPayment } from '../payments/put-payment.ts';
import { type Applying, bring } from './applying.ts';
import { requireRow } from './named-things-store.ts';

/** Something that can be paid for, with who paid. */
export async function applyResource(applying: Applying, entry: WorkspaceFileResource): Promise<void> {
  const { change } = applying;
  const { type, id } = entry;
  const ownerId = userIdOf(entry.owner);
  const title = `The resource ${type} "${id}"`;
  await requireRow(change.transaction, 'users', ownerId, title);
  await bring(
    applying,
    { kind: 'resource', id: `${type}/${id}`, title },
    {
      present: await findResource(change.transaction, { type, id }),
      wanted: { ownerId },
      create: () => createResource(change, { type, id, ownerId: ownerId ?? null }),
      change: (changes, present) => changeResource(change, { ...present, ...changes }),
    },
  );
  for (const payment of entry.payments ?? []) await applyPayment(applying, { type, id, title }, payment);
}

interface TitledResource extends Pick<WorkspaceFileResource, 'type' | 'id'> {
  readonly title: string;
}

/** The date of a payment that is there already stays as it is, unless the entry says another. */
async function applyPayment(
  applying: Applying,
  { type, id, title }: TitledResource,
  { user, status, date_of_purchase: date }: NonNullable<WorkspaceFileResource['payments']>[number],
): Promise<void> {
  const { change } = applying;
  const userId = userIdOf(user);
  const resource = { type, id };
  await requireRow(change.transaction, 'users', userId, title);
  const purchasedAt = date === undefined ? undefined : checkedTime(date);
  const put = () => putPayment(change, { resource, userId, status, purchasedAt });
  await bring(
    applying,
    { kind: 'payment', id: `${type}/${id}/${userId}`, title },
    {
      present: await findPayment(change.transaction, resource, userId),
      wanted: { status, purchasedAt },
      create: put,
      change: put,
    },
  );
}
