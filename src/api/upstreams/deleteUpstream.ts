import { inChange } from '../../change.ts';
import { detachMirrorsOf } from '../../mirrors/detach-mirror.ts';
import type { Handler } from '../../operation.ts';
import { deleteUpstream as remove } from '../../upstreams/delete-upstream.ts';
import { findAdministeredUpstream } from '../../upstreams/find-upstream.ts';

export const deleteUpstream: Handler<'deleteUpstream'> = async ({ caller, path }, context) => {
  await inChange(context, caller, async (change) => {
    await findAdministeredUpstream(change.transaction, caller, path.upstream_id);
    await detachMirrorsOf(change, path.upstream_id);
    await remove(change, path.upstream_id);
  });
  return { json: { status: 200, error: false } };
};
