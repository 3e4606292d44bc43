import { seats } from '../../access/rate-limits/limits.ts';
import type { Handler } from '../../operation.ts';
import { findOwnOrganization } from '../../places/organizations-store.ts';

/** How often its people may call, by seat. What the server does not limit is null. @see LIM-01 */
export const listRateLimits: Handler<'listRateLimits'> = async ({ caller, path }, context) => {
  const { plan } = await findOwnOrganization(context.database, caller, path.organization_id);
  const bySeat = context.rateLimits.limits?.[plan] ?? {};
  const limits = seats.map((seat) => {
    const { tier1 = null, tier2 = null, tier3 = null } = bySeat[seat] ?? {};
    return { seat, tier1, tier2, tier3 };
  });
  return { json: { plan, limits } };
};
