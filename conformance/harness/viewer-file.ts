import { node } from './placed-node.ts';

/** Squares of the grid below, side by side without a gap. */
export const grid = { columns: 64, rows: 52, sidePx: 120 } as const;
/** One square of the last row is left out. */
export const gridNodes = grid.columns * grid.rows - 1;
/** The nodes and pages that checks look for. */
export const places = { gridPage: '0:1', detailsPage: '0:2', emptyPage: '0:3', details: '2:1', label: '2:4' };

/** As an address names the square in the middle: a viewer that opens there has never seen the whole page. */
export const middleSquare = `1-${(grid.rows / 2) * grid.columns + grid.columns / 2 + 1}`;

const solid = (red: number, green: number, blue: number): object => ({
  blendMode: 'NORMAL',
  type: 'SOLID',
  color: { r: red / 255, g: green / 255, b: blue / 255, a: 1 },
});

/** A square whose colour tells its column and its row. */
function square(place: number): object {
  const [column, row] = [place % grid.columns, Math.floor(place / grid.columns)];
  const box = {
    x: column * grid.sidePx,
    y: row * grid.sidePx,
    width: grid.sidePx,
    height: grid.sidePx,
  };
  const fills = [solid(64 + 3 * column, 40 + 4 * row, 128)];
  return node(`1:${place + 1}`, `Square ${column}, ${row}`, 'RECTANGLE', box, { fills });
}

/** A card with what is drawn differently when it is placed wrongly by less than a pixel: text, shadow, curves. */
function details(): object {
  const frame = { x: 40, y: 60, width: 620, height: 420 };
  const at = { x: frame.x, y: frame.y };
  const shadow = {
    type: 'DROP_SHADOW',
    visible: true,
    blendMode: 'NORMAL',
    radius: 18,
    offset: { x: 0, y: 6 },
    color: { r: 0, g: 0, b: 0, a: 0.4 },
  };
  const card = { x: 440, y: 440, width: 180, height: 20 };
  const children = [
    node(
      '2:2',
      'Round',
      'ELLIPSE',
      { x: 80, y: 90, width: 333, height: 333 },
      { fills: [solid(29, 78, 216)] },
      at,
    ),
    node(
      '2:3',
      'Card',
      'RECTANGLE',
      { x: 440, y: 200, width: 180, height: 180 },
      { fills: [solid(255, 255, 255)], cornerRadius: 24, effects: [shadow] },
      at,
    ),
    node(
      places.label,
      'Label',
      'TEXT',
      card,
      {
        fills: [solid(20, 20, 20)],
        characters: 'Across the edges of tiles',
        style: { fontFamily: 'Inter', fontWeight: 500, fontSize: 14, lineHeightPx: 20 },
        characterStyleOverrides: [],
        styleOverrideTable: {},
      },
      at,
    ),
  ];
  return node(places.details, 'Details', 'FRAME', frame, {
    fills: [solid(244, 240, 232)],
    clipsContent: true,
    children,
  });
}

const page = (id: string, name: string, gray: number, children: readonly object[]): object => ({
  id,
  name,
  type: 'CANVAS',
  children,
  backgroundColor: { r: gray / 255, g: gray / 255, b: gray / 255, a: 1 },
});

/** A name that would do harm if it were markup. */
export const hostileName = '<img src=x onerror=document.title="taken">';

/** A file with a page of 3,327 squares on a dark ground, a page of details and an empty page. */
export function viewerFile(): object {
  const squares = Array.from({ length: gridNodes }, (_, place) => square(place));
  return {
    name: 'Viewer',
    editorType: 'figma',
    components: {},
    componentSets: {},
    schemaVersion: 0,
    styles: {},
    document: {
      id: '0:0',
      name: 'Document',
      type: 'DOCUMENT',
      children: [
        page(places.gridPage, 'Grid', 30, squares),
        page(places.detailsPage, hostileName, 230, [details()]),
        page(places.emptyPage, 'Empty', 255, []),
      ],
    },
  };
}
