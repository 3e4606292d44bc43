import { DocumentRefused } from '../../../document/document-refused.ts';

const freeValues = 20_000_000;
const valuesForByte = 100;

/** For a design of so many bytes. */
export const mostValues = (sizeBytes: number): number => freeValues + valuesForByte * sizeBytes;

/**
 * Bounds how many values are gone through for a design. What is named again and again, as components, outlines and
 * lists are, multiplies the few that it holds.
 */
export class Effort {
  readonly #most: number;
  #spent = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** @throws DocumentRefused above the limit */
  spend(values: number): void {
    this.#spent += values;
    if (this.#spent <= this.#most) return;
    const most = this.#most.toLocaleString('en');
    throw new DocumentRefused(`The components of the design unfold to more than ${most} values.`);
  }
}

/** How many values a value of a message is made of; of bytes and plain values none. */
export function valuesIn(value: unknown): number {
  if (Array.isArray(value)) {
    let count = value.length;
    if (typeof value[0] === 'object') for (const one of value) count += valuesIn(one);
    return count;
  }
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return 0;
  let count = 0;
  for (const name in value) count += 1 + valuesIn((value as Record<string, unknown>)[name]);
  return count;
}
