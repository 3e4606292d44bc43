import { conflict } from '../errors.ts';

/** What there is in a place, by how many: the word for one, and that for several. */
export type Held = readonly (readonly [count: number, one: string, several: string])[];

/**
 * Refuses to delete a place that holds something, where nobody said that this goes with it.
 * @throws ApiError 409
 */
export function refuseHeld(title: string, held: Held, withContents: boolean): void {
  const words = held
    .filter(([count]) => count > 0)
    .map(([count, one, several]) => `${count} ${count === 1 ? one : several}`);
  if (withContents || words.length === 0) return;
  const all = [words.slice(0, -1).join(', '), words.at(-1)].filter((part) => part !== '').join(' and ');
  throw conflict(`${title} holds ${all}. Say "with_contents=true" to delete that with it.`);
}
