import { DocumentRefused } from '../../document/document-refused.ts';
import { checkEnd } from '../../document/json-check.ts';
import { decodeString, isStringAt, members, type Span } from '../../document/json-spans.ts';
import { walkColon, walkComma, walkSpace, walkString } from '../../document/json-tokens.ts';
import { OBJECT, OpenContainers, walkValue } from '../../document/json-walk.ts';

/** The properties of one object by name, as places in its text. */
export interface Properties {
  readonly text: Uint8Array;
  readonly spans: ReadonlyMap<string, Span>;
}

/** Of text that is known to be JSON. @throws DocumentRefused when a property is given twice: which one counts would be a guess */
export function readProperties(text: Uint8Array, start: number): Properties {
  const spans = new Map<string, Span>();
  for (const { keyStart, keyEnd, start: from, end } of members(text, start)) {
    const key = decodeString(text, keyStart, keyEnd);
    if (spans.has(key)) throw givenTwice(key, keyStart);
    spans.set(key, { start: from, end });
  }
  return { text, spans };
}

const givenTwice = (key: string, at: number) =>
  new DocumentRefused(`The property ${key.slice(0, 100)} is given twice at byte ${at}.`);

/** A property whose value has not been walked over yet. */
interface Reached {
  readonly key: string;
  /** Of its value. */
  readonly start: number;
}

/**
 * Walks over text that is one object and nothing more, and yields at each property. Whoever knows where its value ends
 * says so, and nobody walks over it twice.
 *
 * @throws DocumentRefused for what is no JSON, and when a property is given twice
 */
export function* walkProperties(
  text: Uint8Array,
  start: number,
): Generator<Reached, Properties, number | undefined> {
  const walk = { open: new OpenContainers() };
  walk.open.push(OBJECT, start);
  const spans = new Map<string, Span>();
  let at = walkSpace(text, start + 1, undefined);
  while (text[at] !== 0x7d) {
    if (spans.size > 0) at = walkComma(text, at);
    const keyEnd = walkString(text, at);
    const key = decodeString(text, at, keyEnd);
    if (spans.has(key)) throw givenTwice(key, at);
    const value = walkColon(text, keyEnd, undefined);
    const end = (yield { key, start: value }) ?? walkValue(text, value, walk);
    spans.set(key, { start: value, end });
    at = walkSpace(text, end, undefined);
  }
  checkEnd(text, at + 1);
  return { text, spans };
}

/** The value of a property that is a string. */
export function stringProperty({ text, spans }: Properties, name: string): string | undefined {
  const span = spans.get(name);
  if (span === undefined || !isStringAt(text, span.start)) return undefined;
  return decodeString(text, span.start, span.end);
}

export function textOf({ text, spans }: Properties, name: string): Uint8Array | undefined {
  const span = spans.get(name);
  return span === undefined ? undefined : text.subarray(span.start, span.end);
}
