import { Buffer } from 'node:buffer';
import { printLocalVariables } from '../variables/print-local-variables.ts';
import type { Publication } from '../variables/published-variables.ts';
import type { VariablesState } from '../variables/state.ts';
import { type RevisionShelf, revisionShelf } from './revision-shelf.ts';

/** The variables of one file at one revision. */
export interface LocalVariables {
  readonly revision: string;
  readonly state: VariablesState;
  /** The answer of getLocalVariables, printed when first asked for. */
  readonly answer: () => Buffer;
}

/** Variables that were read or changed lately, so that neither reading nor a small change begins with the rows. */
export interface VariablesShelves {
  /** By key of the file. */
  readonly local: RevisionShelf<LocalVariables>;
  /** By key of the library. */
  readonly published: RevisionShelf<Publication>;
}

/** A variable takes about two kilobytes. */
const mostVariables = 100_000;

export const variablesShelves = (): VariablesShelves => ({
  local: revisionShelf({ mostWeight: mostVariables, weightOf: ({ state }) => state.variables.size + 1 }),
  published: revisionShelf({ mostWeight: mostVariables, weightOf: ({ state }) => state.variables.size + 1 }),
});

export function localVariables(revision: string, state: VariablesState): LocalVariables {
  let printed: Buffer | undefined;
  const answer = (): Buffer => {
    printed ??= Buffer.from(JSON.stringify(printLocalVariables(state)));
    return printed;
  };
  return { revision, state, answer };
}
