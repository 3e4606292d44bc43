/** A selector that cannot be read, or that asks for too much; the message is a sentence for the caller. */
export class SelectorRefused extends Error {
  /** @param cause what ended the work, where it was more than may be */
  constructor(sentence: string, cause?: unknown) {
    super(sentence, { cause });
    this.name = 'SelectorRefused';
  }
}
