import { DocumentRefused } from './document-refused.ts';
import { refusedAt, separatorMissing, walkColon, walkSpace, walkString, walkWord } from './json-tokens.ts';
import { type Note, noteString } from './noted-strings.ts';
import type { SpanWriter } from './span-writer.ts';

/** Objects and arrays that may stand within each other. */
export const maxJsonLevels = 100_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
/** The first bytes of objects and arrays; what ends them is two more. */
export const OBJECT = 0x7b;
export const ARRAY = 0x5b;

/** What goes along with a walk over JSON text. */
export interface Walk {
  readonly open: OpenContainers;
  /** Takes what is walked over, without its white space. */
  readonly writer?: SpanWriter | undefined;
  readonly note?: Note | undefined;
}

/** The kinds of the containers around the place that a walk has reached. */
export class OpenContainers {
  count = 0;
  top = 0;
  #kinds = new Uint8Array(256);
  #entries = new Uint32Array(256);
  readonly #mostEntries: number;

  /** @param mostEntries of one object */
  constructor(mostEntries = Number.POSITIVE_INFINITY) {
    this.#mostEntries = mostEntries;
  }

  push(kind: number, at: number): void {
    if (this.count === maxJsonLevels) {
      throw new DocumentRefused(`The file nests deeper than ${maxJsonLevels} levels at byte ${at}.`);
    }
    if (this.count === this.#kinds.length) {
      this.#kinds = twiceAsLong(this.#kinds, new Uint8Array(this.#kinds.length * 2));
      this.#entries = twiceAsLong(this.#entries, new Uint32Array(this.#entries.length * 2));
    }
    this.#entries[this.count] = 0;
    this.#kinds[this.count++] = kind;
    this.top = kind;
  }

  /** Counts an entry of the innermost object. */
  addEntry(): void {
    this.#entries[this.count - 1]! += 1;
    if (this.#entries[this.count - 1]! > this.#mostEntries)
      throw new DocumentRefused(`An object of the file has more than ${this.#mostEntries} entries.`);
  }

  pop(): void {
    this.count--;
    this.top = this.count > 0 ? this.#kinds[this.count - 1]! : 0;
  }
}

function twiceAsLong<T extends Uint8Array | Uint32Array>(list: T, longer: T): T {
  longer.set(list);
  return longer;
}

/**
 * Walks over one value from its first byte and checks the grammar of RFC 8259 on the way, without building anything
 * and without recursion.
 *
 * @returns the offset behind the value
 * @throws DocumentRefused
 */
export function walkValue(text: Uint8Array, start: number, walk: Walk): number {
  const { open, writer, note } = walk;
  const outside = open.count;
  let at = start;
  for (;;) {
    // A value is due at `at`.
    const byte = text[at];
    if (byte === QUOTE) {
      const end = walkString(text, at);
      if (note !== undefined) noteString(text, at, end, note);
      at = end;
    } else if (byte === OBJECT || byte === ARRAY) {
      open.push(byte, at);
      at = walkSpace(text, at + 1, writer);
      if (text[at] !== byte + 2) {
        if (byte === OBJECT) at = walkNotedKey(text, at, walk);
        continue;
      }
      open.pop();
      at++;
    } else {
      at = walkWord(text, at);
    }
    // A value has ended at `at`: close what ends here, then go on to the next value.
    for (;;) {
      if (open.count === outside) return at;
      at = walkSpace(text, at, writer);
      const next = at < text.length ? text[at] : 0;
      if (next === COMMA) {
        at = walkSpace(text, at + 1, writer);
        if (open.top === OBJECT) at = walkNotedKey(text, at, walk);
        break;
      }
      if (next !== open.top + 2) throw refusedAt(text, at, separatorMissing);
      open.pop();
      at++;
    }
  }
}

function walkNotedKey(text: Uint8Array, at: number, { open, writer, note }: Walk): number {
  open.addEntry();
  const end = walkString(text, at);
  if (note !== undefined) noteString(text, at, end, note);
  return walkColon(text, end, writer);
}
