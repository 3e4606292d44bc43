import sharp from 'sharp';
import { expect, it } from 'vitest';
import { type Actor, castServer, files, organizations, people, smallDesign } from '../../testing/cast.ts';

const { play, server } = castServer();

const color = (r: number, g: number, b: number) => ({ r, g, b, a: 1 });
const white = color(1, 1, 1);
const red = color(1, 0, 0);
const boxOf = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });
const shape = (id: string, type: string, box: object, fill: object, more: object = {}) => ({
  id,
  type,
  name: `${type} ${id}`,
  absoluteBoundingBox: box,
  blendMode: 'PASS_THROUGH',
  strokes: [],
  effects: [],
  constraints: { vertical: 'TOP', horizontal: 'LEFT' },
  fills: [{ blendMode: 'NORMAL', type: 'SOLID', color: fill }],
  ...more,
});
const card = (at: number, fill: object, more: object = {}) =>
  shape('1:1', 'FRAME', boxOf(at, 0, 100, 50), white, {
    children: [shape('1:2', 'RECTANGLE', boxOf(at + 10, 10, 20, 10), fill)],
    ...more,
  });
const other = shape('1:9', 'FRAME', boxOf(300, 0, 10, 10), red, { children: [] });
const shadow = {
  effects: [{ type: 'DROP_SHADOW', visible: true, radius: 4, color: color(0, 0, 0), offset: { x: 0, y: 5 } }],
};

/** Puts two states of a file, one after the other, and answers how to ask what changed. */
async function versions(before: readonly object[], after: readonly object[]) {
  const put = async (children: readonly object[]): Promise<string> => {
    const page = { id: '0:1', type: 'CANVAS', name: 'Page', children };
    const document = { id: '0:0', type: 'DOCUMENT', name: 'Document', children: [page] };
    const path = `PUT /workspace/v1/files/${files.open}/content`;
    return (await play('alice', path, { name: 'Shop', document })).json.version;
  };
  const [from, to] = [await put(before), await put(after)];
  const ask = (what: string, more: object = {}, who: Actor = 'alice') =>
    play(
      who,
      `GET /workspace/v1/files/${files.open}/diff/${what}?${new URLSearchParams({ from, to, ...more })}`,
    );
  const pixels = async (node: string, kind: string, more: object = {}) => {
    const { status, bytes } = await ask('images', { node, kind, ...more });
    expect(status).toBe(200);
    const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => [...data.subarray(4 * (y * info.width + x)).subarray(0, 4)];
    return { width: info.width, height: info.height, at };
  };
  return { ask, pixels };
}

it('Pictures of a changed frame show it before and after, and in red what differs, wherever it has moved', async () => {
  const { pixels } = await versions([card(0, red)], [card(500, color(0, 0, 1))]);
  const [before, after, difference] = [
    await pixels('1:1', 'before'),
    await pixels('1:1', 'after'),
    await pixels('1:1', 'difference'),
  ];
  for (const { width, height } of [before, after, difference]) expect([width, height]).toEqual([100, 50]);
  expect([before.at(15, 15), after.at(15, 15)]).toEqual([
    [255, 0, 0, 255],
    [0, 0, 255, 255],
  ]);
  expect([difference.at(15, 15), difference.at(60, 40)]).toEqual([
    [255, 0, 0, 255],
    [255, 255, 255, 255],
  ]);
  expect((await pixels('1:1', 'after', { scale: 2 })).width).toBe(200);
});

it('What lies outside of a frame counts, and the frame stands at one place in all pictures', async () => {
  const { pixels } = await versions([card(0, red)], [card(0, red, shadow)]);
  const [before, after] = [await pixels('1:1', 'before'), await pixels('1:1', 'after')];
  expect([before.width, before.height]).toEqual([after.width, after.height]);
  expect(after.height).toBeGreaterThan(50);
  const middle = Math.floor(before.width / 2);
  expect(before.at(middle, before.height - 3)[3]).toBe(0);
  expect(after.at(middle, after.height - 6)[3]).toBeGreaterThan(0);
});

it('Changed frames are told with how many of their pixels differ, those that came and went in full', async () => {
  const { ask } = await versions([card(0, red), other], [card(0, color(0, 1, 0)), { ...other, id: '1:8' }]);
  const { json } = await ask('frames', { pixels: true });
  const told = json.frames.map(({ kind, id, pixels }: Record<string, unknown>) => [kind, id, pixels]);
  expect(told).toEqual([
    ['removed', '1:9', { changed: 100, all: 100 }],
    ['changed', '1:1', { changed: 200, all: 5000 }],
    ['added', '1:8', { changed: 100, all: 100 }],
  ]);
  expect(json.next_cursor).toBeUndefined();
  const page = (await ask('frames', { page_size: 2 })).json;
  expect([page.frames.length, 'pixels' in page.frames[0]]).toEqual([2, false]);
  const rest = (await ask('frames', { cursor: page.next_cursor })).json.frames;
  expect(rest.map(({ id }: { id: string }) => id)).toEqual(['1:8']);
});

