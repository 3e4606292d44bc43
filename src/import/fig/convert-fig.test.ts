import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileSnapshot } from '../../document/compile-snapshot.ts';
import { checkJson } from '../../document/json-check.ts';
import { archive, documentWith, figDesign, guid, nodeOf, type Value } from '../../testing/fig-files.ts';
import { readFigSource } from '../../testing/fig-source.ts';

interface Answered {
  readonly id: string;
  readonly type: string;
  readonly children?: readonly Answered[];
  readonly [property: string]: unknown;
}

/** Reads a design as a door does, down to the compiled snapshot. */
function read(bytes: Uint8Array) {
  const source = readFigSource(bytes);
  checkJson(source.document);
  const { report } = compileSnapshot(source);
  const document: Answered = JSON.parse(Buffer.from(source.document).toString());
  const all = (node: Answered): Answered[] => [node, ...(node.children ?? []).flatMap(all)];
  const byId = new Map(all(document).map((node) => [node.id, node]));
  const entries = (map: typeof source.components) =>
    Object.fromEntries(map.map(({ text }) => Object.entries(JSON.parse(`{${Buffer.from(text)}}`))[0]!));
  return {
    source,
    document,
    report,
    byId,
    node: (id: string) => byId.get(id)!,
    components: entries(source.components) as Record<string, Record<string, unknown>>,
    componentSets: entries(source.componentSets) as Record<string, Record<string, unknown>>,
    styles: entries(source.styles) as Record<string, Record<string, unknown>>,
  };
}

const design = (...nodes: { readonly [name: string]: Value }[]) => figDesign(documentWith(...nodes));
const moved = (x: number, y: number) => ({ m00: 1, m01: 0, m02: x, m10: 0, m11: 1, m12: y });
const red = { type: 'SOLID', color: { r: 1, g: 0, b: 0, a: 1 } };

describe('The nodes of a design', () => {
  test('are answered in the order of their positions, under their ids, and none of the editor’s own page', () => {
    const { document } = read(
      design(
        nodeOf('FRAME', 5, 1, {}, '#'),
        nodeOf('ROUNDED_RECTANGLE', 6, 1, {}, '"'),
        nodeOf('ELLIPSE', 7, 5),
        nodeOf('RECTANGLE', 8, 2),
      ),
    );
    expect(document).toMatchObject({
      id: '1:0',
      children: [
        {
          id: '1:1',
          type: 'CANVAS',
          children: [
            { id: '1:6', type: 'RECTANGLE' },
            { id: '1:5', type: 'FRAME', children: [{ id: '1:7', type: 'ELLIPSE' }] },
          ],
        },
      ],
    });
  });

  test.each([
    ['a frame that takes its size from what it holds is a group', { resizeToFit: true }, 'GROUP'],
    ['one with a layout is a frame', { resizeToFit: true, stackMode: 'VERTICAL' }, 'FRAME'],
    ['one of variants is a component set', { isStateGroup: true }, 'COMPONENT_SET'],
  ])('have the types of answers: %s', (_title, more, type) => {
    expect(read(design(nodeOf('FRAME', 5, 1, more))).node('1:5').type).toBe(type);
  });

  test('lie where the transforms above them put them, and show where ancestors do not clip them', () => {
    const { node } = read(
      design(
        nodeOf('FRAME', 5, 1, { transform: moved(10, 20) }),
        nodeOf('RECTANGLE', 6, 5, { transform: moved(50, 40) }),
        nodeOf('RECTANGLE', 7, 5, { visible: false }),
      ),
    );
    expect(node('1:6')).toMatchObject({
      absoluteBoundingBox: { x: 60, y: 60, width: 100, height: 50 },
      absoluteRenderBounds: { x: 60, y: 60, width: 50, height: 10 },
      relativeTransform: [
        [1, 0, 50],
        [0, 1, 40],
      ],
    });
    expect(node('1:7')).toMatchObject({ visible: false, absoluteRenderBounds: null });
  });

  test('show nothing within a frame that lies wholly beside what its parent clips', () => {
    const { node } = read(
      design(
        nodeOf('FRAME', 5, 1),
        nodeOf('FRAME', 6, 5, { transform: moved(200, 0) }),
        nodeOf('RECTANGLE', 7, 6),
        nodeOf('FRAME', 8, 6),
        nodeOf('RECTANGLE', 9, 8),
      ),
    );
    expect([6, 7, 8, 9].map((id) => node(`1:${id}`)?.absoluteRenderBounds)).toEqual([null, null, null, null]);
  });

  test('that have no place, no id or the id of another are left out and named', () => {
    const { report, byId } = read(
      design(
        nodeOf('RECTANGLE', 5, 99),
        nodeOf('RECTANGLE', 6, 1),
        nodeOf('ELLIPSE', 6, 1),
        nodeOf('LINE', 6, 1),
        { type: 'FRAME' },
        { type: 'FRAME' },
      ),
    );
    expect(byId.get('1:6')?.type).toBe('RECTANGLE');
    expect(report.warnings).toEqual([
      { reason: 'Nodes without an id are left out: 2.' },
      { node: '1:6', reason: 'The id is given to 3 nodes; the first counts.' },
      { node: '1:5', reason: 'The node has no place in the document and is left out.' },
    ]);
  });

  test('that name one another as parents hold nothing up', () => {
    const { byId } = read(design(nodeOf('FRAME', 5, 6), nodeOf('FRAME', 6, 5), nodeOf('FRAME', 7, 1)));
    expect([...byId.keys()]).toEqual(['1:0', '1:1', '1:7']);
  });

  test('are 256 levels deep with their page at the most, and where more is left out is told', () => {
    const ids = Array.from({ length: 300 }, (_, index) => 10 + index);
    const { byId, report } = read(design(...ids.map((id) => nodeOf('FRAME', id, id === 10 ? 1 : id - 1))));
    expect([...byId.keys()]).toEqual(['1:0', '1:1', ...ids.slice(0, 255).map((id) => `1:${id}`)]);
    const reason = 'What is nested deeper than 256 levels is left out.';
    expect(report.warnings[0]).toEqual({ node: '1:264', reason });
  });

  test('are the same whatever order they are stored in', () => {
    const nodes = documentWith(
      nodeOf('FRAME', 5, 1),
      nodeOf('RECTANGLE', 6, 5),
      nodeOf('ELLIPSE', 7, 5),
      nodeOf('LINE', 8, 1),
    );
    const expected = read(figDesign(nodes)).document;
    fc.assert(
      fc.property(fc.shuffledSubarray(nodes, { minLength: nodes.length }), (shuffled) => {
        expect(read(figDesign(shuffled)).document).toEqual(expected);
      }),
      { numRuns: 20 },
    );
  });

  test('keep names of control characters, half letters and great length', () => {
    const name = `a\u0001\u001b[31m\r\n\t"\\\u2028\u202e${'x'.repeat(100_000)}`;
    const { node } = read(design(nodeOf('FRAME', 5, 1, { name }), nodeOf('FRAME', 6, 1, { name: '' })));
    expect([node('1:5').name, node('1:6').name]).toEqual([name, '']);
  });

  test('are refused where there is no document', () => {
    expect(() => read(figDesign([nodeOf('FRAME', 5, 1)]))).toThrow(
      'The design holds no node of the type DOCUMENT.',
    );
  });

  test('are refused before any is made where a small file lists a great many', () => {
    const bytes = figDesign([...documentWith(), ...Array<Record<string, Value>>(100_000).fill({})]);
    const problem = refusalOf(bytes);
    expect(problem).toContain('it lists 100,003 things, where a file of its size may list 5');
    expect(problem).toContain((50_000 + bytes.length).toLocaleString('en'));
  });
});

