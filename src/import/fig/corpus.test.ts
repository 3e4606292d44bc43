import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { compileSchema, decodeBinarySchema } from 'kiwi-schema';
import { describe, expect, test } from 'vitest';
import { compileSnapshot } from '../../document/compile-snapshot.ts';
import { checkJson } from '../../document/json-check.ts';
import { openDesign } from './container/open-design.ts';
import { Expansion, keyOf, type Layer } from './instances/expand.ts';
import { readMessage } from './kiwi/read-message.ts';
import { readSchema } from './kiwi/read-schema.ts';
import { guidText } from './message/guids.ts';
import { ImportReport } from './message/import-report.ts';
import { indexNodes } from './message/node-index.ts';
import { wanted } from './message/wanted.ts';
import { readFigSource } from './read-fig-source.ts';

const corpus = process.env.VITRINE_CORPUS ?? join(import.meta.dirname, '../../../../shared/data');
const paths = existsSync(corpus) ? globSync('*/*.{fig,deck,jam}', { cwd: corpus }).sort() : [];
const read = (path: string) => readFigSource(readFileSync(join(corpus, path)));

interface Answered {
  readonly id: string;
  readonly children?: readonly Answered[];
  readonly [property: string]: unknown;
}

const documentOf = (path: string): Answered => JSON.parse(Buffer.from(read(path).document).toString());
const all = (node: Answered): Answered[] => [node, ...(node.children ?? []).flatMap(all)];

/** Equal but for rounding: how much larger than the last digit of a single is far from any mistake. */
function isNear(one: unknown, other: unknown): boolean {
  if (typeof one === 'number' && typeof other === 'number') return Math.abs(one - other) <= 0.001;
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null)
    return one === other;
  if (Array.isArray(one) && one.length !== (other as unknown[]).length) return false;
  const keys = Object.keys(one);
  return keys.every((key) =>
    isNear((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]),
  );
}

/** What answers of today have and those of 2022 had not. */
const newer = ['interactions', 'complexStrokeProperties', 'cornerSmoothing', 'rotation'];
const withGeometry = ['fillGeometry', 'strokeGeometry', 'relativeTransform', 'size'];

describe.skipIf(paths.length === 0)(`designs of ${corpus} (skipped where the folder is absent)`, () => {
  test.each(paths)('%s is read, compiled and of strict JSON', (path) => {
    const source = read(path);
    checkJson(source.document);
    const { report } = compileSnapshot(source);
    expect(report.nodes).toBeGreaterThan(3);
    const unknown = report.warnings.filter(
      ({ reason }) =>
        !/^The node type SLIDE|has no place in answers|variables of boards and slides|is a mode of/.test(
          reason,
        ),
    );
    expect(unknown).toEqual([]);
  });

  test.each(paths)('%s is decoded as the library of the format’s author decodes it', (path) => {
    const { schema, message } = openDesign(readFileSync(join(corpus, path)));
    const author = compileSchema(decodeBinarySchema(new Uint8Array(schema))).decodeMessage(
      new Uint8Array(message),
    );
    const ours = readMessage(message, readSchema(schema), wanted, 'Message');
    expect(ours.mismatched).toEqual([]);
    expect(differenceOf(ours.message, author, '')).toBeUndefined();
  });

  test.each(['simple-shapes', 'simple-text'])('%s has each property of the original’s answer', (name) => {
    const path = `octopus-simple/${name}`;
    const events = JSON.parse(readFileSync(join(corpus, `${path}.rest-events.json`), 'utf8')) as {
      readonly event: string;
      readonly data: Record<string, Record<string, Answered>>;
    }[];
    const ours = new Map(all(documentOf(`${path}.fig`)).map((node) => [node.id, node]));
    const expected = events.flatMap(({ event, data }) =>
      event === 'ready:design'
        ? [data.design!.document!]
        : event === 'ready:artboard'
          ? [data.node!.document!]
          : [],
    );
    const tally = new Map<string, [equal: number, of: number]>();
    for (const node of expected.flatMap(all)) {
      const own = ours.get(node.id)!;
      for (const [property, value] of Object.entries(node)) {
        const [equal, of] = tally.get(property) ?? [0, 0];
        const children = (one: unknown) => (one as Answered[]).map(({ id }) => id);
        const isEqual =
          property === 'children'
            ? children(own.children).join() === children(value).join()
            : isNear(value, own[property]);
        tally.set(property, [equal + Number(isEqual), of + 1]);
      }
      const more = Object.keys(own).filter((property) => !(property in node));
      expect(more.filter((property) => ![...newer, ...withGeometry].includes(property))).toEqual([]);
    }
    console.info(
      `${name}: ${[...tally].map(([property, [equal, of]]) => `${property} ${equal}/${of}`).join(', ')}`,
    );
    expect([...tally].filter(([, [equal, of]]) => equal < of)).toEqual([]);
  });

  test('A design with components and variables has as many of each as the editor shows', () => {
    const source = read('open-pencil/gold-preview.fig');
    const document: Answered = JSON.parse(Buffer.from(source.document).toString());
    expect(all(document)).toHaveLength(889);
    expect([source.components.length, source.componentSets.length]).toEqual([61, 10]);
    expect([...source.companions!.images!]).toHaveLength(3);
    const { meta } = JSON.parse(Buffer.from(source.companions!.variables!).toString());
    expect(Object.keys(meta.variables)).toHaveLength(320);
    const modes = Object.values<{ modes: unknown[] }>(meta.variableCollections).map(
      (one) => one.modes.length,
    );
    expect(modes.sort()).toEqual([1, 6]);
  });

  test('Every path of an override or of derived values leads to a layer, which has the derived size', () => {
    expect(expansionOf('open-pencil/gold-preview.fig')).toEqual({
      ...{ derived: 8361, overridden: 7354, sized: 5940, lost: [], otherSize: [] },
    });
  });

  test.each(paths)('%s gives the same bytes whenever it is read', (path) => {
    expect(read(path)).toEqual(read(path));
  });
});

