import type { Caller } from '../access/caller.ts';
import type { Variables } from '../compare/variable-changes.ts';
import type { Context } from '../context.ts';
import type { VisibleFile } from '../files/visible-file-store.ts';
import { currentVariables } from './current-variables.ts';
import { changesBehind, type PrintedMembers, printMembers } from './variable-history-store.ts';
import { mayReadVariables } from './variables-access.ts';

/** Places of two versions in the history of a file; the first one is the earlier one. */
export interface Between {
  readonly earlier: number;
  readonly later: number;
  /** Ends the work. */
  readonly signal: AbortSignal;
}

interface Sides {
  readonly earlier: Variables;
  readonly later: Variables;
}

/**
 * What changed between two versions of a file, as it was in each of them, with the collections of what changed. It
 * takes the changes from the earlier version on, and not the variables of the file. Undefined where the caller may
 * not read them.
 */
export async function variablesBetween(
  context: Context,
  caller: Caller,
  file: VisibleFile,
  { earlier, later, signal }: Between,
): Promise<Sides | undefined> {
  if (!mayReadVariables(caller, file)) return undefined;
  const { state } = await currentVariables(context, caller, file);
  let [first, second] = [nothing, nothing];
  for await (const { ordinal, before } of changesBehind(context.database, file.key, earlier)) {
    signal.throwIfAborted();
    if (ordinal <= later) first = joined(first, before);
    else second = joined(second, ofThose(before, first));
    if (ordinal > later && countOf(second) === countOf(first)) break;
  }
  second = joined(second, printMembers(idsOf(first), state));
  return { earlier: withCollections(first, state), later: withCollections(second, state) };
}

const nothing: PrintedMembers = { variables: {}, variableCollections: {} };
type State = Parameters<typeof printMembers>[1];

/** Both; of what is in both, as the first one has it. */
const joined = (first: PrintedMembers, second: PrintedMembers): PrintedMembers => ({
  variables: { ...second.variables, ...first.variables },
  variableCollections: { ...second.variableCollections, ...first.variableCollections },
});

type Members = PrintedMembers['variables'];

function ofThose(members: PrintedMembers, others: PrintedMembers): PrintedMembers {
  const known = (some: Members, others: Members): Members =>
    Object.fromEntries(Object.entries(some).filter(([id]) => Object.hasOwn(others, id)));
  return {
    variables: known(members.variables, others.variables),
    variableCollections: known(members.variableCollections, others.variableCollections),
  };
}

const idsOf = ({ variables, variableCollections }: PrintedMembers) => ({
  variables: Object.keys(variables),
  collections: Object.keys(variableCollections),
});

const countOf = (members: PrintedMembers): number =>
  Object.values(idsOf(members)).reduce((sum, ids) => sum + ids.length, 0);

/** What is there, with the collections of its variables as they are now where they did not change. */
function withCollections({ variables, variableCollections }: PrintedMembers, state: State): Variables {
  const named = Object.values(variables).flatMap((one) =>
    one === null ? [] : [String(one.variableCollectionId)],
  );
  const others = named.filter((id) => !Object.hasOwn(variableCollections, id));
  const now = printMembers({ variables: [], collections: new Set(others) }, state).variableCollections;
  return { variables: present(variables), variableCollections: present({ ...now, ...variableCollections }) };
}

const present = (members: Members): Variables['variables'] =>
  Object.fromEntries(Object.entries(members).flatMap(([id, one]) => (one === null ? [] : [[id, one]])));