function refusalOf(bytes: Uint8Array): string {
  try {
    readFigSource(bytes);
  } catch (error) {
    return (error as Error).message;
  }
  return 'taken';
}

describe('Properties of a node', () => {
  test('follow their fields: paints, strokes, corners, effects and layout', () => {
    const { node } = read(
      design(
        nodeOf('FRAME', 5, 1, {
          fillPaints: [
            { ...red, opacity: 0.5 },
            { ...red, visible: false },
          ],
          strokePaints: [red],
          strokeWeight: 3,
          strokeAlign: 'INSIDE',
          strokeCap: 'ARROW_LINES',
          strokeJoin: 'ROUND',
          dashPattern: [4, 2],
          rectangleTopLeftCornerRadius: 1,
          rectangleTopRightCornerRadius: 2,
          rectangleBottomRightCornerRadius: 3,
          rectangleBottomLeftCornerRadius: 4,
          effects: [{ type: 'FOREGROUND_BLUR', radius: 8, visible: true }],
          stackMode: 'HORIZONTAL',
          stackSpacing: 6,
          stackHorizontalPadding: 1,
          stackPrimarySizing: 'FIXED',
          stackPrimaryAlignItems: 'SPACE_EVENLY',
          stackWrap: 'WRAP',
        }),
        nodeOf('RECTANGLE', 6, 5, { stackChildPrimaryGrow: 1, horizontalConstraint: 'STRETCH' }),
      ),
    );
    expect(node('1:5')).toMatchObject({
      fills: [
        { opacity: 0.5, blendMode: 'NORMAL', type: 'SOLID', color: red.color },
        { visible: false, type: 'SOLID' },
      ],
      background: [{ opacity: 0.5 }, { visible: false }],
      backgroundColor: { r: 1, g: 0, b: 0, a: 0.5 },
      strokeWeight: 3,
      strokeAlign: 'INSIDE',
      strokeCap: 'LINE_ARROW',
      strokeJoin: 'ROUND',
      strokeDashes: [4, 2],
      rectangleCornerRadii: [1, 2, 3, 4],
      effects: [{ type: 'LAYER_BLUR', visible: true, radius: 8 }],
      layoutMode: 'HORIZONTAL',
      itemSpacing: 6,
      paddingLeft: 1,
      layoutWrap: 'WRAP',
      primaryAxisSizingMode: 'FIXED',
      primaryAxisAlignItems: 'SPACE_BETWEEN',
      counterAxisSizingMode: 'FIXED',
    });
    expect(node('1:6')).toMatchObject({
      constraints: { horizontal: 'LEFT_RIGHT', vertical: 'TOP' },
      layoutGrow: 1,
      layoutAlign: 'INHERIT',
      layoutSizingHorizontal: 'FILL',
      layoutSizingVertical: 'FIXED',
    });
    expect(node('1:6')).not.toHaveProperty('cornerRadius');
  });

  test('that a file leaves out have their defaults', () => {
    const { node } = read(design(nodeOf('RECTANGLE', 5, 1)));
    expect(node('1:5')).toMatchObject({
      blendMode: 'PASS_THROUGH',
      scrollBehavior: 'SCROLLS',
      strokeWeight: 1,
      strokeAlign: 'CENTER',
      fills: [],
      strokes: [],
      effects: [],
      interactions: [],
      fillGeometry: [],
    });
    expect(node('1:5')).not.toHaveProperty('opacity');
    const shapes = read(
      design(nodeOf('STAR', 6, 1), nodeOf('REGULAR_POLYGON', 7, 1), nodeOf('ELLIPSE', 8, 1)),
    );
    expect(shapes.node('1:6')).toMatchObject({ count: 5, starInnerScale: 0.382 });
    expect(shapes.node('1:7')).toMatchObject({ count: 3 });
    expect(shapes.node('1:8')).toMatchObject({
      arcData: { startingAngle: 0, endingAngle: 6.2831854820251465, innerRadius: 0 },
    });
  });

  test('say outlines as the interface spells them, and name those that are damaged', () => {
    const bytes = Buffer.alloc(19);
    bytes.writeUInt8(1, 0);
    bytes.writeFloatLE(82.03125, 1);
    bytes.writeFloatLE(0.00001, 5);
    bytes.writeUInt8(2, 9);
    bytes.writeFloatLE(100, 10);
    bytes.writeFloatLE(-1.5, 14);
    const path = (commandsBlob: number) => ({ commandsBlob, windingRule: 'ODD', styleID: 0 });
    const node = nodeOf('VECTOR', 5, 1, { fillGeometry: [path(0), path(1), path(7)] });
    const { node: found, report } = read(
      figDesign(documentWith(node), { blobs: [bytes, bytes.subarray(0, 12)] }),
    );
    expect(found('1:5').fillGeometry).toEqual([{ path: 'M82.0312 1e-05L100 -1.5Z', windingRule: 'EVENODD' }]);
    expect(report.warnings).toEqual([
      { node: '1:5', reason: 'An outline of the node is damaged and left out.' },
    ]);
  });

  test('of a text say its style, its parts and its lines', () => {
    const font = { family: 'Inter', style: 'Regular', postscript: 'Inter-Regular' };
    const bold = { family: 'Inter', style: 'Bold', postscript: 'Inter-Bold' };
    const text = nodeOf('TEXT', 5, 1, {
      fontName: font,
      fontSize: 20,
      lineHeight: { value: 1.5, units: 'RAW' },
      letterSpacing: { value: 10, units: 'PERCENT' },
      textAutoResize: 'HEIGHT',
      textData: {
        characters: 'one\ntwo',
        characterStyleIDs: [0, 3],
        styleOverrideTable: [{ styleID: 3, fontName: bold, fillPaints: [red] }],
        lines: [{ lineType: 'UNORDERED_LIST', indentationLevel: 1 }, { lineType: 'PLAIN' }],
        fontMetaData: [{ key: font, fontLineHeight: 1.25, fontWeight: 400 }],
      },
    });
    expect(read(design(text)).node('1:5')).toMatchObject({
      characters: 'one\ntwo',
      style: {
        fontFamily: 'Inter',
        fontPostScriptName: 'Inter-Regular',
        fontWeight: 400,
        fontSize: 20,
        letterSpacing: 2,
        lineHeightPx: 30,
        lineHeightPercent: 120,
        lineHeightPercentFontSize: 150,
        lineHeightUnit: 'FONT_SIZE_%',
        textAutoResize: 'HEIGHT',
      },
      characterStyleOverrides: [0, 3],
      styleOverrideTable: { 3: { fontStyle: 'Bold', fontWeight: 700, fills: [{ type: 'SOLID' }] } },
      lineTypes: ['UNORDERED', 'NONE'],
      lineIndentations: [1, 0],
    });
  });

  test('of prototypes say trigger, way and transition', () => {
    const action = {
      connectionType: 'INTERNAL_NODE',
      transitionNodeID: guid(6),
      navigationType: 'NAVIGATE',
      transitionType: 'MOVE_FROM_LEFT',
      transitionDuration: 0.5,
      easingType: 'OUT_CUBIC',
    };
    const event = { interactionType: 'ON_CLICK' };
    const { node } = read(
      design(
        nodeOf('FRAME', 5, 1, {
          prototypeInteractions: [
            { event, actions: [action] },
            { event, actions: [action], isDeleted: true },
          ],
          prototypeStartingPoint: { name: 'Start', position: '!' },
        }),
        nodeOf('FRAME', 6, 1),
      ),
    );
    const transition = { type: 'MOVE_IN', direction: 'RIGHT', duration: 0.5, easing: { type: 'EASE_OUT' } };
    expect(node('1:5')).toMatchObject({
      interactions: [
        {
          trigger: { type: 'ON_CLICK' },
          actions: [{ type: 'NODE', destinationId: '1:6', navigation: 'NAVIGATE', transition }],
        },
      ],
      transitionNodeID: '1:6',
      transitionDuration: 500,
      transitionEasing: 'EASE_OUT',
    });
    expect(node('1:5').interactions).toHaveLength(1);
    expect(node('1:1')).toMatchObject({ flowStartingPoints: [{ nodeId: '1:5', name: 'Start' }] });
  });
});

