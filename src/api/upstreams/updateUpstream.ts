import { inChange } from '../../change.ts';
import { resumeMirrorsOf } from '../../mirrors/change-mirror.ts';
import type { Handler } from '../../operation.ts';
import { changeUpstream } from '../../upstreams/change-upstream.ts';
import { upstreamRecord } from './upstream-record.ts';

export const updateUpstream: Handler<'updateUpstream'> = async ({ caller, path, body }, context) => {
  const { name, token, token_kind: tokenKind, share } = body;
  const upstream = await inChange(context, caller, async (change) => {
    const changed = await changeUpstream(change, path.upstream_id, { name, token, tokenKind, share });
    if (token !== undefined) await resumeMirrorsOf(change, changed.id);
    return changed;
  });
  return { json: upstreamRecord(upstream) };
};
