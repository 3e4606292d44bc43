import { expect, test } from 'vitest';
import { nodesBelow } from '../../../testing/document-likeness.ts';
import { documentWith, figDesign, guid, nodeOf, type Value } from '../../../testing/fig-files.ts';
import { readFigSource } from '../../../testing/fig-source.ts';

type Fields = { readonly [name: string]: Value };

function board(...nodes: Fields[]) {
  const { document, warnings } = readFigSource(figDesign(documentWith(...nodes), { prelude: 'fig-jam.' }));
  const all = nodesBelow(JSON.parse(Buffer.from(document).toString()));
  return { node: (id: string) => all.find((one) => one.id === id)!, warnings };
}

/** What is said at a path below a node of a board: its shape is 0, its text is 1, any cell of it 2. */
const at = (part: number, within: readonly number[], more: Fields) => ({
  guidPath: { guids: [guid(part, 40_000_000), ...within.map((id) => guid(id))] },
  ...more,
});
const textAt = (within: readonly number[], characters: string) => at(1, within, { textData: { characters } });

test.each(['CODE_BLOCK', 'STAMP', 'MEDIA', 'HIGHLIGHT', 'WASHI_TAPE', 'LINK_UNFURL', 'EMBED'])(
  'A %s, which answers know by its name alone, keeps its words',
  (type) => {
    const { node } = board(nodeOf(type, 5, 1, { textData: { characters: 'Words' } }));
    expect(node('1:5')).toMatchObject({ type, characters: 'Words' });
  },
);

test.each(['ELBOWED', 'STRAIGHT', 'CURVED'])('A connector has a line of the type %s', (type) => {
  const { node } = board(nodeOf('CONNECTOR', 5, 1, { connectorLineStyle: type }));
  expect(node('1:5').connectorLineType).toBe(type);
});

const red = { r: 1, g: 0, b: 0, a: 1 };
const blue = { r: 0, g: 0, b: 1, a: 1 };
const filled = (color: Fields) => ({ fillPaints: [{ type: 'SOLID', color }] });
const tracks = (ids: readonly number[]) => ({
  entries: ids.map((id) => ({ id: guid(id), position: String(id).padStart(6, '0') })),
});
const sizes = (...ids: number[]) => ({ entries: ids.map((id) => ({ id: guid(id), size: 10 * id })) });

test('A cell of a table has its own look or that of all, its words or none, and the size of its row and column', () => {
  const { node, warnings } = board(
    nodeOf('TABLE', 8, 1, {
      tableRowPositions: tracks([1, 2]),
      tableColumnPositions: tracks([3, 4]),
      tableRowHeights: sizes(1, 2),
      tableColumnWidths: sizes(3, 4),
      nodeGenerationData: {
        overrides: [at(2, [], filled(red)), at(0, [2, 4], filled(blue)), textAt([2, 4], 'Last')],
      },
    }),
  );
  const colorOf = (id: string) => (node(id).fills as { color: object }[])[0]?.color;
  expect(node('T1:8;1:1;1:3')).toMatchObject({
    name: '',
    type: 'TABLE_CELL',
    scrollBehavior: 'SCROLLS',
    characters: '',
    size: { x: 30, y: 10 },
    absoluteBoundingBox: { x: 0, y: 0, width: 30, height: 10 },
  });
  expect(node('T1:8;1:2;1:4')).toMatchObject({
    characters: 'Last',
    size: { x: 40, y: 20 },
    relativeTransform: [
      [1, 0, 30],
      [0, 1, 10],
    ],
  });
  expect([colorOf('T1:8;1:1;1:3'), colorOf('T1:8;1:2;1:4')]).toEqual([red, blue]);
  expect(warnings).toEqual([]);
});

test('A table of more than 10,000 cells is taken without them, and told', () => {
  const ids = Array.from({ length: 101 }, (_, index) => 1000 + index);
  const table = (columns: readonly number[]) =>
    nodeOf('TABLE', 8, 1, { tableRowPositions: tracks(ids), tableColumnPositions: tracks(columns) });
  const { node, warnings } = board(table(ids));
  expect(node('1:8').children).toEqual([]);
  expect(warnings).toEqual([
    { node: '1:8', reason: 'The table has more than 10,000 cells; it is taken without.' },
  ]);
  expect(board(table(ids.slice(0, 99))).node('1:8').children).toHaveLength(101 * 99);
});
