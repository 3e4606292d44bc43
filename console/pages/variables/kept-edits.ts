import { keepInTab, keptInTab } from '../../api/kept-in-tab.ts';
import type { Edit } from './edit-history.ts';

const placeOf = (file: string): string => `variables ${file}`;

/** What was done in this tab and not yet saved. */
export function keptEdits(file: string): readonly Edit[] {
  try {
    const kept: unknown = JSON.parse(keptInTab(placeOf(file)) || '[]');
    return Array.isArray(kept) ? kept.filter(isEdit) : [];
  } catch {
    return [];
  }
}

const isEdit = (one: unknown): one is Edit =>
  typeof one === 'object' && one !== null && 'changes' in one && 'firstId' in one;

export const keepEdits = (file: string, edits: readonly Edit[]): void =>
  keepInTab(placeOf(file), edits.length === 0 ? '' : JSON.stringify(edits));
