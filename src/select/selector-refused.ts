/** A selector that cannot be read, or that asks for too much; the message is a sentence for the caller. */
export class SelectorRefused extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'SelectorRefused';
  }
}