test('Prototypes say what they set variables to, on which condition, and what they do to a video', () => {
  const alias = { dataType: 'ALIAS', resolvedDataType: 'FLOAT', value: { alias: { guid: guid(51) } } };
  const one = { dataType: 'FLOAT', resolvedDataType: 'FLOAT', value: { floatValue: 1 } };
  const sum = (expressionFunction: string) => ({
    dataType: 'EXPRESSION',
    resolvedDataType: 'FLOAT',
    value: { expressionValue: { expressionFunction, expressionArguments: [alias, one] } },
  });
  const set = (targetVariableData: Value) => ({
    connectionType: 'SET_VARIABLE',
    targetVariable: { id: { guid: guid(51) } },
    targetVariableData,
  });
  const color = { r: 1, g: 0, b: 0, a: 1 };
  const red = { dataType: 'COLOR', resolvedDataType: 'COLOR', value: { colorValue: color } };
  const blocks = [
    { condition: sum('LESS_THAN'), actions: [set(sum('MULTIPLY'))] },
    { actions: [set(one), set(red)] },
  ];
  const video = { connectionType: 'UPDATE_MEDIA_RUNTIME', mediaAction: 'SKIP_FORWARD', mediaSkipByAmount: 5 };
  const { node, report } = read(
    design(
      nodeOf('VARIABLE_SET', 50, 2, { variableSetModes: [{ id: guid(1), name: 'One' }] }),
      nodeOf('VARIABLE', 51, 2, { variableSetID: { guid: guid(50) }, variableResolvedType: 'FLOAT' }),
      nodeOf('FRAME', 5, 1, {
        prototypeInteractions: [
          {
            actions: [
              { connectionType: 'CONDITIONAL', conditionalActions: blocks },
              video,
              { connectionType: 'UPDATE_MEDIA_RUNTIME' },
              set(sum('TERNARY')),
            ],
          },
        ],
      }),
    ),
  );
  const variableId = 'VariableID:1:51';
  const values = [
    { type: 'VARIABLE_ALIAS', resolvedType: 'FLOAT', value: { type: 'VARIABLE_ALIAS', id: variableId } },
    { type: 'FLOAT', resolvedType: 'FLOAT', value: 1 },
  ];
  const expression = (expressionFunction: string) => ({
    type: 'EXPRESSION',
    resolvedType: 'FLOAT',
    value: { expressionFunction, expressionArguments: values },
  });
  const action = { type: 'SET_VARIABLE', variableId };
  expect((node('1:5').interactions as { actions: unknown }[])[0]!.actions).toEqual([
    {
      type: 'CONDITIONAL',
      conditionalBlocks: [
        {
          condition: expression('LESS_THAN'),
          actions: [{ ...action, variableValue: expression('MULTIPLICATION') }],
        },
        {
          actions: [
            { ...action, variableValue: values[1] },
            { ...action, variableValue: { type: 'COLOR', resolvedType: 'COLOR', value: color } },
          ],
        },
      ],
    },
    { type: 'UPDATE_MEDIA_RUNTIME', destinationId: null, mediaAction: 'SKIP_FORWARD', amountToSkip: 5 },
    { type: 'UPDATE_MEDIA_RUNTIME', destinationId: null, mediaAction: 'PLAY' },
    action,
  ]);
  expect(report.warnings).toContainEqual({
    node: '1:5',
    reason: 'A value of the kind EXPRESSION in a prototype is left out.',
  });
});

test('Numbers that grow beyond all numbers are 0 in answers, never null', () => {
  const huge = 3e38;
  const matrix = { m00: 1e-30, m01: huge, m02: huge, m10: 0, m11: 1e-8, m12: huge };
  const gradient = { type: 'GRADIENT_LINEAR', transform: matrix, stops: [] };
  const { node } = read(
    design(
      nodeOf('RECTANGLE', 5, 1, { fillPaints: [gradient], transform: matrix, size: { x: huge, y: huge } }),
      nodeOf('TEXT', 6, 1, { fontSize: huge, lineHeight: { value: huge, units: 'RAW' } }),
      nodeOf('TEXT', 7, 1, { fontSize: 1e-37, lineHeight: { value: huge, units: 'PIXELS' } }),
    ),
  );
  const told = [node('1:5').fills, node('1:5').absoluteBoundingBox, node('1:6').style, node('1:7').style];
  expect(JSON.stringify(told).replaceAll('"fontPostScriptName":null', '')).not.toContain('null');
  expect(node('1:6').style).toMatchObject({ lineHeightPx: 0 });
});

