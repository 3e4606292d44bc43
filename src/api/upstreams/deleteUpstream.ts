import { inChange } from '../../change.ts';
import { detachMirrorsOf } from '../../mirrors/detach-mirror.ts';
import { leftThere, takeBackAtOnce } from '../../mirrors/take-back-webhooks.ts';
import type { Handler } from '../../operation.ts';
import { deleteUpstream as remove } from '../../upstreams/delete-upstream.ts';
import { findAdministeredUpstream } from '../../upstreams/find-upstream.ts';

export const deleteUpstream: Handler<'deleteUpstream'> = async ({ caller, path }, context) => {
  const left = await inChange(context, caller, async (change) => {
    const { transaction } = change;
    const upstream = await findAdministeredUpstream(transaction, caller, path.upstream_id);
    await detachMirrorsOf(change, upstream.id);
    const there = await leftThere(transaction, upstream);
    await remove(change, upstream.id);
    return there;
  });
  await takeBackAtOnce(context, left);
  return { json: { status: 200, error: false } };
};
