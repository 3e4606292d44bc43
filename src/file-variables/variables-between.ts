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
  const [first, second] = [noMembers(), noMembers()];
  for await (const { ordinal, before } of changesBehind(context.database, file.key, earlier)) {
    signal.throwIfAborted();
    if (ordinal <= later) keepFirst(first, before);
    else keepFirst(second, before, first);
    if (ordinal > later && countOf(second) === countOf(first)) break;
  }
  const ids = { variables: first.variables.keys(), collections: first.variableCollections.keys() };
  keepFirst(second, printMembers(ids, state));
  return { earlier: withCollections(first, state), later: withCollections(second, state) };
}

type State = Parameters<typeof printMembers>[1];
type Member = PrintedMembers['variables'][string];
type Members = { readonly [Kind in keyof PrintedMembers]: Map<string, Member> };

const noMembers = (): Members => ({ variables: new Map(), variableCollections: new Map() });

/** Adds what is not there yet, of all or of those that others have too. */
function keepFirst(members: Members, more: PrintedMembers, others?: Members): void {
  for (const kind of ['variables', 'variableCollections'] as const)
    for (const [id, one] of Object.entries(more[kind]))
      if (!members[kind].has(id) && others?.[kind].has(id) !== false) members[kind].set(id, one);
}

const countOf = ({ variables, variableCollections }: Members): number =>
  variables.size + variableCollections.size;

/** What is there, with the collections of its variables as they are now where they did not change. */
function withCollections({ variables, variableCollections }: Members, state: State): Variables {
  const named = [...variables.values()].flatMap((one) =>
    one === null ? [] : [String(one.variableCollectionId)],
  );
  const others = new Set(named.filter((id) => !variableCollections.has(id)));
  const now = printMembers({ variables: [], collections: others }, state).variableCollections;
  return {
    variables: present(variables),
    variableCollections: present([...Object.entries(now), ...variableCollections]),
  };
}

const present = (members: Iterable<readonly [string, Member]>): Variables['variables'] =>
  Object.fromEntries([...members].flatMap(([id, one]) => (one === null ? [] : [[id, one]])));
