import { failureOf } from '../delivery/call-failure.ts';
import { ApiError } from '../errors.ts';
import { UpstreamFailed } from './upstream-failed.ts';

/** What kept a call from an answer, in words: those of the guarded client are about receivers of webhooks. */
export function callFailed(error: unknown): never {
  if (error instanceof UpstreamFailed) throw error;
  const sentence = failureOf(error).sentence.replaceAll(/\b(the) (?:receiver|endpoint)\b/gi, '$1 upstream');
  throw new UpstreamFailed('unavailable', sentence);
}

/** What kept an answer from its end, in words. */
export function bodyFailed(error: unknown): never {
  throw isBrokenOff(error) ? brokenOff() : error;
}

/** Whether a connection, or what unpacks its bytes, failed in the middle of an answer. */
export const isBrokenOff = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  !(error instanceof UpstreamFailed || error instanceof ApiError);

export const brokenOff = (): UpstreamFailed =>
  new UpstreamFailed('unavailable', "The upstream's answer ended before it was complete.");