describe('What a design lacks or answers cannot hold is told', () => {
  test('once of each kind with every node, and beyond a thousand by number', () => {
    const many = Array.from({ length: 1200 }, (_, index) =>
      nodeOf('RECTANGLE', 1000 + index, 1, { annotations: 'SOME' }),
    );
    const { report } = read(design(...many, nodeOf('TEXT', 9, 1, { mention: 'SOME' }, '~~')));
    const reasons = report.warnings.map(({ reason }) => reason);
    expect(reasons).toContain('The property mention has no place in answers and is left out.');
    expect(reasons).toContain(
      'Of 200 further nodes: The property annotations has no place in answers and is left out.',
    );
    expect(report.warnings).toHaveLength(1002);
  });

  test('by how many, where nothing uses them or they are links for developers', () => {
    const canvas = figDesign(documentWith(nodeOf('SYMBOL', 10, 2), nodeOf('RECTANGLE', 11, 10)));
    const meta = Buffer.from('{"developer_related_links":[{},{}]}');
    const { report } = read(archive({ 'canvas.fig': canvas, 'meta.json': meta }));
    expect(report.warnings).toEqual([
      { reason: 'The links for developers are left out: 2.' },
      { reason: 'Nodes of the editor’s own page that nothing else uses are left out: 2.' },
    ]);
  });

  test('by node, where it lies where nothing can', () => {
    const { report } = read(design(nodeOf('TABLE', 5, 1), nodeOf('RECTANGLE', 6, 5)));
    expect(report.warnings).toContainEqual({
      node: '1:6',
      reason: 'A RECTANGLE in this place is left out.',
    });
  });

  test('by the id that two layers of a component would have in its instances', () => {
    const overrideKey = guid(77);
    const { byId, report } = read(
      design(
        nodeOf('SYMBOL', 10, 2),
        nodeOf('FRAME', 11, 10, { overrideKey }),
        nodeOf('TEXT', 12, 11, { overrideKey }),
        nodeOf('TEXT', 13, 11),
        nodeOf('INSTANCE', 30, 1, { symbolData: { symbolID: guid(10) } }),
        nodeOf('INSTANCE', 31, 1, { symbolData: { symbolID: guid(10) } }),
      ),
    );
    expect([...byId.keys()].filter((id) => id.startsWith('I'))).toEqual([
      'I1:30;1:77',
      'I1:30;1:13',
      'I1:31;1:77',
      'I1:31;1:13',
    ]);
    const reason = 'The id is given to several layers of a component; the first counts.';
    expect(report.warnings.filter(({ node }) => node !== undefined)).toEqual(
      ['I1:30;1:77', 'I1:31;1:77'].map((node) => ({ node, reason })),
    );
  });

  test('by the id that two collections have in their library', () => {
    const set = (id: number, mode: number) =>
      nodeOf('VARIABLE_SET', id, 2, {
        key: 'key',
        publishID: guid(1),
        sourceLibraryKey: 'library',
        variableSetModes: [{ id: guid(mode), name: 'Mode' }],
      });
    const { source, report } = read(design(set(40, 900), set(41, 901)));
    const { meta } = JSON.parse(Buffer.from(source.companions!.variables!).toString());
    expect(Object.values(meta.variableCollections)).toMatchObject([{ name: 'VARIABLE_SET 40' }]);
    expect(report.warnings).toEqual([
      {
        node: 'VariableCollectionId:key/1:1',
        reason: 'The id is given to several variables or collections; the first counts.',
      },
    ]);
  });

  test('by how many, where an instance overrides what its component does not hold', () => {
    const says = (name: string, ...ids: number[]) => ({
      guidPath: { guids: ids.map((id) => guid(id)) },
      name,
    });
    const within = [says('A', 11), says('B', 12), says('C', 12, 21), says('D', 12, 20), says('E', 10)];
    const beyond = [says('F', 99), says('G', 12, 98), says('H')];
    const symbolData = { symbolID: guid(10), symbolOverrides: [...within, ...beyond] };
    const { node, report } = read(
      design(
        nodeOf('SYMBOL', 20, 2),
        nodeOf('TEXT', 21, 20),
        nodeOf('SYMBOL', 10, 2),
        nodeOf('TEXT', 11, 10),
        nodeOf('INSTANCE', 12, 10, { symbolData: { symbolID: guid(20) } }),
        nodeOf('INSTANCE', 30, 1, { symbolData }),
      ),
    );
    expect(node('I1:30;1:12;1:21').name).toBe('C');
    expect(report.warnings).toEqual([
      { reason: 'Overrides of layers that are not in their component change nothing: 3.' },
    ]);
  });

  test('by node, where it lies right below the document and is no page', () => {
    const { document, report } = read(
      design(nodeOf('FRAME', 5, 0), nodeOf('TEXT', 6, 5), nodeOf('SLICE', 7, 1)),
    );
    expect(document.children?.map(({ id }) => id)).toEqual(['1:1']);
    expect(report.warnings).toEqual([
      { node: '1:5', reason: 'A FRAME in this place is left out.' },
      { node: '1:6', reason: 'A TEXT in this place is left out.' },
    ]);
  });

  test('where a plugin wrote something under no name of its own', () => {
    const pluginData = [
      { pluginID: '', key: 'space-key', value: 'kept' },
      { pluginID: '', key: 'nameless', value: 'lost' },
    ];
    const { node, report } = read(design(nodeOf('FRAME', 5, 1, { pluginData })));
    expect(node('1:5').sharedPluginData).toEqual({ space: { key: 'kept' } });
    expect(report.warnings).toEqual([
      { node: '1:5', reason: 'What a plugin wrote under no name of its own is left out.' },
    ]);
  });

  test('where more is said with a state of development than may be', () => {
    const { source, report } = read(
      design(
        nodeOf('FRAME', 5, 1, { sectionStatusInfo: { status: 'BUILD', description: '😀'.repeat(2001) } }),
        nodeOf('FRAME', 6, 1, { sectionStatusInfo: { status: 'BUILD', description: '😀'.repeat(2000) } }),
      ),
    );
    expect(source.companions?.devStatuses?.map(({ message }) => message)).toEqual(
      Array(2).fill('😀'.repeat(2000)),
    );
    expect(report.warnings).toEqual([
      { node: '1:5', reason: expect.stringMatching(/cut after 2,000 characters/) },
    ]);
  });

  test('but not what was removed, nor what was below it', () => {
    const removed = nodeOf('FRAME', 5, 1, { phase: 'REMOVED' });
    const { report } = read(design(removed, nodeOf('FRAME', 6, 5), nodeOf('TEXT', 7, 6)));
    expect(report.warnings).toEqual([]);
  });

  test('where a collection extends one that is not there, or itself, or gives no variable a value', () => {
    const modes = { variableSetModes: [{ id: guid(1), name: 'One' }] };
    const extending = (id: number, of: number) =>
      nodeOf('VARIABLE_SET', id, 2, { ...modes, backingVariableSetId: { guid: guid(of) } });
    const { source, report } = read(
      design(
        extending(50, 99),
        extending(52, 53),
        extending(53, 52),
        nodeOf('VARIABLE_OVERRIDE', 60, 2, {
          variableSetID: { guid: guid(50) },
          backingVariableId: { variableOverrideId: { guid: guid(60) } },
        }),
      ),
    );
    const ofItsOwn = 'it is taken as one of its own.';
    expect(report.warnings).toEqual([
      { node: '1:50', reason: `The collection extends one that is not in the file; ${ofItsOwn}` },
      {
        node: '1:60',
        reason:
          'A value that a collection gives a variable of another is left out: one of them is not in the file.',
      },
      ...['1:52', '1:53'].map((node) => ({
        node,
        reason: `The collection extends itself, or too many others; ${ofItsOwn}`,
      })),
    ]);
    const { meta } = JSON.parse(Buffer.from(source.companions!.variables!).toString());
    expect(Object.keys(meta.variableCollections)).toHaveLength(3);
    expect(JSON.stringify(meta)).not.toMatch(/isExtension|variableOverrides|parent/);
  });

  test('where another program left out how resized instances are laid out', () => {
    const instance = (more: { readonly [name: string]: Value }) =>
      nodeOf('INSTANCE', 30, 1, { symbolData: { symbolID: guid(10) }, size: { x: 9, y: 9 }, ...more });
    const symbol = [nodeOf('SYMBOL', 10, 1, { stackMode: 'GRID' }), nodeOf('RECTANGLE', 11, 10)];
    const warningsOf = (more: { readonly [name: string]: Value }) =>
      read(design(...symbol, instance(more))).report.warnings;
    expect(warningsOf({})).toMatchObject([
      { node: '1:30', reason: expect.stringMatching(/resized instance/) },
    ]);
    expect(warningsOf({ size: { x: 100, y: 50 } })).toEqual([]);
    expect(warningsOf({ derivedSymbolData: [{ guidPath: { guids: [guid(11)] } }] })).toEqual([]);
  });

  test('where numbers are none', () => {
    const { node, report } = read(design(nodeOf('RECTANGLE', 5, 1, { strokeWeight: Number.NaN })));
    expect(node('1:5').strokeWeight).toBe(0);
    expect(report.warnings).toEqual([{ reason: 'Numbers of the file that are none are taken as 0: 1.' }]);
  });

  test('where numbers are infinite, of which JSON has none', () => {
    const transform = { m00: Number.POSITIVE_INFINITY, m01: 0, m02: Number.NEGATIVE_INFINITY };
    const { node, report } = read(
      design(nodeOf('RECTANGLE', 5, 1, { transform: { ...transform, m10: 0, m11: 1, m12: 0 } })),
    );
    expect(node('1:5').absoluteBoundingBox).toEqual({ x: 0, y: 0, width: 0, height: 50 });
    expect(report.warnings).toEqual([{ reason: 'Numbers of the file that are none are taken as 0: 2.' }]);
  });

  test.each([Number.POSITIVE_INFINITY, Number.NaN])('but not where a limit is %s: there is none', (none) => {
    const limits = { minSize: { value: { x: none, y: 2 } }, maxSize: { value: { x: 3, y: none } } };
    const { node, report } = read(design(nodeOf('RECTANGLE', 5, 1, limits)));
    const { minWidth, minHeight, maxWidth, maxHeight } = node('1:5');
    expect([minWidth, minHeight, maxWidth, maxHeight]).toEqual([undefined, 2, 3, undefined]);
    expect(report.warnings).toEqual([]);
  });

  test('where numbers become infinite as they are put together', () => {
    const scaled = { transform: { m00: 1e30, m01: 0, m02: 0, m10: 0, m11: 1, m12: 7 } };
    const { node, report } = read(
      design(nodeOf('FRAME', 5, 1, scaled), nodeOf('FRAME', 6, 5, scaled), nodeOf('RECTANGLE', 7, 5)),
    );
    expect(node('1:6').absoluteBoundingBox).toEqual({ x: 0, y: 14, width: 0, height: 50 });
    expect(report.warnings).toEqual([
      { node: '1:6', reason: 'The place or size of the layer is beyond all numbers; 0 stands for it.' },
    ]);
  });
});

