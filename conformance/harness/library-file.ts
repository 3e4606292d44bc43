const color = { r: 1, g: 1, b: 1, a: 1 };
const box = (x: number, width = 40) => ({ x, y: 0, width, height: 20 });
const shared = (x: number) => ({
  blendMode: 'PASS_THROUGH',
  absoluteBoundingBox: box(x),
  effects: [],
  strokes: [],
  constraints: { vertical: 'TOP', horizontal: 'LEFT' },
});
const solid = (value: object) => [{ blendMode: 'NORMAL', type: 'SOLID', color: value }];

export const red = { r: 1, g: 0, b: 0, a: 1 };
export const blue = { r: 0, g: 0, b: 1, a: 1 };

/** A key as published things have them: of a name, so that a test can foresee it. */
export const keyOf = (name: string): string => Buffer.from(name).toString('hex').padEnd(40, '0').slice(0, 40);

const textStyle = {
  fontFamily: 'Inter',
  fontPostScriptName: null,
  fontWeight: 400,
  fontSize: 12,
  textAlignHorizontal: 'LEFT',
  textAlignVertical: 'TOP',
  letterSpacing: 0,
  lineHeightPx: 15,
};

interface LibraryOptions {
  readonly icon?: string;
  readonly ink?: object;
  /** Without it the set and its components are gone. */
  readonly button?: boolean;
}

/**
 * The content of a library: in a frame a set of two buttons, beside it an icon, styles for paint and for text on
 * nodes that use them, a component and a style of another library.
 */
export function libraryContent({ icon = 'Icon', ink = red, button = true }: LibraryOptions = {}): object {
  const component = (id: string, name: string, x: number) => ({
    id,
    name,
    type: 'COMPONENT',
    children: [],
    fills: [],
    ...shared(x),
  });
  const set = {
    id: '1:2',
    name: 'Button',
    type: 'COMPONENT_SET',
    fills: [],
    ...shared(0),
    children: [component('1:3', 'Size=Large', 0), component('1:4', 'Size=Small', 50)],
  };
  const frame = {
    id: '1:1',
    name: 'Controls',
    type: 'FRAME',
    fills: [],
    backgroundColor: color,
    ...shared(0),
    children: button ? [set] : [],
  };
  const swatch = {
    id: '1:6',
    name: 'Swatch',
    type: 'RECTANGLE',
    ...shared(200),
    fills: solid(ink),
    styles: { fill: '2:1' },
  };
  const title = {
    id: '1:7',
    name: 'Title',
    type: 'TEXT',
    ...shared(300),
    fills: solid(color),
    characters: 'Title',
    style: textStyle,
    styles: { text: '2:2' },
    characterStyleOverrides: [],
    styleOverrideTable: {},
    lineTypes: ['NONE'],
    lineIndentations: [0],
  };
  const page = {
    id: '0:1',
    name: 'Page 1',
    type: 'CANVAS',
    backgroundColor: color,
    children: [frame, component('1:5', icon, 100), swatch, title],
  };
  const said = (name: string, more: object = {}) => ({
    key: keyOf(name),
    name,
    description: `About ${name}`,
    remote: false,
    documentationLinks: [],
    ...more,
  });
  const style = (name: string, styleType: string, remote = false) => ({
    key: keyOf(name),
    name,
    description: '',
    remote,
    styleType,
  });
  const variants = {
    '1:3': said('Size=Large', { componentSetId: '1:2' }),
    '1:4': said('Size=Small', { componentSetId: '1:2' }),
  };
  return {
    name: 'Library',
    document: { id: '0:0', name: 'Document', type: 'DOCUMENT', children: [page] },
    components: {
      ...(button ? variants : {}),
      '1:5': said(icon, { key: keyOf('Icon') }),
      '9:1': said('Foreign', { remote: true }),
    },
    componentSets: button ? { '1:2': said('Button') } : {},
    schemaVersion: 0,
    styles: {
      '2:1': style('Ink', 'FILL'),
      '2:2': style('Body', 'TEXT'),
      '2:3': style('Foreign ink', 'FILL', true),
    },
  };
}

/** The content of a library of so many components and nothing else. */
export function iconsContent(count: number): object {
  const ids = Array.from({ length: count }, (_, number) => `3:${number}`);
  const icon = (id: string) => ({ id, name: id, type: 'COMPONENT', children: [], fills: [], ...shared(0) });
  const said = (id: string) => ({ key: keyOf(id), name: id, description: '', remote: false });
  const page = {
    id: '0:1',
    name: 'Page 1',
    type: 'CANVAS',
    backgroundColor: color,
    children: ids.map(icon),
  };
  return {
    name: 'Icons',
    document: { id: '0:0', name: 'Document', type: 'DOCUMENT', children: [page] },
    components: Object.fromEntries(ids.map((id) => [id, said(id)])),
    componentSets: {},
    schemaVersion: 0,
    styles: {},
  };
}
