import { type PersistentMap, persistentMap, persistentMapSteps } from './persistent-map.ts';

/**
 * Which variable aliases which, whatever the mode or the extension. Modes are chosen per collection and in any
 * combination, so a loop over different modes is a loop for somebody: the graph knows no modes.
 */
export interface AliasGraph {
  /** Source to its targets, each with the number of values that alias it. */
  readonly targets: PersistentMap<ReadonlyMap<string, number>>;
  /** Target to its sources. */
  readonly sources: PersistentMap<PersistentMap<true>>;
}

export const noAliases: AliasGraph = { targets: persistentMap(), sources: persistentMap() };

type Pairs = Iterable<readonly [source: string, target: string]>;

/** The graph of whole files: gathers in plain maps first, and yields after each alias. */
export function* aliasGraphSteps(pairs: Pairs): Generator<void, AliasGraph> {
  const targets = new Map<string, Map<string, number>>();
  const sources = new Map<string, Set<string>>();
  for (const [source, target] of pairs) {
    const counts = targets.get(source) ?? new Map<string, number>();
    targets.set(source, counts.set(target, (counts.get(target) ?? 0) + 1));
    sources.set(target, (sources.get(target) ?? new Set()).add(source));
    yield;
  }
  const marked: (readonly [string, PersistentMap<true>])[] = [];
  for (const [target, ids] of sources) {
    marked.push([target, yield* persistentMapSteps([...ids].map((id) => [id, true] as const))]);
    yield;
  }
  return {
    targets: yield* persistentMapSteps([...targets]),
    sources: yield* persistentMapSteps(marked),
  };
}

export function withAlias(graph: AliasGraph, source: string, target: string): AliasGraph {
  const before = graph.targets.get(source) ?? new Map<string, number>();
  const count = before.get(target) ?? 0;
  const targets = graph.targets.set(source, new Map(before).set(target, count + 1));
  if (count > 0) return { ...graph, targets };
  const of = graph.sources.get(target) ?? persistentMap<true>();
  return { targets, sources: graph.sources.set(target, of.set(source, true)) };
}

/** Takes one alias away that is known to be there. */
export function withoutAlias(graph: AliasGraph, source: string, target: string): AliasGraph {
  const counts = new Map(graph.targets.get(source));
  const count = counts.get(target) ?? 0;
  if (count > 1) return { ...graph, targets: graph.targets.set(source, counts.set(target, count - 1)) };
  counts.delete(target);
  const left = graph.sources.get(target)?.delete(source);
  return {
    targets: counts.size === 0 ? graph.targets.delete(source) : graph.targets.set(source, counts),
    sources: left?.size ? graph.sources.set(target, left) : graph.sources.delete(target),
  };
}

/** Takes away every alias of one source. */
export function withoutSource(graph: AliasGraph, source: string): AliasGraph {
  let { sources } = graph;
  for (const target of graph.targets.get(source)?.keys() ?? []) {
    const left = sources.get(target)?.delete(source);
    sources = left?.size ? sources.set(target, left) : sources.delete(target);
  }
  return { targets: graph.targets.delete(source), sources };
}

export const isAliased = (graph: AliasGraph, id: string): boolean => graph.sources.has(id);

/** The variables and whatever aliases them, over however many steps. */
export const withSources = ({ sources }: AliasGraph, ids: Iterable<string>): Set<string> =>
  closure(ids, (id) => [...(sources.get(id) ?? [])].map(([source]) => source));

/** The variables and whatever they alias, over however many steps. */
export const withTargets = ({ targets }: AliasGraph, ids: Iterable<string>): Set<string> =>
  closure(ids, (id) => targets.get(id)?.keys() ?? []);

function closure(ids: Iterable<string>, next: (id: string) => Iterable<string>): Set<string> {
  const found = new Set(ids);
  // Grows while it is walked.
  for (const id of found) for (const one of next(id)) found.add(one);
  return found;
}

/**
 * Whether an alias from `source` to `target` would close a loop. Looks forwards from the target and backwards
 * from the source in turns and ends with the smaller of the two, so building long chains stays cheap.
 *
 * @see VAR-72, VAR-73
 */
export function closesLoop(graph: AliasGraph, source: string, target: string): boolean {
  if (source === target) return true;
  if (graph.targets.get(source)?.has(target)) return false;
  if (!graph.targets.has(target) || !graph.sources.has(source)) return false;
  const ahead = new Set([target]);
  const behind = new Set([source]);
  const forwards = ahead.values();
  const backwards = behind.values();
  for (;;) {
    const next = forwards.next();
    const previous = backwards.next();
    if (next.done || previous.done) return false;
    for (const id of graph.targets.get(next.value)?.keys() ?? []) ahead.add(id);
    for (const [id] of graph.sources.get(previous.value) ?? []) behind.add(id);
    if (ahead.has(source) || behind.has(target)) return true;
  }
}

/**
 * A variable that is in a loop; undefined where nobody is. Takes away whoever aliases nobody, as long as there is
 * one; all that stay lead to a loop. Yields after each.
 */
export function* idInLoop({ targets, sources }: AliasGraph): Generator<void, string | undefined> {
  const open = new Map<string, number>();
  for (const [id, counts] of targets) {
    yield;
    open.set(id, counts.size);
  }
  const free: string[] = [];
  for (const [id] of sources) {
    yield;
    if (!open.has(id)) free.push(id);
  }
  for (const id of free) {
    for (const [source] of sources.get(id) ?? []) {
      yield;
      const left = (open.get(source) ?? 0) - 1;
      open.set(source, left);
      if (left > 0) continue;
      open.delete(source);
      free.push(source);
    }
  }
  const seen = new Set<string>();
  let [id] = open.keys();
  for (
    ;
    id !== undefined && !seen.has(id);
    id = targets
      .get(id)
      ?.keys()
      .find((target) => open.has(target))
  )
    seen.add(id);
  return id;
}
