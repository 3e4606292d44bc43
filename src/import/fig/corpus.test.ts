import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { compileSchema, decodeBinarySchema } from 'kiwi-schema';
import { describe, expect, test } from 'vitest';
import { memorySource } from '../../document/byte-source.ts';
import { compileSnapshot } from '../../document/compile-snapshot.ts';
import { checkJson } from '../../document/json-check.ts';
import { type AnsweredNode, nodesBelow } from '../../testing/document-likeness.ts';
import { readFigSource } from '../../testing/fig-source.ts';
import { openDesign } from './container/open-design.ts';
import { Expansion, expansionLimits, keyOf } from './instances/expand.ts';
import type { Layer } from './instances/layer.ts';
import type { Projection } from './kiwi/projection.ts';
import { readMessage } from './kiwi/read-message.ts';
import { readSchema } from './kiwi/read-schema.ts';
import { Effort, mostValues } from './message/effort.ts';
import { guidText } from './message/guids.ts';
import { ImportReport } from './message/import-report.ts';
import { indexNodes } from './message/node-index.ts';
import { openMessage } from './message/open-message.ts';
import { type FigNode, message, wanted, wantedInPlace } from './message/wanted.ts';

const corpus = process.env.VITRINE_CORPUS ?? join(import.meta.dirname, '../../../../shared/data');
const paths = existsSync(corpus) ? globSync('*/*.{fig,deck,jam}', { cwd: corpus }).sort() : [];
const read = (path: string) => readFigSource(readFileSync(join(corpus, path)));

const leftovers = (count: number) =>
  `Nodes of the editor’s own page that nothing else uses are left out: ${count.toLocaleString('en')}.`;
const noNumbers = (count: number) => `Numbers of the file that are none are taken as 0: ${count}.`;
const decorations = ['textDecorationStyle', 'textDecorationThickness', 'textDecorationFillPaints'];
const ofDecks = [
  leftovers(14),
  'The variables of boards and slides are left out: the interface knows none of them.',
  ...['SLIDE', 'SLIDE_ROW', 'SLIDE_GRID'].map(
    (type) => `The node type ${type} is unknown; the node is kept as it came.`,
  ),
];

/** What the report of each known design says. */
const told: Readonly<Record<string, readonly string[]>> = {
  'fig2sketch/corners.fig': [],
  'fig2sketch/google_material_design.fig': [],
  'fig2sketch/shapes_party.fig': [leftovers(1)],
  'fig2sketch/stacks_wrap.fig': [noNumbers(1)],
  'fig2sketch/structure.fig': [],
  'fig2sketch/vector.fig': [],
  'not-from-figma/openpencil-replay-core.fig': [noNumbers(84)],
  'not-from-figma/openpencil-welcome.fig': [
    'Another collection has modes of the same ids; here they stand behind that of the collection.',
    ...decorations.map((field) => `The property ${field} has no place in answers and is left out.`),
  ],
  'octopus-simple/simple-shapes.fig': [],
  'octopus-simple/simple-text.fig': [],
  'open-pencil/gold-preview.fig': [leftovers(2654)],
  'openfig/basic-shapes.fig': [],
  'openfig/clip-test.fig': [],
  'openfig/just-fonts.deck': ofDecks,
  'openfig/svg-deck.deck': ofDecks,
};

