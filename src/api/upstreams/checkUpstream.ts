import type { Handler } from '../../operation.ts';
import { checkUpstream as check } from '../../upstreams/check-upstream.ts';

/** The interface tells nobody when a token ends, so that is never known. */
export const checkUpstream: Handler<'checkUpstream'> = async ({ caller, path }, context) => {
  const { user, scopesMissing } = await check(context, caller, path.upstream_id);
  return { json: { user, scopes_missing: [...scopesMissing], expires_at: null } };
};
