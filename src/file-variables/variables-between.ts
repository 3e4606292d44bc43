import type { Caller } from '../access/caller.ts';
import type { Variables } from '../compare/variable-changes.ts';
import { runYielding } from '../content/yielding.ts';
import type { Context } from '../context.ts';
import type { VisibleFile } from '../files/visible-file-store.ts';
import type { VariablesState } from '../variables/state.ts';
import { currentVariables } from './current-variables.ts';
import { type PrintedMember, type PrintedMembers, printMembers } from './printed-members.ts';
import { changesBehind } from './variable-history-store.ts';
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
    await runYielding(ordinal <= later ? keepFirst(first, before) : keepFirst(second, before, first));
    if (ordinal > later && countOf(second) === countOf(first)) break;
  }
  const ids = { variables: first.variables.keys(), collections: first.variableCollections.keys() };
  await runYielding(keepFirst(second, await runYielding(printMembers(ids, state))));
  return {
    earlier: await runYielding(withCollections(first, state)),
    later: await runYielding(withCollections(second, state)),
  };
}

type Members = { readonly [Kind in keyof PrintedMembers]: Map<string, PrintedMember> };

const noMembers = (): Members => ({ variables: new Map(), variableCollections: new Map() });

/** Adds what is not there yet, of all or of those that others have too; yields after each. */
function* keepFirst(members: Members, more: PrintedMembers, others?: Members): Generator<void, void> {
  for (const kind of ['variables', 'variableCollections'] as const)
    for (const [id, one] of more[kind]) {
      if (!members[kind].has(id) && others?.[kind].has(id) !== false) members[kind].set(id, one);
      yield;
    }
}

const countOf = ({ variables, variableCollections }: Members): number =>
  variables.size + variableCollections.size;

/** What is there, with the collections of its variables as they are now where they did not change. */
function* withCollections(
  { variables, variableCollections }: PrintedMembers,
  state: VariablesState,
): Generator<void, Variables> {
  const others = new Set<string>();
  for (const one of variables.values()) {
    const id = String(one?.variableCollectionId);
    if (one !== null && !variableCollections.has(id)) others.add(id);
    yield;
  }
  const now = yield* printMembers({ variables: [], collections: others }, state);
  return {
    variables: yield* present(variables),
    variableCollections: yield* present(new Map([...now.variableCollections, ...variableCollections])),
  };
}

function* present(members: ReadonlyMap<string, PrintedMember>): Generator<void, Variables['variables']> {
  const there: Record<string, NonNullable<PrintedMember>> = Object.create(null);
  for (const [id, one] of members) {
    if (one !== null) there[id] = one;
    yield;
  }
  return there;
}
