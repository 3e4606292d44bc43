import { DocumentRefused } from '../../document/document-refused.ts';
import { decodeString, isStringAt, members, type Span } from '../../document/json-spans.ts';

/** The properties of one object by name, as places in its text. */
export interface Properties {
  readonly text: Uint8Array;
  readonly spans: ReadonlyMap<string, Span>;
}

/** @throws DocumentRefused when a property is given twice: which one counts would be a guess */
export function readProperties(text: Uint8Array, start: number): Properties {
  const spans = new Map<string, Span>();
  for (const { keyStart, keyEnd, start: from, end } of members(text, start)) {
    const key = decodeString(text, keyStart, keyEnd);
    if (spans.has(key))
      throw new DocumentRefused(`The property ${key.slice(0, 100)} is given twice at byte ${keyStart}.`);
    spans.set(key, { start: from, end });
  }
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
