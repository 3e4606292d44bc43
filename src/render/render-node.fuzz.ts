import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderNode } from './render-node.ts';
import type { ImageFormat, RenderOptions } from './render-options.ts';
import type { NodeJson } from './scene/scene-source.ts';
import { createFontRegistry } from './text/font-registry.ts';

/**
 * Real nodes with values replaced, moved and repeated at random, rendered in every format. `VITRINE_FUZZ_SECONDS`
 * says for how long (ten minutes if left out), `VITRINE_FUZZ_SEED` which way: a failure prints its seed and case.
 */
const project = resolve(import.meta.dirname, '../..');
const corpus = resolve(project, process.env.VITRINE_CORPUS ?? join('..', 'shared', 'data'));
const seconds = Number(process.env.VITRINE_FUZZ_SECONDS ?? 600);
const seed = Number(process.env.VITRINE_FUZZ_SEED ?? Date.now() % 1_000_000);

/** A render that is given up after this many seconds by the server must end well before. */
const mostSeconds = 20;
const mostGrowthBytes = 1_500_000_000;

/** Numbers from 0 to 1 that follow from the seed alone. */
function chance(from: number): () => number {
  let state = from >>> 0 || 1;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const strange: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e-30,
  1e9,
  1e30,
  -1e30,
  Number.NaN,
  Infinity,
  '',
  '\ud800',
  '"><script>]]>',
  'M0 0L1e30 1e30C',
  'PASS_THROUGH',
  [],
  {},
  [
    [1, 0, 0],
    [0, 1, 0],
  ],
  [
    [0, 0, 0],
    [0, 0, 0],
  ],
  [{ type: 'SOLID', color: { r: 2, g: -1, b: Number.NaN, a: 1 } }],
  [{ type: 'LAYER_BLUR', radius: 1e6, visible: true }],
  [{ type: 'DROP_SHADOW', radius: 1e4, spread: 1e4, offset: { x: 1e5, y: 0 }, color: {} }],
  { x: 0, y: 0, width: 1e30, height: 1 },
  { x: Number.NaN, y: 0, width: 0, height: 0 },
];

type Tree = Record<string, unknown> | unknown[];

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;

/** Every object and list below a node, in order. */
function treesIn(root: Tree): Tree[] {
  const found = [root];
  for (const tree of found) found.push(...Object.values(tree).filter(isTree));
  return found;
}

function mutate(root: Tree, next: () => number): void {
  const trees = treesIn(root);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  for (let count = 1 + Math.floor(next() * 8); count > 0; count -= 1) {
    const tree = pick(trees) as Record<string, unknown>;
    const keys = Object.keys(tree).filter((key) => key !== 'id' || next() < 0.1);
    if (keys.length === 0) continue;
    const key = pick(keys);
    const way = next();
    if (way < 0.5) tree[key] = structuredClone(pick(strange));
    else if (way < 0.6) remove(tree, key);
    else if (way < 0.75 && typeof tree[key] === 'number')
      tree[key] = (tree[key] as number) * 10 ** (next() * 12 - 6);
    else if (way < 0.9)
      tree[key] = structuredClone(pick(trees.filter((other) => JSON.stringify(other).length < 2000)));
    else if (Array.isArray(tree[key])) tree[key] = Array(20).fill(tree[key]).flat();
  }
}

/** JSON knows no lists with holes. */
function remove(tree: Tree, key: string): void {
  if (Array.isArray(tree)) tree.splice(Number(key), 1);
  else delete tree[key];
}

/** Nodes of a moderate size out of a whole file. */
function nodesOf(document: NodeJson, most: number): NodeJson[] {
  const nodes: NodeJson[] = [document];
  for (const node of nodes) if (Array.isArray(node.children)) nodes.push(...node.children);
  const moderate = nodes.filter((node) => {
    const { length } = JSON.stringify(node);
    return length > 500 && length < 200_000;
  });
  const step = Math.max(1, Math.floor(moderate.length / most));
  return moderate.filter((_node, place) => place % step === 0);
}

function realNodes(): NodeJson[] {
  const files = globSync(['ffa-screens/*/node.json', 'radix-icons/document.json', 'figspec/*.json'], {
    cwd: corpus,
  });
  const sample = join(project, 'fixtures/sample/lumen.json');
  return [sample, ...files.map((file) => join(corpus, file))].flatMap((path) => {
    const json = JSON.parse(readFileSync(path, 'utf8')) as { document?: NodeJson };
    return nodesOf(json.document ?? (json as NodeJson), 60);
  });
}

const formats: readonly ImageFormat[] = ['png', 'jpg', 'svg', 'pdf'];

function optionsOf(next: () => number): RenderOptions {
  const flip = (): boolean => next() < 0.5;
  return {
    format: formats[Math.floor(next() * formats.length)] as ImageFormat,
    scale: 0.01 + next() ** 3 * 2,
    contentsOnly: true,
    useAbsoluteBounds: flip(),
    svgOutlineText: flip(),
    svgIncludeId: flip(),
    svgIncludeNodeId: flip(),
    svgSimplifyStroke: flip(),
  };
}

const corpusNote = existsSync(corpus)
  ? ''
  : ' (of the sample only: the folder of real design files is absent)';

describe(`Mutated real nodes${corpusNote}`, () => {
  it(`are rendered for ${seconds} s, none of them a crash, a hang or a leak`, async () => {
    const nodes = realNodes();
    const environment = { fonts: createFontRegistry(), imageBytes: async () => undefined };
    const endAt = performance.now() + seconds * 1000;
    let warmBytes = 0;
    for (let round = 0; performance.now() < endAt; round += 1) {
      const next = chance(seed + round);
      const node = structuredClone(nodes[Math.floor(next() * nodes.length)]) as Record<string, unknown>;
      mutate(node, next);
      const startedAt = performance.now();
      const place = `VITRINE_FUZZ_SEED=${seed + round}, node ${String(node.id)}`;
      await renderNode({ node, ancestors: [] }, optionsOf(next), environment).catch((error) => {
        throw new Error(`${place}: ${error instanceof Error ? error.message : error}`, { cause: error });
      });
      expect((performance.now() - startedAt) / 1000, place).toBeLessThan(mostSeconds);
      if (round === 200) warmBytes = process.memoryUsage().rss;
      if (round > 200) expect(process.memoryUsage().rss - warmBytes, place).toBeLessThan(mostGrowthBytes);
    }
  });
});