it('What changed between two versions is found once for all who ask for the same at once, and later', async () => {
  const { ask } = await versions([card(0, red), other], [card(0, color(0, 1, 0)), { ...other, id: '1:8' }]);
  const { comparisons } = server().context;
  for (const what of ['', 'frames']) {
    const before = comparisons.begun();
    const asked = Array.from({ length: 8 }, (_, at) => ask(what, {}, at % 2 === 0 ? 'alice' : 'bob'));
    const answers = new Set((await Promise.all(asked)).map(({ status, text }) => `${status} ${text}`));
    expect([...answers]).toEqual([expect.stringMatching(/^200 .*"1:8"/)]);
    expect((await ask(what)).status).toBe(200);
    expect(comparisons.begun() - before).toBe(1);
  }
});

it('A page of megabytes of values is neither written nor read in one piece, and is remembered', async () => {
  const texts = (letter: string) =>
    Array.from({ length: 12 }, (_, at) =>
      shape(`1:${at}`, 'TEXT', boxOf(0, 0, 9, 9), red, { characters: letter.repeat(200_000) }),
    );
  const { ask } = await versions(texts('a'), texts('b'));
  const { comparisons } = server().context;
  const before = comparisons.begun();
  const { stringify, parse } = JSON;
  const pieces: string[] = [];
  JSON.stringify = (value: unknown, replacer?: never) => {
    const text = stringify(value, replacer);
    pieces.push(`${text}`);
    return text;
  };
  JSON.parse = (text: string, ...given) => {
    pieces.push(text);
    return parse(text, ...given);
  };
  const { json, text } = await ask('').finally(() => Object.assign(JSON, { stringify, parse }));
  expect(json.changes).toHaveLength(11);
  // Who asked reads the whole.
  expect(pieces.filter((piece) => piece !== text && piece.length > 2_000_000)).toEqual([]);
  expect((await ask('')).text).toBe(text);
  expect(comparisons.begun() - before).toBe(1);
});

it('A frame that shows nothing in either version has no pixels', async () => {
  const hidden = (name: string) => ({ ...card(0, red), name, visible: false });
  const { ask } = await versions([hidden('A')], [hidden('B')]);
  expect((await ask('frames', { pixels: true })).json.frames).toMatchObject([{ id: '1:1', pixels: null }]);
  expect((await ask('images', { node: '1:1', kind: 'after' })).status).toBe(404);
});

it('A picture of a comparison is refused for what is not there, and for what may not be seen as if it were not', async () => {
  const { ask } = await versions([card(0, red)], [card(0, red), other]);
  const refused = async (more: object, who?: Actor) => {
    const { status, json } = await ask('images', { node: '1:9', kind: 'after', ...more }, who);
    return [status, json.err];
  };
  expect(await refused({ kind: 'before' })).toEqual([404, 'The earlier version has no such node']);
  expect(await refused({ node: '7:7' })).toEqual([404, 'Neither version has such a node']);
  expect(await refused({ to: files.inviteOnly }, 'bob')).toEqual(await refused({ to: 'nowhere' }, 'bob'));
  expect((await refused({ kind: 'both' }))[0]).toBe(400);
  expect((await refused({ scale: 5 }))[0]).toBe(400);
  expect((await ask('frames', {}, 'dan')).json).toEqual(
    (await play('dan', `GET /workspace/v1/files/nowhere/diff/frames?from=1`)).json,
  );
});

it('No picture draws a design of one organization with the fonts of another', async () => {
  const place = { id: '7001', name: 'Away', organization: organizations.elsewhere };
  await play('admin', 'POST /workspace/v1/apply', {
    teams: [{ ...place, members: [{ user: people.dan, role: 'admin' }] }],
    projects: [{ id: '7002', name: 'Away', team: '7001', access: 'team' }],
    files: [
      { key: 'awayFile', name: 'Away', project: '7002', owner: people.dan, source: smallDesign('Away') },
    ],
  });
  await play('alice', `PATCH /workspace/v1/files/${files.open}`, { link_access: 'view' });
  const ask = (file: string, from: string, what: string) =>
    play('dan', `GET /workspace/v1/files/${file}/diff${what}from=${from}`);
  const picture = '/images?node=1:2&kind=before&';
  for (const [file, from] of [
    [files.open, 'awayFile'],
    ['awayFile', files.open],
  ] as const) {
    for (const what of [picture, '/frames?pixels=true&']) {
      const { status, json } = await ask(file, from, what);
      expect([status, json?.err]).toEqual([
        400,
        'The two are designs of different organizations, which draw with fonts of their own: compare their nodes alone.',
      ]);
    }
    expect((await ask(file, from, '?')).status).toBe(200);
    expect((await ask(file, from, '/frames?')).status).toBe(200);
  }
  expect((await ask('awayFile', 'awayFile', picture)).status).toBe(200);
});
