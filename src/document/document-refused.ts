/** A document that cannot be taken. The message is one plain sentence naming what is wrong and where. */
export class DocumentRefused extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'DocumentRefused';
  }
}