test('A slide shows where it lies, whatever shadow the editor draws around it', () => {
  const shadow = { type: 'DROP_SHADOW', radius: 20, visible: true, offset: { x: 0, y: 5 } };
  const { node } = read(
    design(nodeOf('SLIDE', 5, 1, { effects: [shadow] }), nodeOf('FRAME', 6, 1, { effects: [shadow] })),
  );
  expect(node('1:5').absoluteRenderBounds).toEqual({ x: 0, y: 0, width: 100, height: 50 });
  expect(node('1:6').absoluteRenderBounds).toEqual({ x: -20, y: -15, width: 140, height: 90 });
});

describe('An instance', () => {
  const label = (id: number, parent: number, more: { readonly [name: string]: Value } = {}) =>
    nodeOf('TEXT', id, parent, { textData: { characters: 'Label' }, ...more });
  const path = (...ids: number[]) => ({ guids: ids.map((id) => guid(id)) });

  test('shows the layers of its component, with what it and those around it override', () => {
    const { node, components } = read(
      design(
        nodeOf('SYMBOL', 10, 2, { symbolDescription: 'A button' }),
        nodeOf('FRAME', 11, 10),
        label(12, 11),
        nodeOf('SYMBOL', 20, 2),
        nodeOf('INSTANCE', 21, 20, {
          symbolData: {
            symbolID: guid(10),
            symbolOverrides: [{ guidPath: path(12), textData: { characters: 'Inner' }, opacity: 0.5 }],
          },
        }),
        nodeOf('INSTANCE', 30, 1, {
          symbolData: {
            symbolID: guid(20),
            symbolOverrides: [{ guidPath: path(21, 12), textData: { characters: 'Outer' } }],
          },
          derivedSymbolData: [{ guidPath: path(21, 12), size: { x: 7, y: 8 } }],
        }),
      ),
    );
    expect(node('1:30')).toMatchObject({
      componentId: '1:20',
      overrides: [{ id: 'I1:30;1:21;1:12', overriddenFields: expect.arrayContaining(['characters']) }],
      children: [
        {
          id: 'I1:30;1:21',
          type: 'INSTANCE',
          componentId: '1:10',
          children: [{ id: 'I1:30;1:21;1:11', children: [{ id: 'I1:30;1:21;1:12' }] }],
        },
      ],
    });
    expect(node('I1:30;1:21;1:12')).toMatchObject({
      characters: 'Outer',
      opacity: 0.5,
      size: { x: 7, y: 8 },
    });
    expect(components['1:10']).toMatchObject({ name: 'SYMBOL 10', description: 'A button', remote: false });
    expect(components['1:20']).toMatchObject({ description: '' });
    expect(components['1:10']!.key).toMatch(/^[0-9a-f]{40}$/);
  });

  test('decides by properties what its layers show, and says which they are', () => {
    const definition = {
      id: guid(100),
      name: 'Text',
      type: 'TEXT',
      initialValue: { textValue: { characters: 'Label' } },
    };
    const shown = { id: guid(101), name: 'Shown', type: 'BOOL', initialValue: { boolValue: true } };
    const refs = [
      { defID: guid(100), componentPropNodeField: 'TEXT_DATA' },
      { defID: guid(101), componentPropNodeField: 'VISIBLE' },
    ];
    const { node } = read(
      design(
        nodeOf('SYMBOL', 10, 1, { componentPropDefs: [definition, shown] }),
        label(12, 10, { componentPropRefs: refs }),
        nodeOf('INSTANCE', 30, 1, {
          symbolData: { symbolID: guid(10) },
          componentPropAssignments: [
            { defID: guid(100), value: { textValue: { characters: 'Buy' } } },
            { defID: guid(101), value: { boolValue: false } },
          ],
        }),
      ),
    );
    expect(node('I1:30;1:12')).toMatchObject({
      characters: 'Buy',
      visible: false,
      componentPropertyReferences: { characters: 'Text#1:100', visible: 'Shown#1:101' },
    });
    expect(node('1:30').componentProperties).toMatchObject({
      'Text#1:100': { value: 'Buy', type: 'TEXT' },
      'Shown#1:101': { value: false, type: 'BOOLEAN' },
    });
    expect(node('1:10').componentPropertyDefinitions).toMatchObject({
      'Text#1:100': { type: 'TEXT', defaultValue: 'Label' },
      'Shown#1:101': { type: 'BOOLEAN', defaultValue: true },
    });
  });

  test('of a variant names its values, and the set stands in its map', () => {
    const property = { id: guid(100), name: 'Size', type: 'VARIANT' };
    const variant = (id: number, value: string) =>
      nodeOf('SYMBOL', id, 9, { name: `Size=${value}`, variantPropSpecs: [{ propDefId: guid(100), value }] });
    const order = [
      { property: 'Tone', values: ['Dark', 'Light'] },
      { property: 'Size', values: ['Large', 'Small'] },
    ];
    const { node, components, componentSets } = read(
      design(
        nodeOf('FRAME', 9, 1, {
          isStateGroup: true,
          componentPropDefs: [property],
          stateGroupPropertyValueOrders: order,
        }),
        variant(10, 'Small'),
        variant(11, 'Large'),
        nodeOf('INSTANCE', 30, 1, { symbolData: { symbolID: guid(11) } }),
      ),
    );
    expect(node('1:30').componentProperties).toEqual({
      Size: { value: 'Large', type: 'VARIANT', boundVariables: {} },
    });
    expect(node('1:9').componentPropertyDefinitions).toEqual({
      Size: { type: 'VARIANT', defaultValue: 'Small', variantOptions: ['Large', 'Small'] },
    });
    expect(components['1:11']).toMatchObject({ componentSetId: '1:9' });
    expect(Object.keys(componentSets)).toEqual(['1:9']);
    expect(Object.keys(components)).toEqual(['1:10', '1:11']);
  });

  test('whose component was changed from outside looks as the new one and stays where it is', () => {
    const { node } = read(
      design(
        nodeOf('SYMBOL', 10, 2, { fillPaints: [red], opacity: 0.1 }),
        nodeOf('SYMBOL', 20, 2, { fillPaints: [], rectangleTopLeftCornerRadius: 2 }),
        nodeOf('ELLIPSE', 22, 20),
        nodeOf('SYMBOL', 15, 2),
        nodeOf('INSTANCE', 16, 15, {
          name: 'SYMBOL 10',
          symbolData: { symbolID: guid(10) },
          fillPaints: [red],
          transform: moved(9, 9),
        }),
        nodeOf('INSTANCE', 30, 1, {
          symbolData: {
            symbolID: guid(15),
            symbolOverrides: [{ guidPath: path(16), overriddenSymbolID: guid(20) }],
          },
        }),
      ),
    );
    expect(node('I1:30;1:16')).toMatchObject({
      name: 'SYMBOL 20',
      componentId: '1:20',
      fills: [],
      children: [{ type: 'ELLIPSE' }],
      relativeTransform: [
        [1, 0, 9],
        [0, 1, 9],
      ],
    });
  });

  test('whose component is not in the file, or shows itself, is taken without layers and named', () => {
    const { node, report } = read(
      design(
        nodeOf('INSTANCE', 30, 1, { symbolData: { symbolID: guid(99) } }),
        nodeOf('SYMBOL', 10, 1),
        nodeOf('INSTANCE', 11, 10, { symbolData: { symbolID: guid(10) } }),
      ),
    );
    expect(node('1:30')).toMatchObject({ componentId: '1:99', children: [] });
    expect(node('I1:11;1:11')).toMatchObject({ children: [] });
    expect(report.warnings.map(({ node: id }) => id).sort()).toEqual(['1:30', 'I1:11;1:11']);
  });
});

