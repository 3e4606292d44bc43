import {
  type Collection,
  type Variable,
  type VariablesState,
  variableIdsOf,
} from '../../../src/variables/state.ts';

/** A row of the table: a group of names that begin alike, or a variable. */
export type Row =
  | { readonly group: string; readonly count: number; readonly isClosed: boolean }
  | { readonly variable: Variable };

interface Looked {
  /** Words that a name or description has to have in it, in any case. */
  readonly sought: string;
  /** Groups that are shown by their name alone. */
  readonly closed: ReadonlySet<string>;
}

/** What a table shows of a collection, by groups in the order of their first variable. What is sought opens groups. */
export function rowsOf(state: VariablesState, collection: Collection, { sought, closed }: Looked): Row[] {
  const words = sought.trim().toLowerCase();
  const groups = new Map<string, Variable[]>();
  for (const id of variableIdsOf(state, collection)) {
    const variable = state.variables.get(id);
    if (variable === undefined || !hasWords(variable, words)) continue;
    const group = groupOf(variable.name);
    const known = groups.get(group);
    if (known === undefined) groups.set(group, [variable]);
    else known.push(variable);
  }
  return [...groups].flatMap(([group, variables]) => {
    const isClosed = words === '' && closed.has(group);
    const rows = isClosed ? [] : variables.map((variable) => ({ variable }));
    return group === '' ? rows : [{ group, count: variables.length, isClosed }, ...rows];
  });
}

const hasWords = ({ name, description }: Variable, words: string): boolean =>
  words === '' || name.toLowerCase().includes(words) || description.toLowerCase().includes(words);

/** All of a name but its last step. */
export const groupOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('/')));

export const ownName = (name: string): string => name.slice(name.lastIndexOf('/') + 1);
