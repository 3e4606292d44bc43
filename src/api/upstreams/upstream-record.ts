import type { WorkspaceUpstream } from '../../contract/contract.ts';
import { isoTime } from '../../iso-time.ts';
import type { Upstream } from '../../upstreams/upstreams-store.ts';

/** What there is to know of a token's end. */
export const tokenRecord = ({ tokenEndsAt, sealedGrant, grantFailure }: Upstream) => ({
  expires_at: tokenEndsAt === null ? null : isoTime(tokenEndsAt),
  refreshes: sealedGrant !== null,
  ...(grantFailure === null ? {} : { refresh_failure: grantFailure }),
});

/** An upstream as it is shown: never its token. */
export function upstreamRecord(upstream: Upstream): WorkspaceUpstream {
  const { id, name, organizationId: organization, baseUrl: base_url, keepsIds } = upstream;
  return {
    id,
    name,
    organization,
    base_url,
    has_ca: upstream.ca !== null,
    share: upstream.sharePercent / 100,
    keeps_keys: keepsIds === 1,
    plan: upstream.plan,
    ...tokenRecord(upstream),
    created_at: isoTime(upstream.createdAt),
  };
}