describe('Beside its document a design brings', () => {
  const png = Buffer.from('89504e470d0a1a0a0000', 'hex');
  const hash = createHash('sha1').update(png).digest();
  const shows = (bytes: Uint8Array) => ({ type: 'IMAGE', image: { hash: bytes }, imageScaleMode: 'FILL' });

  test('the images that its paints show, and says which are not there or not what they are called', () => {
    const other = Buffer.alloc(20, 7);
    const wrong = Buffer.alloc(20, 8);
    const canvas = figDesign(
      documentWith(nodeOf('RECTANGLE', 5, 1, { fillPaints: [shows(hash), shows(other), shows(wrong)] })),
    );
    const name = hash.toString('hex');
    const { source, node, report } = read(
      archive({ 'canvas.fig': canvas, [`images/${name}`]: png, [`images/${wrong.toString('hex')}`]: png }),
    );
    expect([...source.companions!.images!]).toEqual([{ imageRef: name, bytes: png }]);
    expect(node('1:5').fills).toMatchObject([{ type: 'IMAGE', scaleMode: 'FILL', imageRef: name }, {}, {}]);
    expect(report.warnings.map(({ reason }) => reason)).toEqual([
      `The image ${other.toString('hex')} is not in the file; what shows it stays without a picture.`,
      `The image ${wrong.toString('hex')} is not the one that it is called; what shows it stays without a picture.`,
    ]);
  });

  test('the images that older files keep among their outlines', () => {
    const paint = { type: 'IMAGE', image: { dataBlob: 0 }, imageScaleMode: 'FIT' };
    const { source, node } = read(
      figDesign(documentWith(nodeOf('RECTANGLE', 5, 1, { fillPaints: [paint] })), { blobs: [png] }),
    );
    expect(node('1:5').fills).toMatchObject([{ imageRef: hash.toString('hex'), scaleMode: 'FIT' }]);
    expect([...source.companions!.images!]).toEqual([
      { imageRef: hash.toString('hex'), bytes: new Uint8Array(png) },
    ]);
  });

  test('its variables with modes, and nodes that are bound to them', () => {
    const alias = { dataType: 'ALIAS', value: { alias: { guid: guid(51) } } };
    const { source, node } = read(
      design(
        nodeOf('VARIABLE_SET', 50, 2, {
          variableSetModes: [
            { id: guid(2), name: 'Dark', sortPosition: 'b' },
            { id: guid(1), name: 'Light', sortPosition: 'a' },
          ],
        }),
        nodeOf('VARIABLE', 52, 2, {
          variableSetID: { guid: guid(50) },
          variableResolvedType: 'FLOAT',
          sortPosition: 'c',
        }),
        nodeOf('VARIABLE', 51, 2, {
          variableSetID: { guid: guid(50) },
          variableResolvedType: 'FLOAT',
          sortPosition: 'b',
          variableDataValues: {
            entries: [
              { modeID: guid(1), variableData: { dataType: 'FLOAT', value: { floatValue: 8 } } },
              { modeID: guid(2), variableData: { dataType: 'FLOAT', value: { floatValue: 16 } } },
            ],
          },
        }),
        nodeOf('FRAME', 5, 1, {
          variableConsumptionMap: { entries: [{ variableField: 'STACK_SPACING', variableData: alias }] },
          variableModeBySetMap: {
            entries: [{ variableSetID: { guid: guid(50) }, variableModeID: guid(2) }],
          },
        }),
      ),
    );
    const { meta } = JSON.parse(Buffer.from(source.companions!.variables!).toString());
    expect(meta.variables['VariableID:1:51']).toMatchObject({
      resolvedType: 'FLOAT',
      valuesByMode: { '1:1': 8, '1:2': 16 },
      remote: false,
      scopes: ['ALL_SCOPES'],
      variableCollectionId: 'VariableCollectionId:1:50',
    });
    expect(meta.variableCollections['VariableCollectionId:1:50']).toMatchObject({
      defaultModeId: '1:1',
      variableIds: ['VariableID:1:51', 'VariableID:1:52'],
      modes: [
        { modeId: '1:1', name: 'Light' },
        { modeId: '1:2', name: 'Dark' },
      ],
    });
    expect(node('1:5')).toMatchObject({
      boundVariables: { itemSpacing: { type: 'VARIABLE_ALIAS', id: 'VariableID:1:51' } },
      explicitVariableModes: { 'VariableCollectionId:1:50': '1:2' },
    });
  });

  test('no variable or collection that a file would refuse, and says why', () => {
    const set = (id: number) =>
      nodeOf('VARIABLE_SET', id, 2, { variableSetModes: [{ id: guid(1), name: 'One', sortPosition: 'a' }] });
    const variable = (id: number, of: number, name: string) =>
      nodeOf('VARIABLE', id, 2, {
        name,
        variableSetID: { guid: guid(of) },
        variableResolvedType: 'FLOAT',
        variableDataValues: {
          entries: [{ modeID: guid(1), variableData: { dataType: 'FLOAT', value: { floatValue: 1 } } }],
        },
      });
    const taken = (...nodes: { readonly [name: string]: Value }[]) => {
      const { source, report } = read(design(...nodes));
      const { meta } = JSON.parse(Buffer.from(source.companions!.variables!).toString());
      const collections: { variableIds: string[] }[] = Object.values(meta.variableCollections);
      return {
        meta,
        listed: collections.flatMap(({ variableIds }) => variableIds),
        warnings: report.warnings,
      };
    };
    const named = taken(set(50), variable(51, 50, 'good'), variable(52, 50, 'b{a}d'));
    expect(Object.keys(named.meta.variables)).toEqual(['VariableID:1:51']);
    expect(named.listed).toEqual(['VariableID:1:51']);
    expect(named.warnings).toMatchObject([{ node: 'VariableID:1:52' }]);
  });

  test('collections whose modes have the same ids, each with modes of its own, and says so', () => {
    const modes = { variableSetModes: [{ id: guid(1), name: 'One', sortPosition: 'a' }] };
    const variable = (id: number, of: number, floatValue: number) =>
      nodeOf('VARIABLE', id, 2, {
        variableSetID: { guid: guid(of) },
        variableResolvedType: 'FLOAT',
        variableDataValues: {
          entries: [{ modeID: guid(1), variableData: { dataType: 'FLOAT', value: { floatValue } } }],
        },
      });
    const shown = (of: number) => ({ variableSetID: { guid: guid(of) }, variableModeID: guid(1) });
    const action = {
      connectionType: 'SET_VARIABLE_MODE',
      targetVariableSetID: { guid: guid(60) },
      targetVariableModeID: guid(1),
    };
    const { source, node, report } = read(
      design(
        nodeOf('VARIABLE_SET', 60, 2, modes),
        nodeOf('VARIABLE_SET', 50, 2, modes),
        variable(61, 60, 6),
        variable(51, 50, 5),
        nodeOf('FRAME', 5, 1, {
          variableModeBySetMap: { entries: [shown(50), shown(60)] },
          prototypeInteractions: [{ actions: [action] }],
        }),
      ),
    );
    const [ofFirst, ofSecond] = ['1:1', 'VariableCollectionId:1:60/1:1'];
    const { meta } = JSON.parse(Buffer.from(source.companions!.variables!).toString());
    expect(meta.variables['VariableID:1:51'].valuesByMode).toEqual({ [ofFirst]: 5 });
    expect(meta.variables['VariableID:1:61'].valuesByMode).toEqual({ [ofSecond]: 6 });
    expect(meta.variableCollections['VariableCollectionId:1:60']).toMatchObject({
      defaultModeId: ofSecond,
      modes: [{ modeId: ofSecond, name: 'One' }],
    });
    expect(node('1:5')).toMatchObject({
      explicitVariableModes: { 'VariableCollectionId:1:50': ofFirst, 'VariableCollectionId:1:60': ofSecond },
      interactions: [{ actions: [{ variableModeId: ofSecond }] }],
    });
    expect(report.warnings).toEqual([
      {
        node: '1:60',
        reason:
          'Another collection has modes of the same ids; here they stand behind that of the collection.',
      },
    ]);
  });

  test('its styles, where a node uses them', () => {
    const { node, styles } = read(
      design(
        nodeOf('ROUNDED_RECTANGLE', 40, 2, { name: 'Red', styleType: 'FILL', styleDescription: 'Ours' }),
        nodeOf('ROUNDED_RECTANGLE', 41, 2, { name: 'Unused', styleType: 'FILL' }),
        nodeOf('RECTANGLE', 5, 1, { styleIdForFill: { guid: guid(40) } }),
      ),
    );
    expect(node('1:5').styles).toEqual({ fill: '1:40' });
    expect(styles).toMatchObject({
      '1:40': { name: 'Red', styleType: 'FILL', description: 'Ours', remote: false },
    });
    expect(Object.keys(styles)).toEqual(['1:40']);
  });

  test('states of development, name and kind', () => {
    const frame = nodeOf('FRAME', 5, 1, { sectionStatusInfo: { status: 'BUILD', description: 'Go' } });
    const { source } = read(figDesign(documentWith(frame), { prelude: 'fig-jam.' }));
    expect(source.companions!.devStatuses).toEqual([
      { nodeId: '1:5', status: 'READY_FOR_DEV', message: 'Go' },
    ]);
    expect(source.fields).toMatchObject({ editorType: 'figjam' });
  });

  test('states of development that one node states of others, and says of which there is none', () => {
    const stated = (id: number) => ({ guid: guid(id), handoffStatus: { status: 'COMPLETED' } });
    const page = { handoffStatusMap: { entries: [stated(5), stated(77)] } };
    const { source, report } = read(design(nodeOf('FRAME', 5, 1), nodeOf('FRAME', 6, 1, page)));
    expect(source.companions!.devStatuses).toEqual([{ nodeId: '1:5', status: 'COMPLETED', message: null }]);
    expect(report.warnings).toEqual([
      {
        node: '1:77',
        reason: 'A state of development is stated of a node that is not in the answer; it is left out.',
      },
    ]);
  });

  test('no image that its paint names by no SHA-1, and says so', () => {
    const paints = [{ hash: Buffer.alloc(19, 7) }, { dataBlob: 9 }, {}].map((image) => ({
      type: 'IMAGE',
      image,
    }));
    const { node, report } = read(design(nodeOf('RECTANGLE', 5, 1, { fillPaints: paints })));
    expect(node('1:5').fills).toMatchObject([{ imageRef: null }, { imageRef: null }, { imageRef: null }]);
    expect(report.warnings).toEqual([
      {
        node: '1:5',
        reason: 'The image of a paint is named by no SHA-1 and no bytes of the file; it is left out.',
      },
    ]);
  });
});

