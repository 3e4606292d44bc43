import { svgArcTo } from './arc.ts';
import { type Path, PathPen, type WindingRule } from './path.ts';

/** Why a text is no path, and at which character. */
export type PathError = { readonly error: string; readonly at: number };

export const isPathError = (result: Path | PathError): result is PathError => 'error' in result;

const argumentsOf: Readonly<Record<string, number>> = {
  M: 2,
  L: 2,
  H: 1,
  V: 1,
  C: 6,
  S: 4,
  Q: 4,
  T: 2,
  A: 7,
  Z: 0,
};

/** A float of 32 bits, which path operations work with, ends here. */
const largest = 3e38;

type Reader = { readonly text: string; at: number };

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13 && code !== 11);

function skipSpace(reader: Reader): void {
  while (isSpace(reader.text.charCodeAt(reader.at))) reader.at += 1;
}

function skipSeparator(reader: Reader): void {
  skipSpace(reader);
  if (reader.text.charCodeAt(reader.at) !== 44) return;
  reader.at += 1;
  skipSpace(reader);
}

function skipDigits(reader: Reader): number {
  const start = reader.at;
  while (isDigit(reader.text.charCodeAt(reader.at))) reader.at += 1;
  return reader.at - start;
}

const isSign = (code: number): boolean => code === 43 || code === 45;

function skipExponent(reader: Reader): boolean {
  const letter = reader.text.charCodeAt(reader.at);
  if (letter !== 101 && letter !== 69) return true;
  reader.at += 1;
  if (isSign(reader.text.charCodeAt(reader.at))) reader.at += 1;
  return skipDigits(reader) > 0;
}

/** Reads one number; NaN where there is none or it is beyond what can be drawn. */
function readNumber(reader: Reader): number {
  const start = reader.at;
  if (isSign(reader.text.charCodeAt(reader.at))) reader.at += 1;
  let digits = skipDigits(reader);
  if (reader.text.charCodeAt(reader.at) === 46) {
    reader.at += 1;
    digits += skipDigits(reader);
  }
  if (digits === 0 || !skipExponent(reader)) return Number.NaN;
  const value = Number(reader.text.slice(start, reader.at));
  return Math.abs(value) <= largest ? value : Number.NaN;
}

function readFlag(reader: Reader): number {
  const value = reader.text.charCodeAt(reader.at) - 48;
  reader.at += 1;
  return value === 0 || value === 1 ? value : Number.NaN;
}

/** Reads the arguments of one command into `into`; false where one is missing or wrong. */
function readArguments(reader: Reader, command: string, into: number[]): boolean {
  const count = argumentsOf[command] ?? 0;
  for (let index = 0; index < count; index += 1) {
    if (index > 0) skipSeparator(reader);
    const value = command === 'A' && (index === 3 || index === 4) ? readFlag(reader) : readNumber(reader);
    if (Number.isNaN(value)) return false;
    into[index] = value;
  }
  return true;
}

/** Where the pen stands, where the outline began, and the last control point with the kind of curve it is of. */
type State = { x: number; y: number; startX: number; startY: number; cx: number; cy: number; curve: string };

function shift(command: string, values: number[], { x, y }: State): void {
  if (command === 'H') values[0]! += x;
  else if (command === 'V') values[0]! += y;
  else {
    const first = command === 'A' ? 5 : 0;
    for (let at = first; at < (argumentsOf[command] ?? 0); at += 2) {
      values[at]! += x;
      values[at + 1]! += y;
    }
  }
}

const mirrored = (state: State, curve: string): [number, number] =>
  state.curve === curve ? [2 * state.x - state.cx, 2 * state.y - state.cy] : [state.x, state.y];

function settle(state: State, x: number, y: number, curve = '', cx = x, cy = y): void {
  Object.assign(state, { x, y, curve, cx, cy });
}

