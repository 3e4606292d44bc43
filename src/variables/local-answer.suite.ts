import { type printCollection, printedParts, type printVariable } from './print-local-variables.ts';
import type { VariablesState } from './state.ts';

interface LocalAnswer {
  readonly status: 200;
  readonly error: false;
  readonly meta: {
    readonly variables: Record<string, ReturnType<typeof printVariable>>;
    readonly variableCollections: Record<string, ReturnType<typeof printCollection>>;
  };
}

/** What an answer shows of a state, put together of its parts without the way through JSON. */
export function localAnswerOf(state: VariablesState): LocalAnswer {
  const meta: LocalAnswer['meta'] = { variables: {}, variableCollections: {} };
  const members = { variable: meta.variables, collection: meta.variableCollections };
  for (const part of printedParts(state)) {
    if (part !== undefined) Object.assign(members[part[0]], { [part[1].id]: part[1] });
  }
  return { status: 200, error: false, meta };
}
