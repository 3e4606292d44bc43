import type { HeaderLines } from '../delivery/header-lines.ts';
import type { Upstream } from './upstreams-store.ts';

const plans = {
  starter: 'starter',
  student: 'professional',
  pro: 'professional',
  org: 'organization',
  enterprise: 'enterprise',
} as const;

const seats = { low: 'view', high: 'full' } as const;

/** What a refusal for the rate of calls says of the plan and the seat of who called. */
export function toldLimits(headers: HeaderLines): Partial<Pick<Upstream, 'plan' | 'seat'>> {
  const plan = named(plans, headers['x-figma-plan-tier']);
  const seat = named(seats, headers['x-figma-rate-limit-type']);
  return { ...(plan === undefined ? {} : { plan }), ...(seat === undefined ? {} : { seat }) };
}

function named<T>(words: Readonly<Record<string, T>>, word: string | undefined): T | undefined {
  const key = word?.toLowerCase();
  return key !== undefined && Object.hasOwn(words, key) ? words[key] : undefined;
}
