import { tryWaiting } from '../../mirrors/try-waiting.ts';
import type { Handler } from '../../operation.ts';
import { checkUpstream as check } from '../../upstreams/check-upstream.ts';

/** The interface tells nobody when a token ends, so that is never known. */
export const checkUpstream: Handler<'checkUpstream'> = async ({ caller, path }, context) => {
  const { upstream_id: id } = path;
  const { user, scopesMissing } = await check(context, caller, id);
  await tryWaiting(context, id);
  return { json: { user, scopes_missing: [...scopesMissing], expires_at: null } };
};
