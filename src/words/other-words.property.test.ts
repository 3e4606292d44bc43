import fc from 'fast-check';
import { expect, test } from 'vitest';
import { memorySource } from '../document/byte-source.ts';
import { compileSnapshot } from '../document/compile-snapshot.ts';
import { openSnapshot } from '../document/open-snapshot.ts';
import { patchNode } from '../document/patch-node.ts';
import { patchList } from '../document/patches.ts';
import { readOwn } from '../document/read-node.ts';
import { atOnce } from '../document/run-at-once.ts';
import { readRestSource } from '../import/rest/read-rest-source.ts';
import { indexBlocks, indexedDocument } from './index-blocks.ts';
import { rowsWithOtherWords } from './other-words.ts';

const alias = (id: string) => ({ type: 'VARIABLE_ALIAS', id: `VariableID:${id}` });
const word = fc.constantFrom('buy', 'Buy', 'sell now', '', '"name":"hidden"', '設計', 'x'.repeat(70_000));
const style = fc.record(
  {
    fontFamily: fc.constantFrom<unknown>('Inter', 'Lora', 7),
    fontSize: fc.nat(3),
    fills: fc.constantFrom([], [{ type: 'SOLID', boundVariables: { color: alias('3') } }]),
  },
  { requiredKeys: [] },
);
const bound = fc.dictionary(
  fc.constantFrom('fills', 'characters', 'name'),
  fc.constantFrom<unknown>(alias('1'), [alias('2'), alias('1')], null, 'VariableID:1'),
);

/** What a node may say, and what may become of it: values of words, and of what gives none. */
const said = {
  name: word,
  characters: fc.oneof(word, fc.constantFrom(null, 7)),
  style,
  styleOverrideTable: fc.dictionary(fc.constantFrom('1', '22'), style),
  boundVariables: bound,
  fills: fc.constantFrom([], [{ type: 'SOLID', boundVariables: { color: alias('1') } }]),
  opacity: fc.constantFrom(0.5, 1),
  visible: fc.boolean(),
  devStatus: fc.constantFrom({ type: 'NONE' }, { type: 'COMPLETED', description: 'buy' }),
  componentProperties: fc.constantFrom({}, { name: { type: 'TEXT', value: 'buy' } }),
  size: fc.constantFrom({ x: 1, y: 1 }, { x: 2, y: 1 }),
};
type Values = { readonly [Key in keyof typeof said]?: unknown };
const values: fc.Arbitrary<Values> = fc.record(said, { requiredKeys: [] });

/** Changes one after the other, each of one of the nodes. */
const changes = fc.array(fc.tuple(fc.nat(100), values), { maxLength: 4 });

function compiled(nodes: readonly Values[]) {
  const shown = nodes.map((node, place) => ({
    id: `1:${place}`,
    type: place % 2 === 0 ? 'TEXT' : 'INSTANCE',
    name: 'Named',
    ...node,
    styles: { fill: '7:1' },
    ...(place % 3 === 0 ? { children: [{ id: `2:${place}`, type: 'TEXT', name: 'Below' }] } : {}),
  }));
  const pages = [{ id: '0:1', type: 'CANVAS', name: 'Page', children: shown }];
  const styles = { '7:1': { key: 'stylekey', name: 'Ink', styleType: 'FILL' } };
  const document = { id: '0:0', type: 'DOCUMENT', name: 'Document', children: pages };
  const json = Buffer.from(JSON.stringify({ document, styles }));
  return memorySource(Buffer.concat(compileSnapshot(readRestSource(json)).chunks));
}

type Source = ReturnType<typeof compiled>;

/** A document that came to be by changes, as they are stored. */
function changed(source: Source, made: readonly (readonly [number, Values])[]) {
  let patches = patchList([]);
  for (const [place, values] of made) {
    const snapshot = openSnapshot(source, patches);
    const row = place % snapshot.nodeCount;
    const before = readOwn(snapshot, row);
    const own = atOnce(snapshot.ownPropertiesInSteps(row));
    patches = patchList([...patches.patches, ...patchNode(own, before, { ...before, ...values })]);
  }
  return { snapshot: openSnapshot(source, patches), patches };
}

const wordsOfNodes = ({ snapshot }: ReturnType<typeof changed>): string[] => {
  const document = indexedDocument(snapshot);
  const nodes = Array.from({ length: snapshot.nodeCount }, (_, row) => row);
  return nodes.map((row) =>
    [...indexBlocks(document, { fileName: 'File', from: row, end: row + 1 })]
      .flatMap(({ words }) => words.split(' '))
      .sort()
      .join(' '),
  );
};

test('A node that is found by other words than in another document of the same base is among those said', () => {
  fc.assert(
    fc.property(
      fc.array(values, { minLength: 1, maxLength: 4 }),
      fc.record({ both: changes, before: changes, after: changes }),
      (nodes, { both, before, after }) => {
        const source = compiled(nodes);
        const one = changed(source, [...both, ...before]);
        const other = changed(source, [...both, ...after]);
        const rows = new Set(rowsWithOtherWords(one, other));
        const [was, is] = [wordsOfNodes(one), wordsOfNodes(other)];
        const missed = is.flatMap((words, row) => (words === was[row] || rows.has(row) ? [] : [row]));
        expect(missed).toEqual([]);
      },
    ),
    { numRuns: 200 },
  );
});

test.each<[key: string, before: unknown, after: unknown]>([
  ['name', 'buy', 'sell'],
  ['characters', 'buy', 'sell'],
  ['style', { fontFamily: 'Inter' }, { fontFamily: 'Lora' }],
  ['styleOverrideTable', {}, { 1: { fontFamily: 'Lora' } }],
  ['boundVariables', { fills: [alias('1')] }, { fills: [alias('2')] }],
])('A node that gets another %s is found by other words, be it that it said none before', (key, was, is) => {
  const source = compiled([{ [key]: was }, {}]);
  for (const row of [2, 4]) {
    const [before, after] = [changed(source, []), changed(source, [[row, { [key]: is }]])];
    for (const [one, other] of [
      [before, after],
      [after, before],
    ] as const)
      expect([...rowsWithOtherWords(one, other)]).toEqual([row]);
  }
});

test.each<[said: string, values: Values]>([
  ['colours', { fills: [{ type: 'SOLID', color: { r: 1 }, boundVariables: { color: alias('9') } }] }],
  ['what the node said nothing of', { opacity: 0.25, devStatus: { type: 'COMPLETED', description: 'buy' } }],
  ['another size of a text', { style: { fontFamily: 'Inter', fontSize: 20 } }],
  ['vector data', { size: { x: 7, y: 7 } }],
])('A node that gets %s is found by the words of before', (_, values) => {
  const source = compiled([
    { fills: [], style: { fontFamily: 'Inter', fontSize: 10 }, size: { x: 1, y: 1 } },
  ]);
  const before = changed(source, []);
  const after = changed(source, [[2, values]]);
  expect(after.patches.patches).not.toEqual([]);
  for (const [one, other] of [
    [before, after],
    [after, before],
  ] as const)
    expect([...rowsWithOtherWords(one, other)].filter((row) => row !== undefined)).toEqual([]);
});
