import { Notice } from '../../parts/notice.tsx';
import { Day, Moment } from '../../parts/times.tsx';
import type { Upstream } from './mirror-queries.ts';

const dayMs = 24 * 3_600_000;
/** It is warned so long before. */
const nearMs = 14 * dayMs;

/** When the token of an upstream ends, where that is known. */
export function TokenEnd({ upstream: { expires_at, refreshes } }: { upstream: Upstream }) {
  if (expires_at === null) return refreshes ? 'known once it is refreshed' : 'not known';
  if (!refreshes) return <Day at={expires_at} />;
  return (
    <>
      <Moment at={expires_at} />, and is refreshed before
    </>
  );
}

/** That a token ends soon, or could not be refreshed; nothing where neither is so. */
export function EndWarning({ upstream: { expires_at, refreshes, refresh_failure } }: { upstream: Upstream }) {
  if (refresh_failure !== undefined)
    return (
      <Notice kind="wrong">
        Its token could not be refreshed: {refresh_failure} “Check the token” tries again; another grant helps
        where it is refused.
      </Notice>
    );
  const leftMs = expires_at === null || refreshes ? Infinity : Date.parse(expires_at) - Date.now();
  if (leftMs >= nearMs) return undefined;
  return (
    <Notice kind="wrong">
      {leftMs <= 0 ? 'Its token has ended.' : 'Its token ends soon: its mirrors stop then.'} “Replace the
      token” gives it another.
    </Notice>
  );
}