test('What answers have no place for is named by node and property', () => {
  const variable = { dataType: 'ALIAS', value: { alias: { guid: guid(99) } } };
  const { report } = read(
    design(
      nodeOf('ELLIPSE', 5, 1, { strokePaints: [{ type: 'NOISE' }], effects: [{ type: 'REPEAT' }] }),
      nodeOf('FRAME', 6, 1, {
        variableConsumptionMap: { entries: [{ variableField: 'OPACITY', variableData: variable }] },
        prototypeInteractions: [{ actions: [{ connectionType: 'OBJECT_ANIMATION' }] }],
      }),
    ),
  );
  expect(report.warnings).toEqual([
    { node: '1:5', reason: 'The paint NOISE is taken by its name, and as far as answers know it.' },
    { node: '1:5', reason: 'The effect REPEAT is taken by its name alone.' },
    { node: '1:6', reason: 'The variable that OPACITY follows is not taken.' },
    { node: '1:6', reason: 'The action OBJECT_ANIMATION of a prototype is left out.' },
  ]);
});

describe('A table of a board', () => {
  const tracks = (...ids: number[]) => ({ entries: ids.map((id) => ({ id: guid(id), position: 'a' })) });
  const table = (rows: object, parent: number) =>
    nodeOf('TABLE', 8, parent, {
      tableRowPositions: rows as Value,
      tableColumnPositions: tracks(5),
    });

  test('has cells of its own in each instance that shows it', () => {
    const shows = { symbolData: { symbolID: guid(10) } };
    const { byId, report } = read(
      design(
        nodeOf('SYMBOL', 10, 2),
        table(tracks(1), 10),
        nodeOf('INSTANCE', 30, 1, shows),
        nodeOf('INSTANCE', 31, 1, shows),
      ),
    );
    expect([...byId.keys()].filter((id) => id.startsWith('T'))).toEqual([
      'TI1:30;1:8;1:1;1:5',
      'TI1:31;1:8;1:1;1:5',
    ]);
    expect(report.warnings).toEqual([]);
  });

  test('has one row for each id, and says what it lacks', () => {
    const rows = { entries: [...tracks(1, 1).entries, { position: 'b' }] };
    const { node, report } = read(design(table(rows, 1)));
    expect(node('1:8').children?.map(({ id }) => id)).toEqual(['T1:8;1:1;1:5']);
    expect(report.warnings).toEqual([
      { node: '1:8', reason: 'Rows and columns of the table without an id of their own are left out.' },
    ]);
  });
});

