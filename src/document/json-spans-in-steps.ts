import { JsonRefused, stepBytes } from './json-in-steps.ts';
import { decodeString, type Member, members, type Span, skipSpace, wordEnd } from './json-spans.ts';

/** Longer than the name of anything is. */
const mostNameBytes = 64 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/** Behind a value that begins there. */
export function* valueEndInSteps(text: Uint8Array, start: number): Generator<undefined, number> {
  const first = text[start];
  if (first !== QUOTE && first !== 0x7b && first !== 0x5b) return wordEnd(text, start);
  let [levels, isInString, stepEnd] = [0, false, start + stepBytes];
  for (let at = start; ; at += 1) {
    const byte = text[at]!;
    if (byte === QUOTE) isInString = !isInString;
    else if (isInString && byte === BACKSLASH) at += 1;
    else if (!isInString && (byte === 0x7b || byte === 0x5b)) levels += 1;
    else if (!isInString && (byte === 0x7d || byte === 0x5d)) levels -= 1;
    if (levels === 0 && !isInString) return at + 1;
    if (at < stepEnd) continue;
    yield;
    stepEnd = at + stepBytes;
  }
}

/** The properties of an object as `members` gives them; nothing where a step ends. */
function* membersByStep(text: Uint8Array, start: number): Generator<Member | undefined, void> {
  let stepEnd = start + stepBytes;
  for (let at = skipSpace(text, start + 1); text[at] !== 0x7d; ) {
    if (text[at] === COMMA) at = skipSpace(text, at + 1);
    const keyStart = at;
    const keyEnd = yield* valueEndInSteps(text, keyStart);
    const value = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = yield* valueEndInSteps(text, value);
    yield { keyStart, keyEnd, start: value, end };
    at = skipSpace(text, end);
    if (at <= stepEnd) continue;
    yield;
    stepEnd = at + stepBytes;
  }
}

/**
 * The properties of the object whose brace is at `start`, the last of each name, with a yield after each.
 * @throws JsonRefused for a name that is no name
 */
export function* propertiesInSteps(text: Uint8Array, start: number): Generator<void, Map<string, Span>> {
  const found = new Map<string, Span>();
  for (const member of membersByStep(text, start)) {
    if (member !== undefined) found.set(nameOf(text, member), { start: member.start, end: member.end });
    yield;
  }
  return found;
}

function nameOf(text: Uint8Array, { keyStart, keyEnd }: Member): string {
  if (keyEnd - keyStart > mostNameBytes)
    throw new JsonRefused(`JSON with a name of more than ${mostNameBytes} bytes`);
  return decodeString(text, keyStart, keyEnd);
}

/** The properties of an object as `members` gives them, with yields on the way. */
export function* membersInSteps(text: Uint8Array, start: number): Generator<void, Member[]> {
  if (text.length <= stepBytes) return [...members(text, start)];
  const found: Member[] = [];
  for (const member of membersByStep(text, start)) {
    if (member === undefined) yield;
    else found.push(member);
  }
  return found;
}
