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
