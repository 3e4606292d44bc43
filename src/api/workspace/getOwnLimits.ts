import { budgetKey } from '../../access/rate-limits/budget-key.ts';
import { tiers } from '../../access/rate-limits/limits.ts';
import type { Handler } from '../../operation.ts';
import { planOf } from '../../places/organizations-store.ts';

/** How often the caller's own tokens may call, and how many of these calls are counted now. @see LIM-01 */
export const getOwnLimits: Handler<'getOwnLimits'> = async ({ caller }, context) => {
  const { organizationId, seat } = caller.user;
  const stored = organizationId === null ? undefined : await planOf(context.database, organizationId);
  const plan = caller.plan ?? stored ?? context.config.defaultPlan;
  const budgets = context.rateLimits.limits?.[plan]?.[seat] ?? {};
  const key = budgetKey({ user: caller.user, app: null }, { organizationId, plan });
  const limits = tiers.map(async (tier) => {
    const limit = budgets[tier] ?? null;
    return { tier, limit, used: limit && (await context.rateLimits.used([...key, tier], limit)) };
  });
  return { json: { plan, seat, limits: await Promise.all(limits) } };
};
