import { type Box, node } from './placed-node.ts';

/** Ids of the nodes of the file below. */
export const nodes = {
  frame: '1:1',
  square: '1:2',
  label: '1:3',
  invisible: '1:4',
  transparent: '1:5',
  empty: '1:6',
  covered: '1:7',
  cover: '1:8',
  stroked: '1:9',
  vast: '1:10',
  inInstance: 'I1:11;2:2',
} as const;

const solid = (color: string) => {
  const channel = (from: number) => Number.parseInt(color.slice(from, from + 2), 16) / 255;
  return {
    blendMode: 'NORMAL',
    type: 'SOLID',
    color: { r: channel(1), g: channel(3), b: channel(5), a: 1 },
  };
};

const box = (x: number, y: number, width: number, height: number): Box => ({ x, y, width, height });

/** A file of everything that images are checked by; its square has the colour given, as `#ff0000`. */
export function imagesFile(squareColor: string): object {
  const square = node('1:2', 'Red square', 'RECTANGLE', box(10, 10, 20, 20), { fills: [solid(squareColor)] });
  const label = node('1:3', 'Label', 'TEXT', box(10, 40, 100, 40), {
    fills: [solid('#000000')],
    absoluteRenderBounds: box(11, 44, 36, 12),
    characters: 'Hello',
    style: { fontFamily: 'Inter', fontPostScriptName: null, fontWeight: 400, fontSize: 16, lineHeightPx: 20 },
    characterStyleOverrides: [],
    styleOverrideTable: {},
  });
  const children = [
    node('1:1', 'Frame', 'FRAME', box(0, 0, 200, 100), {
      fills: [solid('#ffffff')],
      clipsContent: true,
      children: [square, label],
    }),
    node('1:4', 'Hidden', 'RECTANGLE', box(300, 0, 20, 20), { visible: false, fills: [solid('#000000')] }),
    node('1:5', 'Clear', 'RECTANGLE', box(300, 40, 20, 20), { opacity: 0, fills: [solid('#000000')] }),
    node('1:6', 'Empty', 'GROUP', box(300, 80, 20, 20), { children: [] }),
    node('1:7', 'Covered', 'RECTANGLE', box(0, 200, 20, 20), { fills: [solid('#0000ff')] }),
    node('1:8', 'Over it', 'RECTANGLE', box(10, 200, 20, 20), { fills: [solid('#00ff00')] }),
    node('1:9', 'Stroked', 'RECTANGLE', box(0, 300, 40, 40), {
      strokes: [solid('#00ff00')],
      strokeWeight: 4,
      strokeAlign: 'INSIDE',
      fills: [solid('#eeeeee')],
    }),
    node('1:10', 'Vast', 'RECTANGLE', box(0, 1000, 10_000, 5_000), { fills: [solid('#123456')] }),
    node('1:11', 'Dot', 'INSTANCE', box(400, 0, 10, 10), {
      componentId: '2:1',
      overrides: [],
      children: [
        node(
          'I1:11;2:2',
          'Shape',
          'RECTANGLE',
          box(400, 0, 10, 10),
          { fills: [solid('#ff00ff')] },
          { x: 400, y: 0 },
        ),
      ],
    }),
  ];
  const page = { id: '0:1', name: 'Page', type: 'CANVAS', backgroundColor: solid('#f0f0f0').color, children };
  return {
    name: 'Images',
    editorType: 'figma',
    components: {},
    componentSets: {},
    schemaVersion: 0,
    styles: {},
    document: { id: '0:0', name: 'Document', type: 'DOCUMENT', children: [page] },
  };
}
