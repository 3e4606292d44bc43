import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';
import { deleteUpstream as remove } from '../../upstreams/delete-upstream.ts';

export const deleteUpstream: Handler<'deleteUpstream'> = async ({ caller, path }, context) => {
  await inChange(context, caller, (change) => remove(change, path.upstream_id));
  return { json: { status: 200, error: false } };
};
