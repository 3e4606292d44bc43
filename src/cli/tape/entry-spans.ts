/** Where an entry of a tape lies in its file. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What a file is, once it was read to its end. */
export type Ending = 'whole' | 'cut' | 'no tape';

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * Finds the elements of `log.entries` in a HAR file of any size, in whatever order its properties are, by going
 * through its bytes once. What an element holds is not looked at.
 */
export class EntrySpans {
  private depth = 0;
  private position = 0;
  private isInString = false;
  private isEscaped = false;
  private word = '';
  /** The property that is open in the file's object and in its log. */
  private readonly keys = ['', '', ''];
  private start = -1;
  private isTape = false;
  private isDone = false;

  /** @returns the entries that end within these bytes */
  push(chunk: Uint8Array): Span[] {
    const found: Span[] = [];
    const before = this.position;
    for (let at = 0; at < chunk.length; at++) {
      if (this.isInString && this.depth > 2) at = this.pastString(chunk, at);
      const byte = chunk[at];
      if (byte === undefined) break;
      this.position = before + at;
      if (this.isInString) this.inString(byte);
      else this.between(byte, found);
    }
    this.position = before + chunk.length;
    return found;
  }

  /** Most of a tape are bodies, each one string. @returns where the string ends, or the chunk */
  private pastString(chunk: Uint8Array, from: number): number {
    let { isEscaped } = this;
    let at = from;
    for (; at < chunk.length; at++) {
      const byte = chunk[at];
      if (isEscaped) isEscaped = false;
      else if (byte === backslash) isEscaped = true;
      else if (byte === quote) break;
    }
    this.isEscaped = isEscaped;
    return at;
  }

  ending(): Ending {
    if (!this.isTape) return 'no tape';
    return this.isDone ? 'whole' : 'cut';
  }

  private inString(byte: number): void {
    if (this.isEscaped) this.isEscaped = false;
    else if (byte === backslash) this.isEscaped = true;
    else if (byte === quote) this.isInString = false;
    else if (this.depth <= 2 && this.word.length < 16) this.word += String.fromCharCode(byte);
  }

  private between(byte: number, found: Span[]): void {
    if (byte === quote) {
      this.isInString = true;
      this.word = '';
    } else if (byte === colon && this.depth <= 2) this.keys[this.depth] = this.word;
    else if (byte === openBrace || byte === openBracket) this.open(byte);
    else if (byte === closeBrace || byte === closeBracket) this.close(found);
  }

  private open(byte: number): void {
    this.depth++;
    const isInLog = this.keys[1] === 'log' && this.keys[2] === 'entries';
    if (this.depth === 3 && isInLog && byte === openBracket) this.isTape = true;
    if (this.depth === 4 && isInLog && this.isTape) this.start = this.position;
  }

  private close(found: Span[]): void {
    if (this.depth === 4 && this.start >= 0) found.push({ start: this.start, end: this.position + 1 });
    if (this.depth === 4) this.start = -1;
    this.depth--;
    if (this.depth === 0 && this.isTape) this.isDone = true;
  }
}