test('A board answers what its shapes, notes and tables say', () => {
  const text = (characters: string) => ({
    overrides: [{ guidPath: { guids: [guid(1, 40_000_000)] }, textData: { characters } }],
  });
  const tracks = (...ids: number[]) => ({ entries: ids.map((id) => ({ id: guid(id), position: `${id}` })) });
  const sizes = (...ids: number[]) => ({ entries: ids.map((id) => ({ id: guid(id), size: 40 })) });
  const { node } = read(
    figDesign(
      documentWith(
        nodeOf('STICKY', 5, 1, { nodeGenerationData: text('Note') }),
        nodeOf('SHAPE_WITH_TEXT', 6, 1, { shapeWithTextType: 'DIAMOND', nodeGenerationData: text('If') }),
        nodeOf('CONNECTOR', 7, 1, { connectorStart: { endpointNodeID: guid(5), magnet: 'RIGHT' } }),
        nodeOf('TABLE', 8, 1, {
          tableRowPositions: tracks(1, 2),
          tableColumnPositions: tracks(3),
          tableRowHeights: sizes(1, 2),
          tableColumnWidths: sizes(3),
        }),
      ),
      { prelude: 'fig-jam.' },
    ),
  );
  expect(node('1:5')).toMatchObject({ type: 'STICKY', characters: 'Note' });
  expect(node('1:6')).toMatchObject({ characters: 'If', shapeType: 'DIAMOND' });
  expect(node('1:7')).toMatchObject({ connectorStart: { endpointNodeId: '1:5', magnet: 'RIGHT' } });
  expect(node('1:8').children).toMatchObject([{ id: 'T1:8;1:1;1:3' }, { id: 'T1:8;1:2;1:3' }]);
  expect(node('T1:8;1:2;1:3').absoluteBoundingBox).toEqual({ x: 0, y: 40, width: 40, height: 40 });
});
