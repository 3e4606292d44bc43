import { endOfWindow, mayEndWindow } from './masked-bytes.ts';

/** Names of properties are shorter, so that what is longer is a value. */
const longestName = 1024;

/**
 * Masks the values of JSON as it comes that are texts, each as what it says. Names of properties, and all that is no
 * text, stay as they are, so that what is masked is JSON of the same form.
 */
export async function* maskedValues(
  chunks: AsyncIterable<Uint8Array>,
  mask: (text: string) => string,
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const texts = new TextsOfJson(mask);
  for await (const chunk of chunks) yield texts.push(decoder.decode(chunk, { stream: true }));
  yield texts.push(decoder.decode());
  yield texts.end();
}

class TextsOfJson {
  private readonly mask: (text: string) => string;
  /** As it stands in the file, from where it was not looked at. */
  private waiting = '';
  private isInText = false;
  /** What the open text says, as far as it was not given on. */
  private said = '';
  private isLong = false;

  constructor(mask: (text: string) => string) {
    this.mask = mask;
  }

  push(piece: string): string {
    this.waiting += piece;
    let done = '';
    for (let more = this.next(); more !== undefined; more = this.next()) done += more;
    return done + (this.isInText ? this.ofLongText() : '');
  }

  /** What a file that is cut holds behind its last whole text. */
  end(): string {
    if (!this.isInText) return this.waiting;
    const text = this.said + plain(this.taken(Math.max(0, endOfText(this.waiting))));
    return this.given(this.mask(text)) + this.waiting;
  }

  private next(): string | undefined {
    return this.isInText ? this.ofText() : this.between();
  }

  /** Up to the next text; undefined once nothing is left to look at. */
  private between(): string | undefined {
    if (this.waiting === '') return undefined;
    const quote = this.waiting.indexOf('"');
    this.isInText = quote >= 0;
    return this.taken(quote < 0 ? this.waiting.length : quote + 1);
  }

  /** The open text, where it ends in what is there, and what follows it says whether it is a name. */
  private ofText(): string | undefined {
    const end = endOfText(this.waiting);
    if (end < 0) return undefined;
    const next = /\S/.exec(this.waiting.slice(end + 1, end + 1 + longestName))?.[0];
    if (next === undefined && !this.isLong && this.waiting.length - end < longestName) return undefined;
    const text = this.said + plain(this.taken(end));
    const isName = !this.isLong && next === ':';
    [this.said, this.isLong, this.isInText] = ['', false, false];
    return this.given(isName ? text : this.mask(text)) + this.taken(1);
  }

  /** As much of a long text as no secret goes on behind. */
  private ofLongText(): string {
    if (endOfText(this.waiting) >= 0) return '';
    const piece = plain(this.taken(endOfEscapes(this.waiting)));
    this.said += piece;
    if (this.said.length < longestName) return '';
    this.isLong = true;
    if (!mayEndWindow(piece, this.said)) return '';
    const end = endOfWindow(this.said);
    const masked = this.mask(this.said.slice(0, end));
    this.said = this.said.slice(end);
    return this.given(masked);
  }

  private taken(length: number): string {
    const text = this.waiting.slice(0, length);
    this.waiting = this.waiting.slice(length);
    return text;
  }

  private given(text: string): string {
    return JSON.stringify(text).slice(1, -1);
  }
}

const plain = (escaped: string): string => JSON.parse(`"${escaped}"`) as string;

/** Where the quotation mark stands that ends a text; -1 where none does. */
function endOfText(escaped: string): number {
  for (let quote = escaped.indexOf('"'); quote >= 0; quote = escaped.indexOf('"', quote + 1))
    if (backslashesBefore(escaped, quote) % 2 === 0) return quote;
  return -1;
}

/** Where the last whole letter ends: one may be written in up to six. */
function endOfEscapes(escaped: string): number {
  const last = escaped.lastIndexOf('\\');
  const isOpen = last >= 0 && backslashesBefore(escaped, last) % 2 === 0;
  if (!isOpen) return escaped.length;
  const length = escaped[last + 1] === 'u' ? 6 : 2;
  return last + length > escaped.length ? last : escaped.length;
}

function backslashesBefore(text: string, at: number): number {
  let count = 0;
  while (text[at - 1 - count] === '\\') count += 1;
  return count;
}