/** Where what we read is not what the author's library reads; what it has more is not wanted. */
function differenceOf(ours: unknown, author: unknown, place: string): string | undefined {
  const isNoticed = typeof ours === 'boolean' && typeof author !== 'boolean';
  if (isNoticed) return undefined;
  if (typeof ours !== 'object' || ours === null) {
    const isSame =
      Object.is(ours, author) || (ours === 0 && typeof author === 'number' && !Number.isFinite(author));
    return isSame || String(ours) === String(author)
      ? undefined
      : `${place}: ${String(ours)}, ${String(author)}`;
  }
  if (ours instanceof Uint8Array)
    return Buffer.from(author as Uint8Array).equals(ours) ? undefined : `${place}: other bytes`;
  for (const [key, value] of Object.entries(ours)) {
    const found = differenceOf(value, (author as Record<string, unknown>)[key], `${place}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Unfolds every instance of a file, those of the editor's own page too, and follows the paths of each. */
function expansionOf(path: string) {
  const { schema, message } = openDesign(readFileSync(join(corpus, path)));
  const report = new ImportReport();
  const { nodeChanges = [] } = readMessage(message, readSchema(schema), wanted, 'Message').message;
  const index = indexNodes(nodeChanges, report);
  const expansion = new Expansion(index, report);
  const tally = { derived: 0, overridden: 0, sized: 0, lost: [] as string[], otherSize: [] as string[] };
  const pathOf = ({
    guidPath,
  }: {
    readonly guidPath?: { readonly guids?: readonly object[] | undefined } | undefined;
  }) => (guidPath?.guids ?? []).map((guid) => guidText(guid as Parameters<typeof guidText>[0])).join(';');

  const within = (layer: Layer, level: number, prefix: string, found: Map<string, Layer>): void => {
    for (const child of expansion.children(layer, level)) {
      const own = `${prefix}${keyOf(child.stored)}`;
      found.set(own, child);
      if (child.symbol !== undefined) found.set(`${own};${keyOf(child.symbol)}`, child);
      within(child, level + 1, child.stored.type === 'INSTANCE' ? `${own};` : prefix, found);
    }
  };
  const visit = (layer: Layer, level: number): void => {
    if (layer.stored.type !== 'INSTANCE') {
      for (const child of expansion.children(layer, level)) visit(child, level + 1);
      return;
    }
    const found = new Map([[keyOf(layer.symbol!), layer]]);
    within(layer, level, '', found);
    for (const entry of layer.node.derivedSymbolData ?? []) {
      const target = found.get(pathOf(entry));
      tally.derived += 1;
      if (target === undefined) tally.lost.push(`${layer.id} ${pathOf(entry)}`);
      else if (entry.size !== undefined) {
        tally.sized += 1;
        if (target.node.size?.x !== entry.size.x || target.node.size.y !== entry.size.y)
          tally.otherSize.push(target.id);
      }
    }
    for (const entry of layer.node.symbolData?.symbolOverrides ?? []) {
      tally.overridden += 1;
      if (!found.has(pathOf(entry))) tally.lost.push(`${layer.id} ${pathOf(entry)}`);
    }
  };
  visit(expansion.stored(index.document), 0);
  return tally;
}

test.runIf(paths.length > 0)('The designs of the corpus are there in number', () => {
  expect(paths.map((path) => basename(path)).length).toBeGreaterThan(14);
});
