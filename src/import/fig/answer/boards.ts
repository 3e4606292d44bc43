import type { Layer } from '../instances/layer.ts';
import { withFields } from '../instances/layer-values.ts';
import { type SaidWithin, saidAt, saidWithin } from '../instances/said-within.ts';
import { valuesIn } from '../message/effort.ts';
import { guidText } from '../message/guids.ts';
import type { Fig, FigNode, Matrix } from '../message/wanted.ts';
import type { Answering, Members } from './answering.ts';
import { boxOf, multiply, rectangleOf } from './matrix.ts';
import { paintsOf } from './paints.ts';
import { capOf } from './strokes.ts';

/** Nodes of boards keep look and text in entries by path; all of it is a guess, see docs/unsupported.md. */
const shapePath = '40000000:0';
const textPath = '40000000:1';
const anyCellPath = '40000000:2';

const entriesOf = (node: FigNode): SaidWithin<FigNode> =>
  saidWithin(
    [...(node.nodeGenerationData?.overrides ?? []), ...(node.derivedImmutableFrameData?.overrides ?? [])],
    ({ guidPath }) => guidPath?.guids ?? [],
  );

/** What is said at a path; undefined where nothing is. */
function lookAt(said: SaidWithin<FigNode>, path: readonly string[]): FigNode | undefined {
  const [first, ...more] = saidAt(said, path);
  return first && more.reduce(withFields, first);
}

/** A node of a board with the look of its shape; other nodes are as they are. */
export function withBoardLook(node: FigNode): FigNode {
  if (node.nodeGenerationData === undefined) return node;
  const shape = lookAt(entriesOf(node), [shapePath]);
  if (shape === undefined) return node;
  const { size, transform, visible, ...look } = shape;
  return withFields(node, look as FigNode);
}

const magnets = (end: Fig<'ConnectorEndpoint'> | undefined): Members | undefined => {
  if (end === undefined) return undefined;
  const endpointNodeId = guidText(end.endpointNodeID);
  return endpointNodeId !== undefined && end.magnet !== undefined && end.magnet !== 'NONE'
    ? { endpointNodeId, magnet: end.magnet }
    : { endpointNodeId, position: end.position };
};

const lineTypes: Readonly<Record<string, string>> = {
  ELBOWED: 'ELBOWED',
  STRAIGHT: 'STRAIGHT',
  CURVED: 'CURVED',
};

/** Kept by their names alone, with what they say. */
const othersWithText: ReadonlySet<string> = new Set([
  'CODE_BLOCK',
  'STAMP',
  'MEDIA',
  'HIGHLIGHT',
  'WASHI_TAPE',
  'LINK_UNFURL',
  'EMBED',
]);

/** What nodes of boards have of their own. */
export function boardOf(node: FigNode, type: string): Members {
  const characters = () => lookAt(entriesOf(node), [textPath])?.textData?.characters ?? '';
  if (type === 'STICKY') return { characters: characters(), authorVisible: false };
  if (type === 'SHAPE_WITH_TEXT')
    return { characters: characters(), shapeType: node.shapeWithTextType ?? 'SQUARE' };
  if (othersWithText.has(type))
    return { characters: (node.textData?.characters ?? characters()) || undefined };
  if (type !== 'CONNECTOR') return {};
  return {
    characters: characters(),
    connectorStart: magnets(node.connectorStart),
    connectorEnd: magnets(node.connectorEnd),
    connectorLineType: lineTypes[node.connectorLineStyle ?? 'ELBOWED'],
    connectorStartStrokeCap: capOf(node.connectorStartCap),
    connectorEndStrokeCap: capOf(node.connectorEndCap),
  };
}

/** The most cells of a table that are taken. */
const mostCells = 10_000;

/** The cells of a table, row by row. */
export function tableCellsOf({ node: table, id }: Layer, world: Matrix, file: Answering): Members[] {
  const tellLeftOut = () =>
    file.report.warn('Rows and columns of the table without an id of their own are left out.', id);
  const rows = tracksOf(table.tableRowPositions, table.tableRowHeights, tellLeftOut);
  const columns = tracksOf(table.tableColumnPositions, table.tableColumnWidths, tellLeftOut);
  if (rows.length * columns.length > mostCells) {
    file.report.warn(
      `The table has more than ${mostCells.toLocaleString('en')} cells; it is taken without.`,
      id,
    );
    return [];
  }
  const entries = entriesOf(table);
  return rows.flatMap((row) =>
    columns.map((column) => {
      const place = { m00: 1, m01: 0, m02: column.start, m10: 0, m11: 1, m12: row.start };
      const size = { x: column.size, y: row.size };
      const look = lookAt(entries, [shapePath, row.id, column.id]) ?? lookAt(entries, [anyCellPath]);
      const text = lookAt(entries, [textPath, row.id, column.id]);
      file.effort.spend(valuesIn(look?.fillPaints));
      return {
        id: `T${id};${row.id};${column.id}`,
        name: '',
        type: 'TABLE_CELL',
        scrollBehavior: 'SCROLLS',
        absoluteBoundingBox: rectangleOf(boxOf(multiply(world, place), size)),
        relativeTransform: [
          [1, 0, column.start],
          [0, 1, row.start],
        ],
        size,
        fills: paintsOf(look?.fillPaints, id, file),
        characters: text?.textData?.characters ?? '',
      };
    }),
  );
}

function tracksOf(
  positions: Fig<'TableRowColumnPositionMap'> | undefined,
  sizes: Fig<'TableRowColumnSizeMap'> | undefined,
  tellLeftOut: () => void,
) {
  const sizeById = new Map((sizes?.entries ?? []).map(({ id, size = 0 }) => [guidText(id), size]));
  const ordered = [...(positions?.entries ?? [])].sort((left, right) =>
    (left.position ?? '') < (right.position ?? '') ? -1 : 1,
  );
  const ids = new Set(ordered.map(({ id }) => guidText(id)).filter((id) => id !== undefined));
  if (ids.size < ordered.length) tellLeftOut();
  let start = 0;
  return [...ids].map((id) => {
    const track = { id, start, size: sizeById.get(id) ?? 0 };
    start += track.size;
    return track;
  });
}
