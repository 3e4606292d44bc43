import { Draft } from './draft.ts';
import { forgetCollection, forgetVariable } from './references.ts';
import type { VariablesState } from './state.ts';

/**
 * Lets go of what was deleted and is referenced no more, once the document has lost references. Aliases need no
 * such look: a change that takes the last one away takes the deleted variable with it.
 *
 * @see VAR-21, VAR-26
 */
export function forgetUnreferenced(state: VariablesState, isBound: (id: string) => boolean): VariablesState {
  const draft = new Draft(state, { newId: noNewThings, newKey: noNewThings, isBound });
  const collections = [...state.collections].map(([, collection]) => collection);
  for (const { deletedIds } of collections) for (const id of deletedIds) forgetVariable(draft, id);
  for (const { id } of collections) forgetCollection(draft, id);
  return draft.finish();
}

function noNewThings(): never {
  throw new Error('forgetting makes nothing');
}
