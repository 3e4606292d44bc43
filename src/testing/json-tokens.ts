/**
 * The first place where two JSON texts differ as tokens, said in words; nothing when they are equal. White
 * space doesn't count; the order of keys, the spelling of numbers and the escapes in strings do. Works on
 * trees of any depth: nothing is parsed.
 */
export function tokenDifference(left: Uint8Array, right: Uint8Array): string | undefined {
  let leftAt = 0;
  let rightAt = 0;
  for (let count = 0; ; count++) {
    const a = nextToken(left, leftAt);
    const b = nextToken(right, rightAt);
    if (!sameBytes(left, a, right, b)) {
      return `token ${count}: ${show(left, a)} at byte ${a.start}, ${show(right, b)} at byte ${b.start}`;
    }
    if (a.start === a.end) return undefined;
    leftAt = a.end;
    rightAt = b.end;
  }
}

interface Token {
  readonly start: number;
  readonly end: number;
}

const punctuation = new Set([...'{}[]:,'].map((mark) => mark.charCodeAt(0)));
const space = new Set([...' \t\r\n'].map((mark) => mark.charCodeAt(0)));

/** Empty at the end of the text. */
function nextToken(text: Uint8Array, from: number): Token {
  let start = from;
  while (start < text.length && space.has(text[start]!)) start++;
  if (start === text.length) return { start, end: start };
  if (punctuation.has(text[start]!)) return { start, end: start + 1 };
  return { start, end: text[start] === 0x22 ? stringEnd(text, start) : wordEnd(text, start) };
}

function stringEnd(text: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== 0x22) at += text[at] === 0x5c ? 2 : 1;
  return Math.min(at + 1, text.length);
}

function wordEnd(text: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < text.length && !punctuation.has(text[at]!) && !space.has(text[at]!) && text[at] !== 0x22) at++;
  return at;
}

function sameBytes(left: Uint8Array, a: Token, right: Uint8Array, b: Token): boolean {
  if (a.end - a.start !== b.end - b.start) return false;
  for (let index = 0; index < a.end - a.start; index++) {
    if (left[a.start + index] !== right[b.start + index]) return false;
  }
  return true;
}

function show(text: Uint8Array, { start, end }: Token): string {
  if (start === end) return 'the end';
  return Buffer.from(text.subarray(start, Math.min(end, start + 60))).toString();
}
