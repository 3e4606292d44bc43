import { describe, expect, it } from 'vitest';
import { runYielding } from '../../content/yielding.ts';
import { memorySource } from '../../document/byte-source.ts';
import { compileSnapshot } from '../../document/compile-snapshot.ts';
import { openSnapshot } from '../../document/open-snapshot.ts';
import type { Snapshot } from '../../document/snapshot.ts';
import { readRestSource } from '../../import/rest/read-rest-source.ts';
import { clickAction, otherStarts } from './prototype-actions.ts';
import { clicksIn } from './prototype-clicks.ts';

const actionOf = (values: Readonly<Record<string, unknown>>) =>
  clickAction(new Map(Object.entries(values).map(([key, value]) => [key, JSON.stringify(value)])));
const clicked = (...actions: unknown[]) =>
  actionOf({ interactions: [{ trigger: { type: 'ON_CLICK' }, actions }] });
const to = (navigation: string, destinationId: string | null = '1:2') => ({
  type: 'NODE',
  navigation,
  destinationId,
  transition: null,
});

const startedBy = (trigger: unknown, ...actions: unknown[]) =>
  otherStarts(new Map([['interactions', JSON.stringify([{ trigger, actions }])]]));
const key = (keyCodes: unknown, device = 'KEYBOARD') => ({ type: 'ON_KEY_DOWN', device, keyCodes });

describe('what a node does without a click', () => {
  it('begins after a time, or with keys of a keyboard', () => {
    const action = { type: 'NODE', node: '1:2' };
    expect(startedBy({ type: 'AFTER_TIMEOUT', timeout: 800.4 }, to('NAVIGATE'))).toEqual([
      { trigger: { type: 'DELAY', after_ms: 800 }, action },
    ]);
    expect(startedBy(key([17, 75]), to('NAVIGATE'))).toEqual([
      { trigger: { type: 'KEY', key_codes: [17, 75] }, action },
    ]);
  });

  it('is nothing where its trigger, or what it does, is not played or cannot be read', () => {
    const odd = [
      { type: 'ON_CLICK' },
      { type: 'ON_HOVER' },
      null,
      key([]),
      key(['a']),
      key([1, 2, 3, 4, 5]),
      key([300]),
      key(7),
      key([13], 'XBOX_ONE'),
      { type: 'AFTER_TIMEOUT' },
      { type: 'AFTER_TIMEOUT', timeout: -1 },
      { type: 'AFTER_TIMEOUT', timeout: '1' },
    ];
    expect(odd.map((trigger) => startedBy(trigger, to('NAVIGATE')))).toEqual(odd.map(() => []));
    expect(startedBy(key([13]), { type: 'SET_VARIABLE' })).toEqual([]);
    expect(startedBy({ type: 'AFTER_TIMEOUT', timeout: 1e300 }, { type: 'BACK' })).toEqual([
      { trigger: { type: 'DELAY', after_ms: 2 ** 31 - 1 }, action: { type: 'BACK' } },
    ]);
  });
});

