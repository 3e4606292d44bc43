import { tryWaiting } from '../../mirrors/try-waiting.ts';
import type { Handler } from '../../operation.ts';
import { checkUpstream as check } from '../../upstreams/check-upstream.ts';
import { findUpstream } from '../../upstreams/find-upstream.ts';
import { tokenRecord } from './upstream-record.ts';

/** The interface tells nobody when a token ends but him who has it made or refreshed. */
export const checkUpstream: Handler<'checkUpstream'> = async ({ caller, path }, context) => {
  const { upstream_id: id } = path;
  const { user, scopesMissing } = await check(context, caller, id);
  await tryWaiting(context, id);
  const upstream = await findUpstream(context.database, caller, id);
  return {
    json: {
      ...(user === undefined ? {} : { user }),
      scopes_missing: [...scopesMissing],
      ...tokenRecord(upstream),
    },
  };
};
