import { inChange } from '../../change.ts';
import { resumeMirrorsOf } from '../../mirrors/change-mirror.ts';
import type { Handler } from '../../operation.ts';
import { changeUpstream } from '../../upstreams/change-upstream.ts';
import { givenToken } from './given-token.ts';
import { upstreamRecord } from './upstream-record.ts';

export const updateUpstream: Handler<'updateUpstream'> = async ({ caller, path, body }, context) => {
  const { name, share } = body;
  const token = givenToken(body, context.clock.now());
  const upstream = await inChange(context, caller, async (change) => {
    const changed = await changeUpstream(change, path.upstream_id, { name, token, share });
    if (token !== undefined) await resumeMirrorsOf(change, changed.id);
    return changed;
  });
  return { json: upstreamRecord(upstream) };
};
