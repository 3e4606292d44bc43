import { checkEnd, checkSize, requireUtf8, withoutMark } from './json-check.ts';
import { stepBytes } from './json-in-steps.ts';
import {
  nameMissing,
  refusedAt,
  separatorMissing,
  walkColon,
  walkLettersTo,
  walkSpace,
  walkWord,
} from './json-tokens.ts';
import { ARRAY, OBJECT, OpenContainers } from './json-walk.ts';

/** A string that ends so soon is walked over without being ready to stop in it. */
const shortBytes = 4096;
/** Of a number, or of white space. */
const longestBytes = 64 * 1024;
/** Bytes that are looked at at once for whether they are UTF-8, which is ten times as fast. */
const utf8StepBytes = 2 * 1024 * 1024;

const QUOTE = 0x22;
const COMMA = 0x2c;

/**
 * The same as `checkJson`, with yields in between: text of tens of megabytes takes a second at once. Numbers and white
 * space that no design has, of more than 64 KiB in one run, may be refused as what else stands there.
 *
 * @returns the text without a byte order mark
 * @throws DocumentRefused by the same sentences
 */
export function* checkJsonInSteps(bytes: Uint8Array): Generator<void, Uint8Array> {
  checkSize(bytes);
  yield* checkUtf8InSteps(bytes);
  const text = withoutMark(bytes);
  checkEnd(text, yield* walkInSteps(text, walkSpace(text, 0, undefined)));
  return text;
}

/** @throws DocumentRefused */
export function* checkUtf8InSteps(bytes: Uint8Array): Generator<void> {
  for (let from = 0; from < bytes.length; ) {
    const to = characterStart(bytes, from + utf8StepBytes);
    requireUtf8(bytes.subarray(from, to));
    from = to;
    yield;
  }
}

/** Where the character begins that a byte belongs to: no more than three bytes before it. */
function characterStart(bytes: Uint8Array, at: number): number {
  if (at >= bytes.length) return bytes.length;
  for (let back = 0; back < 4; back += 1) if ((bytes[at - back]! & 0xc0) !== 0x80) return at - back;
  return at;
}

/** The walk of `walkValue` with nothing that goes along with it. */
function* walkInSteps(text: Uint8Array, start: number): Generator<void, number> {
  const open = new OpenContainers();
  const from = upTo(text);
  let [at, stepEnd] = [start, start + stepBytes];
  for (;;) {
    if (at > stepEnd) {
      yield;
      stepEnd = at + stepBytes;
    }
    const byte = text[at];
    if (byte === OBJECT || byte === ARRAY) {
      open.push(byte, at);
      at = walkSpace(from(at), at + 1, undefined);
      if (text[at] !== byte + 2) {
        if (byte === OBJECT) {
          at = walkShortString(text, at) ?? (yield* walkStringInSteps(text, at));
          at = walkColon(from(at), at, undefined);
        }
        continue;
      }
      open.pop();
      at += 1;
    } else if (byte === QUOTE) at = walkShortString(text, at) ?? (yield* walkStringInSteps(text, at));
    else at = walkWord(from(at), at);
    at = closeEnded(from, at, open);
    if (open.count === 0) return at;
    at = walkSpace(from(at), at + 1, undefined);
    if (open.top !== OBJECT) continue;
    at = walkShortString(text, at) ?? (yield* walkStringInSteps(text, at));
    at = walkColon(from(at), at, undefined);
  }
}

/** From behind a value over all that ends with it: to the comma behind, or the end of all. */
function closeEnded(from: (at: number) => Uint8Array, start: number, open: OpenContainers): number {
  for (let at = start; ; at += 1) {
    if (open.count === 0) return at;
    at = walkSpace(from(at), at, undefined);
    const next = from(at)[at] ?? 0;
    if (next === COMMA) return at;
    if (next !== open.top + 2) throw refusedAt(from(at), at, separatorMissing);
    open.pop();
  }
}

/** The text up to some way behind a place: what is walked over at once ends there. */
function upTo(text: Uint8Array): (at: number) => Uint8Array {
  let near = text.subarray(0, stepBytes);
  return (at) => {
    if (at + longestBytes > near.length && near.length < text.length)
      near = text.subarray(0, at + longestBytes + stepBytes);
    return near;
  };
}

/** Behind a string that ends soon; undefined where it does not. */
function walkShortString(text: Uint8Array, start: number): number | undefined {
  if (text[start] !== QUOTE) throw refusedAt(text, start, nameMissing);
  const end = walkLettersTo(text, start + 1, Math.min(start + shortBytes, text.length));
  return end < text.length && text[end] === QUOTE ? end + 1 : undefined;
}

function* walkStringInSteps(text: Uint8Array, start: number): Generator<void, number> {
  for (let at = start + 1; ; ) {
    at = walkLettersTo(text, at, Math.min(at + stepBytes, text.length));
    if (at >= text.length) throw refusedAt(text, text.length, '');
    if (text[at] === QUOTE) return at + 1;
    yield;
  }
}
