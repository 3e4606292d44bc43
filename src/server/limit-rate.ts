import type { Caller } from '../access/caller.ts';
import { budgetKey } from '../access/rate-limits/budget-key.ts';
import type { Plan } from '../access/rate-limits/limits.ts';
import type { Context } from '../context.ts';
import { operationContract } from '../contract/contract.ts';
import { ApiError } from '../errors.ts';
import { type CountedCall, type PayingPlan, planOfRequest } from './plan-of-request.ts';

/**
 * Counts a call of the interface against the budgets of its caller: by user, plan of what is asked for, app and
 * tier. Those of oEmbed are limited even where nothing else is; those of pages, by a session, are not.
 *
 * @throws ApiError 429
 * @see LIM-01…05, rulings H1, H13
 */
export async function limitRate(call: CountedCall, context: Context): Promise<void> {
  const { tier } = operationContract(call.id);
  const { limits } = context.rateLimits;
  const isOEmbed = call.id === 'getOEmbed';
  if (tier === null || (limits === undefined && !isOEmbed) || call.caller.csrfToken !== undefined) return;
  const paying = await planOfRequest(call, context);
  const budget = limits?.[paying.plan]?.[call.caller.user.seat]?.[`tier${tier}`];
  const key = budgetKey(call.caller, paying);
  const count = async (name: string, limit: typeof budget) => {
    const seconds = limit && (await context.rateLimits.count([...key, name], limit));
    if (seconds !== undefined) throw refusal(seconds, call.caller, paying, context);
  };
  await count(`tier${tier}`, budget);
  if (isOEmbed) await count('oembed', { most: context.config.oembedPerMinute, period: 'minute' });
}

const planWords: Readonly<Record<Plan, string>> = {
  starter: 'starter',
  professional: 'pro',
  organization: 'org',
  enterprise: 'enterprise',
};

const prefixes = ['X-Service', 'X-Figma'] as const;
const headerNames = ['Plan-Tier', 'Rate-Limit-Type', 'Upgrade-Link'] as const;

/** Every header that only refusals for the rate of calls have. */
export const rateLimitHeaders: readonly string[] = prefixes.flatMap((prefix) =>
  headerNames.map((name) => `${prefix}-${name}`),
);

function refusal(seconds: number, caller: Caller, paying: PayingPlan, context: Context): ApiError {
  const wait = seconds === 1 ? 'a second' : `${seconds} seconds`;
  return new ApiError(429, `Rate limit exceeded. Try again in ${wait}.`, {
    headers: headersOf(seconds, caller, paying, context),
  });
}

function headersOf(
  seconds: number,
  { user }: Caller,
  { plan }: PayingPlan,
  { addresses }: Context,
): Record<string, string> {
  const values: Record<(typeof headerNames)[number], string> = {
    'Plan-Tier': planWords[plan],
    'Rate-Limit-Type': ['view', 'collab'].includes(user.seat) ? 'low' : 'high',
    'Upgrade-Link': `${addresses.web}/settings/organization`,
  };
  const named = prefixes.flatMap((prefix) =>
    headerNames.map((name) => [`${prefix}-${name}`, values[name]] as const),
  );
  return { 'Retry-After': String(seconds), ...Object.fromEntries(named) };
}

/** The headers that a refusal of this call would have, for one that a test asked for. */
export async function simulatedHeaders(
  call: Omit<CountedCall, 'caller'> & { readonly caller: Caller | undefined },
  context: Context,
): Promise<Record<string, string>> {
  const seconds = 1;
  const { caller } = call;
  if (caller === undefined || operationContract(call.id).tier === null)
    return { 'Retry-After': String(seconds) };
  const paying = await planOfRequest({ ...call, caller }, context);
  return headersOf(seconds, caller, paying, context);
}
