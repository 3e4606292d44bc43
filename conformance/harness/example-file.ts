/** What checks look for in the example file. */
export const imageRef = 'f00dcafe00000000000000000000000000000001';
export const missingImageRef = 'f00dcafe00000000000000000000000000000002';
export const fillStyle = '9:1';
export const textStyle = '9:2';
export const variableId = 'VariableID:77:1';

/** A PNG of one pixel. */
export const pixelPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

const red = { r: 1, g: 0, b: 0, a: 1 };
const solid = { blendMode: 'NORMAL', type: 'SOLID', color: red };

/** What only `geometry=paths` shows. */
const vectors = {
  size: { x: 10, y: 20 },
  relativeTransform: [
    [1, 0, 3],
    [0, 1, 4],
  ],
  fillGeometry: [{ path: 'M0 0L10 0L10 20L0 20L0 0Z', windingRule: 'NONZERO' }],
  strokeGeometry: [],
};

function node(id: string, name: string, type: string, more: object = {}): object {
  return {
    id,
    name,
    type,
    scrollBehavior: 'SCROLLS',
    blendMode: 'PASS_THROUGH',
    absoluteBoundingBox: { x: 0, y: 0, width: 10, height: 20 },
    ...vectors,
    ...more,
  };
}

const card = node('1:1', 'Card', 'FRAME', {
  pluginData: { '123': { note: 'of plugin 123' }, '456': { note: 'of plugin 456' } },
  sharedPluginData: { tokens: { kind: 'shared' } },
  children: [
    node('1:2', 'Title', 'TEXT', {
      fills: [solid],
      styles: { fill: fillStyle, text: textStyle },
      characters: 'Grüße 👋',
      style: { fontFamily: 'Inter', fontSize: 16 },
    }),
    node('1:3', 'Picture', 'RECTANGLE', {
      fills: [{ blendMode: 'NORMAL', type: 'IMAGE', scaleMode: 'FILL', imageRef }],
    }),
    node('1:4', 'Lost picture', 'RECTANGLE', {
      fills: [{ blendMode: 'NORMAL', type: 'IMAGE', scaleMode: 'FIT', imageRef: missingImageRef }],
    }),
    node('1:5', 'Row', 'FRAME', {
      children: [
        node('1:6', 'Dot', 'ELLIPSE', {
          fills: [{ ...solid, boundVariables: { color: { type: 'VARIABLE_ALIAS', id: variableId } } }],
          boundVariables: { fills: [{ type: 'VARIABLE_ALIAS', id: variableId }] },
        }),
      ],
    }),
    node('1:7', 'Button', 'INSTANCE', {
      componentId: '2:1',
      overrides: [],
      children: [node('I1:7;2:2', 'Shape', 'RECTANGLE', { fills: [solid] })],
    }),
  ],
});

const buttons = node('2:10', 'Buttons', 'COMPONENT_SET', {
  children: [
    node('2:1', 'Size=Small', 'COMPONENT', { children: [node('2:2', 'Shape', 'RECTANGLE')] }),
    node('2:3', 'Size=Large', 'COMPONENT', { children: [node('2:4', 'Shape', 'RECTANGLE')] }),
  ],
});

const page = (id: string, name: string, children: readonly object[]): object => ({
  id,
  name,
  type: 'CANVAS',
  scrollBehavior: 'SCROLLS',
  children,
  backgroundColor: red,
  prototypeStartNodeID: null,
  flowStartingPoints: [],
  prototypeDevice: { type: 'NONE', rotation: 'NONE' },
});

const component = (name: string, key: string): object => ({
  key,
  name,
  description: '',
  remote: false,
  componentSetId: '2:10',
  documentationLinks: [],
});

/** A file answer that has one of everything the checks ask for: pages, set, instance, image, variable, styles. */
export const exampleFile = {
  name: 'Example',
  editorType: 'figma',
  document: {
    id: '0:0',
    name: 'Document',
    type: 'DOCUMENT',
    scrollBehavior: 'SCROLLS',
    children: [
      page('0:1', 'Screens', [card, node('3:1', 'Elsewhere', 'FRAME', { children: [] })]),
      page('0:2', 'Parts', [buttons]),
    ],
  },
  components: {
    '2:1': component('Size=Small', 'c000000000000000000000000000000000000001'),
    '2:3': component('Size=Large', 'c000000000000000000000000000000000000002'),
  },
  componentSets: {
    '2:10': { key: 'c000000000000000000000000000000000000003', name: 'Buttons', description: '' },
  },
  schemaVersion: 0,
  styles: {
    [fillStyle]: {
      key: 's000000000000000000000000000000000000001',
      name: 'Red',
      styleType: 'FILL',
      remote: false,
      description: '',
    },
    [textStyle]: {
      key: 's000000000000000000000000000000000000002',
      name: 'Body',
      styleType: 'TEXT',
      remote: false,
      description: '',
    },
  },
};

/** The smallest file: one page with one frame of that name. */
export function smallFile(frameName: string): object {
  return {
    document: {
      id: '0:0',
      name: 'Document',
      type: 'DOCUMENT',
      children: [
        {
          id: '0:1',
          name: 'Page 1',
          type: 'CANVAS',
          children: [{ id: '1:1', name: frameName, type: 'FRAME', children: [] }],
        },
      ],
    },
    components: {},
    componentSets: {},
    styles: {},
  };
}

/** One page with so many frames, each with so long a name: for answers that must not be small. */
export function wideFile(frames: number, nameLength: number): object {
  const children = Array.from({ length: frames }, (_, index) => ({
    id: `1:${index + 1}`,
    type: 'FRAME',
    scrollBehavior: 'SCROLLS',
    children: [],
    name: `${index}-`.padEnd(nameLength, `${(index * 7919) % 10_007} `),
  }));
  return {
    document: {
      id: '0:0',
      name: 'Document',
      type: 'DOCUMENT',
      scrollBehavior: 'SCROLLS',
      children: [{ id: '0:1', name: 'Page 1', type: 'CANVAS', scrollBehavior: 'SCROLLS', children }],
    },
    components: {},
    componentSets: {},
    styles: {},
  };
}
