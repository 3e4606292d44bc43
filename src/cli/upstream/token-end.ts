import { systemClock } from '../../clock.ts';
import type { Answer } from '../../contract/calls.ts';
import { counted, printable } from '../printed-text.ts';

type TokenEnd = Pick<
  Answer<'GET /workspace/v1/upstreams/{upstream_id}'>,
  'expires_at' | 'refreshes' | 'refresh_failure'
>;

const dayMs = 24 * 3_600_000;
/** It is warned so long before. */
const nearMs = 14 * dayMs;

/** When a token ends, in a cell of a table. */
export function endText({ expires_at, refreshes, refresh_failure }: TokenEnd): string {
  if (refresh_failure !== undefined) return 'could not be refreshed';
  if (refreshes) return 'is refreshed';
  return expires_at === null
    ? 'not known'
    : `${expires_at.slice(0, 10)}${isNear(expires_at) ? ' (soon)' : ''}`;
}

/** The same in lines, with what is to be done about it. */
export function endLines({ expires_at, refreshes, refresh_failure }: TokenEnd, id: string): string {
  const ends =
    expires_at === null ? '' : `It ends at ${expires_at}${refreshes ? ', and is refreshed before' : ''}.\n`;
  if (refresh_failure !== undefined)
    return `${ends}Warning: it could not be refreshed: ${printable(refresh_failure)}\n  "npx vitrine upstream change ${id} --grant-file FILE" gives it another grant.\n`;
  if (refreshes || expires_at === null || !isNear(expires_at)) return ends;
  const days = Math.max(0, Math.ceil((Date.parse(expires_at) - systemClock.now()) / dayMs));
  return `${ends}Warning: that is in ${counted(days, 'day')}. Its mirrors stop then: "npx vitrine upstream change ${id} --token-file FILE" gives it another before.\n`;
}

const isNear = (expiresAt: string): boolean => Date.parse(expiresAt) - systemClock.now() < nearMs;
