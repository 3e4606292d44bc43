import { runYielding } from '../content/yielding.ts';
import { DocumentRefused } from '../document/document-refused.ts';
import { withoutMark } from '../document/json-check.ts';
import { checkJsonInSteps, checkUtf8InSteps } from '../document/json-check-in-steps.ts';
import {
  type JsonBounds,
  JsonRefused,
  jsonInSteps,
  mostLevels,
  mostMapEntries,
  NotJson,
  stepBytes,
} from '../document/json-in-steps.ts';
import { type ApiError, badRequest } from '../errors.ts';

/** Up to this size, which takes some milliseconds at the worst, a body is read at once. */
const atOnceBytes = 256 * 1024;

/** Of what may be no longer than is checked elsewhere: its value takes only a few times as much. */
export const bodyBounds: JsonBounds = {
  pieceBytes: Number.POSITIVE_INFINITY,
  deepBytes: 4 * 1024 * 1024,
  entries: Number.POSITIVE_INFINITY,
  mapEntries: mostMapEntries,
};

/**
 * The value of a body of JSON; undefined for an empty one. A large one is read in steps: 15 MB of the smallest lists
 * hold up everybody else for half a second.
 *
 * @throws ApiError 400
 */
export async function jsonOf(bytes: Buffer): Promise<unknown> {
  if (bytes.length <= atOnceBytes && !isDeep(bytes)) return jsonAtOnce(textOf(bytes));
  try {
    return await runYielding(largeJson(bytes));
  } catch (error) {
    if (error instanceof NotJson) throw badRequest(await whyNoJson(bytes, error));
    if (error instanceof JsonRefused) throw badRequest(`The body is ${error.message}.`);
    throw error instanceof DocumentRefused ? notText() : error;
  }
}

const [quote, backslash, openList, openMap] = Buffer.from('"\\[{');
const [closeList, closeMap] = Buffer.from(']}');

/** Whether lists and maps may lie within each other further than they are read; reading in steps tells then. */
function isDeep(bytes: Buffer): boolean {
  if (bytes.length <= mostLevels) return false;
  let levels = 0;
  let isInText = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === quote) isInText = !isInText;
    else if (isInText) at += byte === backslash ? 1 : 0;
    else if (byte === openList || byte === openMap) levels += 1;
    else if (byte === closeList || byte === closeMap) levels -= 1;
    if (levels > mostLevels) return true;
  }
  return false;
}

/** A sentence that names what is wrong, and at which byte. */
async function whyNoJson(bytes: Buffer, { message }: NotJson): Promise<string> {
  try {
    await runYielding(checkJsonInSteps(bytes));
    return `The body is ${message}.`;
  } catch (error) {
    if (!(error instanceof DocumentRefused)) throw error;
    return error.message.replace('The file', 'The body');
  }
}

function* largeJson(bytes: Buffer): Generator<void, unknown> {
  yield* checkUtf8InSteps(bytes);
  yield* refuseNulEscape(bytes);
  const { buffer, byteOffset, length } = withoutMark(bytes);
  return yield* jsonInSteps(Buffer.from(buffer, byteOffset, length), bodyBounds);
}

function jsonAtOnce(text: string): unknown {
  if (text === '') return undefined;
  if (nulEscape.test(text)) throw nulRefusal();
  try {
    return JSON.parse(text);
  } catch (error) {
    throw badRequest(`The body is not well-formed JSON: ${(error as Error).message.slice(0, 200)}.`);
  }
}

/** The text without the byte order mark that may stand before it. */
export function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw notText();
  }
}

const notText = (): ApiError => badRequest('The body is not text in UTF-8.');

export const nulRefusal = (): ApiError => badRequest('Text with a NUL character is not taken.');

/** An escaped NUL character: no text of the interface needs one, and PostgreSQL stores none. */
const nulEscape = /(?:^|[^\\])(?:\\\\)*\\u0000/;

/** Looked for without its backslash, of which there may be millions in a row. */
const nulDigits = Buffer.from('u0000');

/** The same in steps. */
function* refuseNulEscape(bytes: Buffer): Generator<void> {
  for (let from = 0; from < bytes.length; from += stepBytes) {
    const part = bytes.subarray(from, from + stepBytes + nulDigits.length);
    for (let at = part.indexOf(nulDigits); at >= 0; at = part.indexOf(nulDigits, at + 1))
      if (backslashesBefore(bytes, from + at) % 2 === 1) throw nulRefusal();
    yield;
  }
}

function backslashesBefore(bytes: Buffer, end: number): number {
  let at = end;
  while (bytes[at - 1] === 0x5c) at -= 1;
  return end - at;
}