describe('what a click on a node does', () => {
  it.each([
    ['NAVIGATE', 'NODE'],
    ['SWAP', 'SWAP'],
    ['OVERLAY', 'OVERLAY'],
  ])('is to show another frame by %s', (navigation, type) => {
    expect(clicked(to(navigation))).toEqual({ type, node: '1:2' });
  });

  it('is to open a frame at an offset, where that is two numbers', () => {
    const at = (overlayRelativePosition: unknown) => clicked({ ...to('OVERLAY'), overlayRelativePosition });
    expect(at({ x: 3, y: -4 })).toEqual({ type: 'OVERLAY', node: '1:2', offset: { x: 3, y: -4 } });
    for (const odd of [null, 7, {}, { x: 1 }, { x: 'a', y: 1 }])
      expect(at(odd)).toEqual({ type: 'OVERLAY', node: '1:2' });
  });

  it.each(['BACK', 'CLOSE'])('is to leave by %s', (type) => {
    expect(clicked({ type })).toEqual({ type });
  });

  it.each(['https://example.com/a', 'http://example.com'])('is to open %s', (url) => {
    expect(clicked({ type: 'URL', url })).toEqual({ type: 'URL', url });
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    '//example.com',
    'https:evil.example',
    'https:/evil',
    'https:///x',
    '',
    7,
  ])('is not to open %s, which is no address of the web', (url) => {
    expect(clicked({ type: 'URL', url })).toEqual({ type: 'OTHER' });
  });

  it('is to open an address without the name and password in it', () => {
    const url = 'https://user:secret@example.com/a';
    expect(clicked({ type: 'URL', url })).toEqual({ type: 'URL', url: 'https://example.com/a' });
  });

  it('is something that is not played where it says so, or names no frame', () => {
    const others = [to('CHANGE_TO'), to('SCROLL_TO'), to('NAVIGATE', null), { type: 'SET_VARIABLE' }];
    expect(others.map((action) => clicked(action))).toEqual(others.map(() => ({ type: 'OTHER' })));
  });

  it('is the first of its actions that is played', () => {
    expect(clicked({ type: 'SET_VARIABLE' }, to('NAVIGATE', '3:4'), { type: 'BACK' })).toEqual({
      type: 'NODE',
      node: '3:4',
    });
  });

  it('is what older files say, where nothing newer is said', () => {
    expect(actionOf({ transitionNodeID: '1:2' })).toEqual({ type: 'NODE', node: '1:2' });
    expect(actionOf({ transitionNodeID: '1:2', interactions: [] })).toEqual({ type: 'NODE', node: '1:2' });
    const hovered = [{ trigger: { type: 'ON_HOVER' }, actions: [to('NAVIGATE')] }];
    expect(actionOf({ transitionNodeID: '1:2', interactions: hovered })).toBeUndefined();
  });

  it('is nothing where nothing is said, or nothing that can be read', () => {
    const unread = [
      [],
      [null],
      'x',
      [7],
      [{ trigger: null }],
      [{ trigger: { type: 'ON_CLICK' }, actions: 3 }],
    ];
    expect([actionOf({}), actionOf({ transitionNodeID: null })]).toEqual([undefined, undefined]);
    expect(unread.map((interactions) => actionOf({ interactions }))).toEqual(unread.map(() => undefined));
  });
});

/** Frames that lie in each other, each of which says where a click leads. */
function nestedFrames(levels: number): Snapshot {
  const absoluteBoundingBox = { x: 0, y: 0, width: 1, height: 1 };
  const said = { type: 'FRAME', absoluteBoundingBox, transitionNodeID: '1:0' };
  let frame: object | undefined;
  for (let level = levels - 1; level >= 0; level -= 1)
    frame = { id: `1:${level}`, ...said, children: frame ? [frame] : [] };
  const document = {
    id: '0:0',
    type: 'DOCUMENT',
    children: [{ id: '0:1', type: 'CANVAS', children: [frame] }],
  };
  const source = readRestSource(Buffer.from(JSON.stringify({ document })));
  return openSnapshot(memorySource(Buffer.concat(compileSnapshot(source).chunks)));
}

describe('the clicks in a frame', () => {
  it('look at each layer a few times, however deep it lies', async () => {
    const snapshot = nestedFrames(300);
    let reads = 0;
    const counting: Snapshot = {
      ...snapshot,
      subtree: (...asked) => {
        reads += 1;
        return snapshot.subtree(...asked);
      },
    };
    expect((await runYielding(clicksIn(counting, 2))).clicks).toHaveLength(300);
    expect(reads).toBeLessThan(1500);
  });

  it('are looked for once for all who ask, whoever of them leaves half way, and again after a failure', async () => {
    const snapshot = nestedFrames(30);
    let looks = 0;
    let isBroken = true;
    const counting: Snapshot = {
      ...snapshot,
      *nodesSaying(keys) {
        looks += 1;
        yield undefined;
        if (isBroken) throw new Error('broken');
        yield* snapshot.nodesSaying(keys);
      },
    };
    const [failing, other, leaving] = [2, 2, 2].map((frame) => clicksIn(counting, frame));
    other!.next();
    expect(() => [...failing!]).toThrow('broken');
    isBroken = false;
    for (let step = 0; step < 10; step += 1) leaving!.next();
    const all = [other!, clicksIn(counting, 3)].map((steps) => runYielding(steps));
    expect((await Promise.all(all)).map(({ clicks }) => clicks.length)).toEqual([30, 29]);
    expect(looks).toBe(2);
  });
});