describe.skipIf(paths.length === 0)(`designs of ${corpus} (skipped where the folder is absent)`, () => {
  test.each(paths)('%s is read, compiled and of strict JSON', (path) => {
    const source = read(path);
    checkJson(source.document);
    const { report } = compileSnapshot(source);
    expect(report.nodes).toBeGreaterThan(3);
    const reasons = [...new Set(report.warnings.map(({ reason }) => reason))];
    if (path in told) expect(reasons).toEqual(told[path]);
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

  test.each(paths)('%s loses no node: each is in the tree, in a map or in the report', (path) => {
    const bytes = readFileSync(join(corpus, path));
    const source = readFigSource(bytes);
    const { schema, message } = openDesign(bytes);
    const { nodeChanges = [] } = readMessage(message, readSchema(schema), wantedInPlace, 'Message').message;
    const maps = [source.components, source.componentSets, source.styles].flat().map(({ key }) => key);
    const ids = nodesBelow(JSON.parse(Buffer.from(source.document).toString()))
      .flatMap(({ id }) => id.split(';'))
      .map((id) => id.replace(/^I/, ''));
    const told = new Set([...ids, ...maps, ...source.warnings.map(({ node }) => node)]);
    const byId = new Map(nodeChanges.map((node) => [guidText(node.guid), node]));
    const pageOf = (node: FigNode): FigNode => {
      const parent = byId.get(guidText(node.parentIndex?.guid));
      return node.type === 'CANVAS' || parent === undefined ? node : pageOf(parent);
    };
    const lost = nodeChanges.filter(
      (node) =>
        node.phase !== 'REMOVED' &&
        !/^(VARIABLE|VARIABLE_SET|CANVAS)$/.test(node.type ?? '') &&
        !told.has(guidText(node.guid)) &&
        !told.has(guidText(node.overrideKey)),
    );
    expect(lost.filter((node) => !pageOf(node).internalOnly).map(({ guid }) => guidText(guid))).toEqual([]);
    const reasons = source.warnings.map(({ reason }) => reason);
    const counted = reasons.find((reason) => reason.startsWith('Nodes of the editor’s own page'));
    expect(Number(counted?.replaceAll(/\D/g, '') ?? 0)).toBeGreaterThanOrEqual(lost.length);
  });

  const asFound = {
    ...wanted,
    NodeChange: message({ ...wanted.NodeChange.fields, backgroundPaints: 'Paint[]' }),
  } as const satisfies Projection;

  test.each(paths)('%s tells all four radii of a node or none, and backgrounds as fills', (path) => {
    const { schema, message: bytes } = openDesign(readFileSync(join(corpus, path)));
    const { nodeChanges = [] } = readMessage(bytes, readSchema(schema), asFound, 'Message').message;
    for (const { backgroundPaints = [], fillPaints, ...node } of nodeChanges) {
      if (backgroundPaints.length > 0) expect(backgroundPaints).toEqual(fillPaints);
      expect([0, 4]).toContain(Object.keys(node).filter((name) => /^rectangle.*Radius$/.test(name)).length);
    }
  });

  test('A design with components and variables has as many of each as the editor shows', () => {
    expect(storedIn('open-pencil/gold-preview.fig')).toHaveLength(3519);
    const source = read('open-pencil/gold-preview.fig');
    const document: AnsweredNode = JSON.parse(Buffer.from(source.document).toString());
    expect(nodesBelow(document)).toHaveLength(889);
    expect([source.components.length, source.componentSets.length]).toEqual([61, 10]);
    expect([...source.companions!.images!]).toHaveLength(3);
    const { meta } = JSON.parse(Buffer.from(source.companions!.variables!).toString());
    expect(Object.keys(meta.variables)).toHaveLength(320);
    const modes = Object.values<{ modes: unknown[] }>(meta.variableCollections).map(
      (one) => one.modes.length,
    );
    expect(modes.sort()).toEqual([1, 6]);
  });

  const answeredOf = (path: string) => nodesBelow(JSON.parse(Buffer.from(read(path).document).toString()));
  const named = (path: string, name: RegExp) => answeredOf(path).filter((node) => name.test(`${node.name}`));

  test('A deck has the styles and collections of its theme', () => {
    const stored = storedIn('openfig/just-fonts.deck');
    expect(stored.filter(({ styleType = 'NONE' }) => styleType !== 'NONE')).toHaveLength(16);
    expect(stored.filter(({ type }) => type === 'VARIABLE_SET')).toHaveLength(2);
  });

  test('Corners have the radii and the smoothing that their names tell', () => {
    const radii = named('fig2sketch/corners.fig', /^(frame|rect) radius=/)
      .filter(({ type }) => type !== 'VECTOR')
      .map(({ name, cornerRadius, rectangleCornerRadii, cornerSmoothing }) => [
        ...[name, cornerRadius ?? rectangleCornerRadii],
        Math.fround(cornerSmoothing as number),
      ]);
    expect(radii).toEqual([
      ['rect radius=12, smoothing=0.6', 12, Math.fround(0.6)],
      ['rect radius=12, smoothing=none', 12, 0],
      ['frame radius=0:12:0:0', [0, 12, 0, 0], 0],
      ['frame radius=4:8:12:16', [4, 8, 16, 12], 0],
      ['frame radius=12, smoothing=0.6', 12, Math.fround(0.6)],
      ['frame radius=12, smoothing=none', 12, 0],
    ]);
  });

  test('Stacks wrap and align what they hold as their names tell', () => {
    const stacks = named('fig2sketch/stacks_wrap.fig', /^(Horizontal|Vertical) /).map((node) => [
      ...[node.name, node.layoutMode, node.layoutWrap],
      ...[node.primaryAxisAlignItems ?? 'MIN', node.counterAxisAlignItems ?? 'MIN'],
    ]);
    expect(stacks).toEqual([
      ['Horizontal wrap top left', 'HORIZONTAL', 'WRAP', 'MIN', 'MIN'],
      ['Vertical top left', 'VERTICAL', 'NO_WRAP', 'MIN', 'MIN'],
      ['Vertical middle center', 'VERTICAL', 'NO_WRAP', 'CENTER', 'CENTER'],
      ['Vertical bottom right', 'VERTICAL', 'NO_WRAP', 'MAX', 'MAX'],
      ['Horizontal wrap bottom right', 'HORIZONTAL', 'WRAP', 'MAX', 'MAX'],
      ['Horizontal wrap middle center', 'HORIZONTAL', 'WRAP', 'CENTER', 'CENTER'],
    ]);
  });

  test('Images of fills are there by the references of the fills', () => {
    const path = 'fig2sketch/structure.fig';
    const fills = answeredOf(path).flatMap(({ fills = [] }) => fills as { imageRef?: string }[]);
    const shown = fills.flatMap(({ imageRef }) => imageRef ?? []);
    const held = [...read(path).companions!.images!].map(({ imageRef }) => imageRef);
    expect(shown).toHaveLength(2);
    expect(held.sort()).toEqual(shown.sort());
  });

  test('Parts of a vector have the fills of their entries', () => {
    const [vector] = named('fig2sketch/vector.fig', /^Complex$/);
    const table = vector!.fillOverrideTable as Record<string, { fills: { color: object }[] } | null>;
    const parts = vector!.fillGeometry as { overrideID?: number }[];
    const colors = parts.map(({ overrideID = 0 }) => table[overrideID]?.fills[0]?.color);
    const [red, yellow, orange] = [0, 1, 0.647].map((g) => ({ r: 1, g: expect.closeTo(g), b: 0, a: 1 }));
    const [purple, green] = [0.502, 0].map((r) => ({
      r: expect.closeTo(r),
      g: expect.closeTo(0.502 - r),
      b: expect.closeTo(r),
      a: 1,
    }));
    expect(colors).toEqual([red, yellow, orange, purple, green, undefined]);
  });

  test('Every path of an override or of derived values leads to a layer, which has the derived size', () => {
    expect(expansionOf('open-pencil/gold-preview.fig')).toEqual({
      derived: 8361,
      overridden: 7354,
      sized: 5940,
      lost: [],
      otherSize: [],
    });
  });

  test.each(paths)('%s gives the same bytes whenever it is read', (path) => {
    expect(read(path)).toEqual(read(path));
  });
});

/** The nodes of a design as it holds them. */
function storedIn(path: string): readonly FigNode[] {
  const { schema, message } = openDesign(readFileSync(join(corpus, path)));
  return readMessage(message, readSchema(schema), wantedInPlace, 'Message').message.nodeChanges ?? [];
}

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
  const report = new ImportReport();
  const effort = new Effort(mostValues(2 ** 24));
  const message = openMessage(openDesign(readFileSync(join(corpus, path))), {
    report,
    effort,
    mostNodes: Number.POSITIVE_INFINITY,
    aside: memorySource,
  });
  const index = indexNodes(message, report);
  const expansion = new Expansion(index, report, expansionLimits(2 ** 24), effort);
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
    for (const place of layer.node.derivedSymbolData ?? []) {
      const entry = index.entry(place);
      const target = found.get(pathOf(entry));
      tally.derived += 1;
      if (target === undefined) tally.lost.push(`${layer.id} ${pathOf(entry)}`);
      else if (entry.size !== undefined) {
        tally.sized += 1;
        if (target.node.size?.x !== entry.size.x || target.node.size.y !== entry.size.y)
          tally.otherSize.push(target.id);
      }
    }
    for (const place of layer.node.symbolData?.symbolOverrides ?? []) {
      const entry = index.entry(place);
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
