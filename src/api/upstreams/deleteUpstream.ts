import { inChange } from '../../change.ts';
import { detachMirrorsOf } from '../../mirrors/detach-mirror.ts';
import { leftWebhooksOf } from '../../mirrors/left-webhooks-store.ts';
import { takeBackAtOnce } from '../../mirrors/take-back-webhooks.ts';
import type { Handler } from '../../operation.ts';
import { deleteUpstream as remove } from '../../upstreams/delete-upstream.ts';
import { findAdministeredUpstream } from '../../upstreams/find-upstream.ts';

export const deleteUpstream: Handler<'deleteUpstream'> = async ({ caller, path }, context) => {
  const left = await inChange(context, caller, async (change) => {
    const { transaction } = change;
    const upstream = await findAdministeredUpstream(transaction, caller, path.upstream_id);
    await detachMirrorsOf(change, upstream.id);
    const webhooks = await leftWebhooksOf(transaction, upstream.id);
    await remove(change, upstream.id);
    return { upstream, webhooks };
  });
  await takeBackAtOnce(context, left);
  return { json: { status: 200, error: false } };
};
