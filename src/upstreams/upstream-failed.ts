import type { Tier } from '../access/rate-limits/limits.ts';
import { ApiError } from '../errors.ts';

/** What kept an upstream from being read. */
export type FailureKind =
  /** Its limits, or ours within them: later. */
  | 'limited'
  /** It does not know the token. */
  | 'token'
  /** The token may not read that: its scopes, or the plan. */
  | 'forbidden'
  | 'not found'
  /** It answers that there is more than it answers at once. */
  | 'too large'
  /** It does not answer, or not to the end. */
  | 'unavailable'
  /** What it answers is nothing of the interface. */
  | 'unfit';

/** A call of an upstream that brought nothing; the sentence is for people. */
export class UpstreamFailed extends Error {
  override readonly name = 'UpstreamFailed';
  readonly kind: FailureKind;
  /** When it may be tried again, where that is known. */
  readonly retryAt: number | undefined;
  /** Which calls its limits, or ours within them, do not let through. */
  readonly tier: Tier | undefined;

  constructor(kind: FailureKind, sentence: string, retryAt?: number, tier?: Tier) {
    super(sentence);
    this.kind = kind;
    this.retryAt = retryAt;
    this.tier = tier;
  }
}

const statuses: Readonly<Record<FailureKind, number>> = {
  limited: 429,
  token: 409,
  forbidden: 409,
  'not found': 404,
  'too large': 413,
  unavailable: 502,
  unfit: 502,
};

/** The answer to whoever waits for the call. */
export function refusalOf(failure: UpstreamFailed, now: number): ApiError {
  const waitSeconds = Math.max(1, Math.ceil(((failure.retryAt ?? now) - now) / 1000));
  const headers = failure.kind === 'limited' ? { 'Retry-After': String(waitSeconds) } : {};
  return new ApiError(statuses[failure.kind], failure.message, { headers });
}
