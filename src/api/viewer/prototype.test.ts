import { describe, expect, it } from 'vitest';
import { castServer, files, smallDesign } from '../../testing/cast.ts';

const { play } = castServer();
const anyone = { token: null };
const path = `/viewer/v1/files/${files.open}`;

type Node = Record<string, unknown>;

const goesTo = (destinationId: string) => ({
  interactions: [
    {
      trigger: { type: 'ON_CLICK' },
      actions: [{ type: 'NODE', navigation: 'NAVIGATE', destinationId, transition: null }],
    },
  ],
});
const box = (x: number, y: number, width = 100, height = 100) => ({
  absoluteBoundingBox: { x, y, width, height },
});

/** A page with these nodes, each made of the frame or a layer of the small design. */
function design(page: Node, make: (frame: Node, layer: Node) => Node[]): Node {
  const whole = smallDesign('New') as { document: { children: Node[] } };
  const only = whole.document.children[0] as Node;
  const [frame] = only.children as [Node];
  const [layer] = frame.children as [Node];
  Object.assign(only, page, { children: make({ ...frame, children: [] }, layer) });
  return whole as unknown as Node;
}

/** Three frames in one row, the last in a section; a hidden one, and a layer that is none. */
const threeFrames = (page: Node = {}) =>
  design(page, (frame, layer) => [
    { ...frame, id: '2:3', name: 'Third', ...box(500, 0) },
    { ...frame, id: '2:1', name: 'First', ...box(0, 0) },
    {
      ...frame,
      id: '3:1',
      type: 'SECTION',
      ...box(200, 0, 200, 200),
      children: [
        { ...frame, id: '2:2', name: 'Second', ...box(210, 10), children: [{ ...layer, id: '4:1' }] },
      ],
    },
    { ...frame, id: '2:4', name: 'Hidden', visible: false, ...box(900, 0) },
    { ...layer, id: '2:5', name: 'Loose' },
  ]);

async function asked(content: Node, below: string) {
  await play('alice', `PATCH /workspace/v1/files/${files.open}`, { link_access: 'view' });
  const put = await play('alice', `PUT /workspace/v1/files/${files.open}/content`, content);
  expect(put.status, put.text).toBe(200);
  return (await play(anyone, `GET ${path}${below}`)).json;
}

describe('the prototype of a page', () => {
  it('has its frames and those of its sections, in reading order, without hidden ones and loose layers', async () => {
    const { page, frames, is_prototype: isPrototype } = await asked(threeFrames(), '/prototype');
    expect([page, isPrototype]).toEqual(['0:1', false]);
    expect(frames.map(({ name }: Node) => name)).toEqual(['First', 'Second', 'Third']);
    expect(frames[1]).toEqual({
      id: '2:2',
      name: 'Second',
      bounds: { x: 210, y: 10, width: 100, height: 100 },
    });
  });

  it.each([
    ['the first flow that begins in a frame', [{ nodeId: '9:9' }, { nodeId: '4:1' }], '2:3', '2:2'],
    ['what older files say, where no flow is there', [], '2:3', '2:3'],
    ['the first frame, where nothing is said that is there', [null, { nodeId: 7 }], '9:9', '2:1'],
  ])('starts at %s', async (_words, flowStartingPoints, prototypeStartNodeID, start) => {
    const answer = await asked(threeFrames({ flowStartingPoints, prototypeStartNodeID }), '/prototype');
    expect([answer.start.id, answer.frame.id]).toEqual([start, start]);
    expect(answer.is_prototype).toBe(true);
  });

  it('shows the frame around the node that is asked for, and none for one that is missing or loose', async () => {
    const frameOf = async (node: string) => (await asked(threeFrames(), `/prototype?node-id=${node}`)).frame;
    expect([(await frameOf('4-1')).id, (await frameOf('2:3')).id, (await frameOf('0:1')).id]).toEqual([
      '2:2',
      '2:3',
      '2:1',
    ]);
    expect([await frameOf('9:9'), await frameOf('2:5')]).toEqual([null, null]);
  });

  it('is one as soon as a click does something', async () => {
    const content = design({}, (frame, layer) => [{ ...frame, children: [{ ...layer, ...goesTo('1:2') }] }]);
    expect((await asked(content, '/prototype')).is_prototype).toBe(true);
  });

  it('has no frame where the page has none', async () => {
    expect(
      await asked(
        design({}, () => []),
        '/prototype',
      ),
    ).toMatchObject({
      page: '0:1',
      frames: [],
      start: null,
      frame: null,
      is_prototype: false,
    });
  });
});

describe('the clicks on a frame', () => {
  it('are told with their places as far as they are seen, those above others last', async () => {
    const content = design({}, (frame, layer) => [
      {
        ...frame,
        id: '2:1',
        ...box(0, 0),
        ...goesTo('2:9'),
        children: [
          { ...layer, id: '3:1', name: 'Half out', ...box(50, 50), ...goesTo('2:2') },
          { ...layer, id: '3:2', ...box(500, 0), ...goesTo('2:2') },
          { ...layer, id: '3:3', visible: false, ...box(0, 0), ...goesTo('2:2') },
          { ...layer, id: '3:4', ...box(0, 0) },
        ],
      },
      { ...frame, id: '2:2', ...box(200, 0), ...goesTo('2:1') },
    ]);
    const { clicks } = await asked(content, '/nodes/2-1/clicks');
    expect(clicks.map(({ id }: Node) => id)).toEqual(['2:1', '3:1']);
    expect(clicks[1]).toEqual({
      id: '3:1',
      name: 'Half out',
      action: { type: 'NODE', node: '2:2' },
      bounds: { x: 50, y: 50, width: 50, height: 50 },
    });
  });

  it('come with what begins without one, where an overlay opens on the canvas, and the corners of the frame', async () => {
    const key = { type: 'ON_KEY_DOWN', device: 'KEYBOARD', keyCodes: [77] };
    const opens = { type: 'NODE', navigation: 'OVERLAY', destinationId: '2:2', transition: null };
    const actions = [{ ...opens, overlayRelativePosition: { x: 5, y: -5 } }];
    const content = design({}, (frame, layer) => [
      {
        ...frame,
        id: '2:1',
        ...box(0, 0),
        rectangleCornerRadii: [1, 2, -3, 'x'],
        children: [
          { ...layer, id: '3:1', name: 'Left', ...box(-50, 50), interactions: [{ trigger: key, actions }] },
          { ...layer, id: '3:2', visible: false, ...box(0, 0), interactions: [{ trigger: key, actions }] },
        ],
      },
      { ...frame, id: '2:2', ...box(200, 0), cornerRadius: 8, ...goesTo('2:1') },
    ]);
    const { corners, clicks, others } = await asked(content, '/nodes/2-1/clicks');
    expect([corners, clicks]).toEqual([[1, 2, 0, 0], []]);
    expect(others).toEqual([
      {
        id: '3:1',
        name: 'Left',
        trigger: { type: 'KEY', key_codes: [77] },
        action: { type: 'OVERLAY', node: '2:2', at: { x: -45, y: 45 } },
      },
    ]);
    expect((await asked(content, '/nodes/2-2/clicks')).corners).toEqual([8, 8, 8, 8]);
  });

  it.each(['/prototype', '/nodes/1:2/clicks'])(
    'and its frames are those of nobody where the file is closed: %s',
    async (below) => {
      await play('alice', `PATCH /workspace/v1/files/${files.open}`, { link_access: 'inherit' });
      expect((await play(anyone, `GET ${path}${below}`)).status).toBe(404);
    },
  );
});
