import type { Buffer } from 'node:buffer';
import type { Publication } from '../variables/published-variables.ts';
import { roughSizeBytes } from '../variables/rough-size.ts';
import type { VariablesState } from '../variables/state.ts';
import { type RevisionShelf, revisionShelf } from './revision-shelf.ts';

/** The variables of one file at one revision. */
export interface LocalVariables {
  readonly revision: string;
  readonly state: VariablesState;
  /** The answer of getLocalVariables, printed when first asked for. */
  readonly answer: () => Promise<Buffer>;
}

/** Variables that were read or changed lately, so that neither reading nor a small change begins with the rows. */
export interface VariablesShelves {
  /** By key of the file. */
  readonly local: RevisionShelf<LocalVariables>;
  /** By key of the library. */
  readonly published: RevisionShelf<Publication>;
}

/** Of each of the two. */
const mostBytes = 128 * 1024 * 1024;

export const variablesShelves = (): VariablesShelves => ({
  local: revisionShelf({ mostWeight: mostBytes, weightOf: ({ state }) => roughSizeBytes(state) }),
  published: revisionShelf({ mostWeight: mostBytes, weightOf: ({ state }) => roughSizeBytes(state) }),
});
