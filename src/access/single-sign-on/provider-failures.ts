import { messageOf } from '../../errors.ts';

/** The provider cannot be reached, or does not answer as one; the sentence is for the log. */
export class ProviderAway extends Error {
  override readonly name = 'ProviderAway';
}

/** The provider, or what came from it, does not prove who somebody is; the sentence is for the log. */
export class NotProven extends Error {
  override readonly name = 'NotProven';
  /** What the provider itself said, as `access_denied`. */
  readonly code: string | undefined;

  constructor(sentence: string, options: { cause?: unknown; code?: string | undefined } = {}) {
    super(sentence, { cause: options.cause });
    this.code = options.code;
  }
}

/** What the library says and why; never what it was about. */
export function wordsOf(error: unknown): string {
  const reason = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
  const status = statusIn(error);
  return `${messageOf(error)}${reason}${status === undefined ? '' : ` (${status})`}`.slice(0, 500);
}

/** The library hangs an answer that it did not expect on the cause of its error. */
function statusIn(error: unknown): number | undefined {
  if (error instanceof Response) return error.status;
  return error instanceof Error ? statusIn(error.cause) : undefined;
}