function cubic(pen: PathPen, state: State, v: readonly number[]): void {
  pen.cubicTo(v[0]!, v[1]!, v[2]!, v[3]!, v[4]!, v[5]!);
  settle(state, v[4]!, v[5]!, 'C', v[2]!, v[3]!);
}

function quad(pen: PathPen, state: State, v: readonly number[]): void {
  pen.quadTo(v[0]!, v[1]!, v[2]!, v[3]!);
  settle(state, v[2]!, v[3]!, 'Q', v[0]!, v[1]!);
}

function line(pen: PathPen, state: State, x: number, y: number): void {
  pen.lineTo(x, y);
  settle(state, x, y);
}

type Draw = (pen: PathPen, state: State, values: readonly number[]) => void;

const draw: Readonly<Record<string, Draw>> = {
  M: (pen, state, [x, y]) => {
    pen.moveTo(x!, y!);
    settle(state, x!, y!);
    state.startX = x!;
    state.startY = y!;
  },
  L: (pen, state, [x, y]) => line(pen, state, x!, y!),
  H: (pen, state, [x]) => line(pen, state, x!, state.y),
  V: (pen, state, [y]) => line(pen, state, state.x, y!),
  C: cubic,
  S: (pen, state, values) => cubic(pen, state, [...mirrored(state, 'C'), ...values.slice(0, 4)]),
  Q: quad,
  T: (pen, state, values) => quad(pen, state, [...mirrored(state, 'Q'), ...values.slice(0, 2)]),
  A: (pen, state, [rx, ry, turn, large, sweep, x, y]) => {
    const arc = { rx: rx!, ry: ry!, turn: turn!, large: large === 1, sweep: sweep === 1 };
    svgArcTo(pen, state.x, state.y, x!, y!, arc);
    settle(state, x!, y!);
  },
  Z: (pen, state) => {
    pen.close();
    settle(state, state.startX, state.startY);
  },
};

/** Reads the next command's letter, or repeats the last one where numbers follow without a letter. */
function nextLetter(reader: Reader, last: string): string | undefined {
  const letter = reader.text[reader.at]!;
  if (letter.toUpperCase() in argumentsOf) {
    reader.at += 1;
    skipSpace(reader);
    return last === '' && letter.toUpperCase() !== 'M' ? undefined : letter;
  }
  if (last === '' || last === 'Z' || last === 'z') return undefined;
  return last === 'M' ? 'L' : last === 'm' ? 'l' : last;
}

/**
 * Reads an SVG path of any kind (relative steps, short forms, arcs) in one pass. Unlike SVG itself it keeps
 * nothing of a text that breaks off: the answer is the whole path or the error.
 */
export function parsePath(text: string, rule: WindingRule = 'NONZERO'): Path | PathError {
  const reader: Reader = { text, at: 0 };
  const pen = new PathPen();
  const state: State = { x: 0, y: 0, startX: 0, startY: 0, cx: 0, cy: 0, curve: '' };
  const values: number[] = [0, 0, 0, 0, 0, 0, 0];
  let last = '';
  let closed = false;
  skipSpace(reader);
  while (reader.at < text.length) {
    const letter = nextLetter(reader, last);
    if (letter === undefined) return { error: 'a command is expected', at: reader.at };
    const command = letter.toUpperCase();
    if (!readArguments(reader, command, values)) return { error: `${letter} lacks a number`, at: reader.at };
    if (letter !== command) shift(command, values, state);
    if (closed && command !== 'M' && command !== 'Z') pen.moveTo(state.x, state.y);
    draw[command]!(pen, state, values);
    closed = command === 'Z';
    last = letter;
    skipSpace(reader);
    if (text.charCodeAt(reader.at) === 44) {
      skipSeparator(reader);
      if (closed || nextIsNoNumber(reader)) return { error: 'a number is expected', at: reader.at };
    }
  }
  return pen.path(rule);
}

function nextIsNoNumber({ text, at }: Reader): boolean {
  const code = text.charCodeAt(at);
  return !(isDigit(code) || isSign(code) || code === 46);
}
