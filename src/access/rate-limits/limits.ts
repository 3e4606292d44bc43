import type { OrganizationsTable } from '../../database/tables.ts';
import type { CallerUser } from '../caller.ts';

export type Plan = OrganizationsTable['plan'];
export type Seat = CallerUser['seat'];

export const plans = [
  'starter',
  'professional',
  'organization',
  'enterprise',
] as const satisfies readonly Plan[];
export const seats = ['full', 'dev', 'collab', 'view'] as const satisfies readonly Seat[];
export const tiers = ['tier1', 'tier2', 'tier3'] as const;

export type Tier = (typeof tiers)[number];

/** How many calls a minute or a calendar month (UTC) takes. */
export interface Budget {
  readonly most: number;
  readonly period: 'minute' | 'month';
}

/** Budgets by plan, seat and tier; what is not named is not limited. */
export type RateLimits = {
  readonly [P in Plan]?: { readonly [S in Seat]?: { readonly [T in Tier]?: Budget } };
};

const perMinute = (most: number): Budget => ({ most, period: 'minute' });
const sixPerMonth: Budget = { most: 6, period: 'month' };

const low = { tier1: sixPerMonth, tier2: perMinute(5), tier3: perMinute(10) };

function high(tier1: number, tier2: number, tier3: number) {
  return { tier1: perMinute(tier1), tier2: perMinute(tier2), tier3: perMinute(tier3) };
}

function bySeat(paid: Record<Tier, Budget>) {
  return { full: paid, dev: paid, collab: low, view: low };
}

/** The numbers of the original. @see LIM-02, LIM-03, LIM-04 */
export const originalLimits = {
  starter: bySeat(low),
  professional: bySeat(high(10, 25, 50)),
  organization: bySeat(high(15, 50, 100)),
  enterprise: bySeat(high(20, 100, 150)),
} as const satisfies RateLimits;
