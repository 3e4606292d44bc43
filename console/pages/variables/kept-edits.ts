import type { Edit } from './edit-history.ts';

const placeOf = (file: string): string => `vitrine variables ${file}`;

/** What was done in this tab and not yet saved, also when the page was loaded again or the session ended meanwhile. */
export function keptEdits(file: string): readonly Edit[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(placeOf(file)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isEdit) : [];
  } catch {
    return [];
  }
}

const isEdit = (one: unknown): one is Edit =>
  typeof one === 'object' && one !== null && 'changes' in one && 'firstId' in one;

/** Keeps them, as far as the browser has room. */
export function keepEdits(file: string, edits: readonly Edit[]): void {
  try {
    if (edits.length === 0) sessionStorage.removeItem(placeOf(file));
    else sessionStorage.setItem(placeOf(file), JSON.stringify(edits));
  } catch {
    // Without room there is nothing to come back to.
  }
}
