/** A token of JSON text: punctuation, a string by its meaning, a number or word by its spelling. */
export interface JsonToken {
  readonly kind: 'mark' | 'string' | 'literal';
  readonly text: string;
  /** Offset in the text. */
  readonly at: number;
}

const space = new Set([0x20, 0x09, 0x0a, 0x0d]);
const quote = 0x22;
const backslash = 0x5c;
const marks = new Set([...'{}[]:,'].map((mark) => mark.charCodeAt(0)));

/** Reads well-formed JSON as tokens, however deep it is; order and spelling of numbers stay. */
export function* jsonTokens(bytes: Buffer, start = 0): Generator<JsonToken> {
  let at = start;
  while (at < bytes.length) {
    const code = bytes[at] as number;
    if (space.has(code)) {
      at += 1;
      continue;
    }
    const end = marks.has(code) ? at + 1 : code === quote ? endOfString(bytes, at) : endOfLiteral(bytes, at);
    const text = bytes.toString('utf8', at, end);
    yield marks.has(code)
      ? { kind: 'mark', text, at }
      : code === quote
        ? { kind: 'string', text: JSON.parse(text), at }
        : { kind: 'literal', text, at };
    at = end;
  }
}

/** The bytes of one property of the object at the top, or undefined where it lacks it. */
export function propertyBytes(bytes: Buffer, name: string): Buffer | undefined {
  let depth = 0;
  let previous: JsonToken | undefined;
  let key: JsonToken | undefined;
  let start = -1;
  for (const token of jsonTokens(bytes, hasByteOrderMark(bytes) ? 3 : 0)) {
    if (start >= 0 && depth === 1 && token.kind === 'mark' && ',}'.includes(token.text)) {
      return bytes.subarray(start, token.at);
    }
    if (token.kind === 'mark' && '{['.includes(token.text)) depth += 1;
    if (token.kind === 'mark' && '}]'.includes(token.text)) depth -= 1;
    if (depth === 1 && token.text === ':' && token.kind === 'mark') key = previous;
    if (key?.kind === 'string' && key.text === name && start < 0) start = token.at + 1;
    previous = token;
  }
  return undefined;
}

/** Where two JSON texts differ first, told with what stands there; undefined where they are equal. */
export function firstDifference(left: Buffer, right: Buffer): string | undefined {
  const others = jsonTokens(right);
  for (const token of jsonTokens(left)) {
    const { value: other, done } = others.next();
    if (done === true) return `the second ends where the first has ${around(left, token.at)}`;
    if (other.kind !== token.kind || other.text !== token.text)
      return `${around(left, token.at)} became ${around(right, other.at)}`;
  }
  const more = others.next().value;
  return more === undefined ? undefined : `the second goes on with ${around(right, more.at)}`;
}

const around = (bytes: Buffer, at: number): string => bytes.toString('utf8', Math.max(0, at - 60), at + 60);

const hasByteOrderMark = (bytes: Buffer): boolean => bytes.subarray(0, 3).toString('hex') === 'efbbbf';

function endOfString(bytes: Buffer, at: number): number {
  let end = at + 1;
  while (bytes[end] !== quote) end += bytes[end] === backslash ? 2 : 1;
  return end + 1;
}

function endOfLiteral(bytes: Buffer, at: number): number {
  let end = at;
  while (end < bytes.length && !marks.has(bytes[end] as number) && !space.has(bytes[end] as number)) end += 1;
  return end;
}
