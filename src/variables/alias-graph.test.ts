import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atOnce } from '../document/run-at-once.ts';
import {
  type AliasGraph,
  aliasGraphSteps,
  closesLoop,
  idInLoop,
  isAliased,
  noAliases,
  withAlias,
  withoutAlias,
  withoutSource,
} from './alias-graph.ts';

const names = ['a', 'b', 'c', 'd', 'e', 'f'];
const pairs = fc.array(fc.tuple(fc.constantFrom(...names), fc.constantFrom(...names)), { maxLength: 20 });

/** The definition, told slowly. */
function reaches(edges: readonly (readonly [string, string])[], from: string, to: string): boolean {
  const seen = new Set([from]);
  for (const id of seen) for (const [source, target] of edges) if (source === id) seen.add(target);
  return seen.has(to);
}

const contents = ({ targets, sources }: AliasGraph) => ({
  targets: new Map(targets),
  sources: new Map([...sources].map(([id, map]) => [id, new Map(map)])),
});

describe('the graph of aliases', () => {
  it('finds a loop exactly where the target reaches the source', () => {
    fc.assert(
      fc.property(pairs, fc.constantFrom(...names), fc.constantFrom(...names), (given, source, target) => {
        const edges = given.filter(([from, to], index) => !reaches(given.slice(0, index), to, from));
        const graph = atOnce(aliasGraphSteps(edges));
        const exists = edges.some(([from, to]) => from === source && to === target);
        const acyclic = edges.every(([from, to]) => !reaches(edges, to, from));
        fc.pre(acyclic || !exists);
        expect(closesLoop(graph, source, target)).toBe(reaches(edges, target, source));
      }),
    );
  });

  it('finds a loop by searching from the end with fewer edges', () => {
    const others = ['b', 'c', 'd', 'e', 'f'];
    const wideAhead = atOnce(
      aliasGraphSteps([...others.map((id) => ['target', id] as const), ['target', 'source']]),
    );
    expect(closesLoop(wideAhead, 'source', 'target')).toBe(true);
    const wideBehind = atOnce(
      aliasGraphSteps([...others.map((id) => [id, 'source'] as const), ['target', 'source']]),
    );
    expect(closesLoop(wideBehind, 'source', 'target')).toBe(true);
    expect(closesLoop(wideBehind, 'source', 'elsewhere')).toBe(false);
  });

  it('is the same built at once and edge by edge, and empty when all edges are removed', () => {
    fc.assert(
      fc.property(pairs, (edges) => {
        let graph = noAliases;
        for (const [source, target] of edges) graph = withAlias(graph, source, target);
        expect(contents(graph)).toEqual(contents(atOnce(aliasGraphSteps(edges))));
        for (const [source, target] of edges) graph = withoutAlias(graph, source, target);
        expect(contents(graph)).toEqual(contents(noAliases));
      }),
    );
  });

  it('names a variable of a loop exactly where there is one', () => {
    fc.assert(
      fc.property(pairs, (edges) => {
        const found = atOnce(idInLoop(atOnce(aliasGraphSteps(edges))));
        const isInLoop = (id: string) => edges.some(([from, to]) => from === id && reaches(edges, to, id));
        expect(found === undefined ? !names.some(isInLoop) : isInLoop(found)).toBe(true);
      }),
    );
  });

  it('counts an alias for every value that holds it', () => {
    const twice = withAlias(withAlias(noAliases, 'a', 'b'), 'a', 'b');
    expect(isAliased(withoutAlias(twice, 'a', 'b'), 'b')).toBe(true);
    expect(isAliased(withoutSource(twice, 'a'), 'b')).toBe(false);
  });
});
