import { describe, expect, it } from 'vitest';
import { type Actor, castServer, files, tokens } from '../../testing/cast.ts';

const { play, server } = castServer();

const path = (key: string) => `PATCH /workspace/v1/files/${key}/nodes` as const;
const patch = (who: Actor, operations: object[], more: object = {}, key: string = files.open) =>
  play(who, path(key), { operations, ...more });
const document = async (key: string = files.open) =>
  (await play('alice', `GET /v1/files/${key}?geometry=paths`)).json.document;
// biome-ignore lint/suspicious/noExplicitAny: an answer
const all = (node: any): any[] => [node, ...(node.children ?? []).flatMap(all)];
const nodeOf = async (id: string, key?: string) => all(await document(key)).find((node) => node.id === id);

describe('Changing nodes', () => {
  it('gives a text other words as a new version with author and description', async () => {
    const before = (await play('alice', `GET /v1/files/${files.open}/versions`)).json.versions.length;
    const set = { op: 'set', id: '1:4', properties: { characters: 'Bonjour' } };
    const { status, json } = await patch('bob', [set], { message: 'In French' });
    expect([status, json.ids, json.changed]).toEqual([200, {}, 1]);
    expect((await nodeOf('1:4')).characters).toBe('Bonjour');
    const { versions } = (await play('alice', `GET /v1/files/${files.open}/versions`)).json;
    expect(versions.length).toBe(before + 1);
    expect(versions[0]).toMatchObject({
      id: json.version,
      description: 'In French',
      user: { handle: 'Bob' },
    });
  });

  it('makes no version where nothing is another than before', async () => {
    const { json } = await patch('bob', [{ op: 'set', id: '1:3', properties: { name: 'Picture' } }]);
    expect(json.changed).toBe(0);
    const { versions } = (await play('alice', `GET /v1/files/${files.open}/versions`)).json;
    expect(versions[0].id).toBe(json.version);
  });

  it('refuses a message that cannot be shown, where nothing is another than before as well', async () => {
    const set = { op: 'set', id: '1:3', properties: { name: 'Picture' } };
    const { status, json } = await patch('bob', [set], { message: 'a\u0007' });
    expect([status, json.err]).toEqual([
      400,
      'The description of the version holds the control character U+0007.',
    ]);
  });

  it('inserts, copies, moves and removes nodes, and a later operation sees what an earlier one did', async () => {
    const { status, json } = await patch('bob', [
      { op: 'insert', parent: '1:2', index: 0, node: { id: 'box', type: 'FRAME', name: 'Box' } },
      { op: 'insert', parent: 'box', node: { type: 'TEXT', characters: 'Hello' } },
      { op: 'copy', id: '1:3', parent: 'box' },
      { op: 'move', id: '1:4', parent: 'box', index: 0 },
      { op: 'remove', id: '1:3' },
      { op: 'set', id: 'box', properties: { opacity: 0.5 } },
    ]);
    expect([status, json.err]).toEqual([200, undefined]);
    expect(Object.keys(json.ids)).toEqual(['0', '1', '2']);
    const frame = await nodeOf('1:2');
    expect(frame.children.map(({ id }: { id: string }) => id)).toEqual([json.ids[0]]);
    const [box] = frame.children;
    expect(box).toMatchObject({ name: 'Box', opacity: 0.5, size: { x: 100, y: 100 } });
    expect(box.children.map(({ id }: { id: string }) => id)).toEqual(['1:4', json.ids[1], json.ids[2]]);
    expect(box.children[1].size.x).toBeGreaterThan(20);
    expect(box.children[2]).toMatchObject({
      name: 'Picture',
      absoluteBoundingBox: { x: 0, y: 0, width: 100, height: 50 },
    });
  });

  it.each([
    ['alice', 200],
    ['bob', 200],
    ['carla', 403],
    ['dan', 404],
  ] as const)('as %s: %i', async (who, status) => {
    const { status: found } = await patch(who, [{ op: 'set', id: '1:4', properties: { opacity: 0.5 } }]);
    expect(found).toBe(status);
  });

  it('answers 409 where another version is the current one, and one of two at once', async () => {
    const [{ id }] = (await play('alice', `GET /v1/files/${files.open}/versions`)).json.versions;
    const set = (opacity: number) => [{ op: 'set', id: '1:4', properties: { opacity } }];
    const both = await Promise.all([
      patch('alice', set(0.1), { if_version: id }),
      patch('bob', set(0.2), { if_version: id }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const third = await patch('alice', set(0.3), { if_version: id });
    expect([third.status, third.json.err]).toEqual([409, expect.stringContaining('no longer')]);
    const free = await Promise.all([
      patch('alice', set(0.4)),
      patch('bob', [{ op: 'set', id: '1:3', properties: { opacity: 0.5 } }]),
    ]);
    expect(free.map(({ status }) => status)).toEqual([200, 200]);
    expect([(await nodeOf('1:4')).opacity, (await nodeOf('1:3')).opacity]).toEqual([0.4, 0.5]);
  });

  it.each([
    ['a value', 'properties', (deep: string) => `"op":"set","id":"1:4","properties":{"fills":[${deep}]}`],
    ['a node', 'node', (deep: string) => `"op":"insert","parent":"1:2","node":${deep}`],
  ])('refuses %s of 10,000 levels in words', async (_title, words, operation) => {
    const deep = `${'{"type":"FRAME","children":['.repeat(10_000)}${']}'.repeat(10_000)}`;
    const { status, json } = await server().call(`/workspace/v1/files/${files.open}/nodes`, {
      method: 'PATCH',
      token: tokens.bob,
      headers: { 'content-type': 'application/json' },
      body: `{"operations":[{${operation(deep)}}]}`,
    });
    expect([status, json.err]).toEqual([400, expect.stringMatching(new RegExp(`${words}|levels`))]);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'takes "%s" for a property, a node and a name as for any other word',
    async (word) => {
      const operations = (...given: string[]) => given.map((text) => JSON.parse(text));
      const property = await patch(
        'bob',
        operations(`{"op":"set","id":"1:4","properties":{"${word}":{"opacity":0}}}`),
      );
      expect([property.status, property.json.err]).toEqual([400, expect.stringContaining(word)]);
      const node = await patch('bob', operations(`{"op":"remove","id":"${word}"}`));
      expect([node.status, node.json.err]).toEqual([400, expect.stringContaining(`no node "${word}"`)]);
      const named = await patch(
        'bob',
        operations(
          `{"op":"insert","parent":"1:2","node":{"id":"${word}","type":"FRAME"}}`,
          `{"op":"set","id":"${word}","properties":{"name":"${word}"}}`,
        ),
      );
      expect([named.status, named.json.err]).toEqual([200, undefined]);
      expect((await nodeOf(named.json.ids[0])).name).toBe(word);
      await patch('bob', [{ op: 'remove', id: named.json.ids[0] }]);
    },
  );

  it.each([
    [
      'an id that a node has',
      [{ op: 'insert', parent: '1:2', node: { id: '1:4', type: 'FRAME' } }],
      'The id "1:4" in "operations[0].node.id" is taken',
    ],
    [
      'a name given twice',
      ['one', 'one'].map((id) => ({ op: 'insert', parent: '1:2', node: { id, type: 'FRAME' } })),
      'The id "one" in "operations[1].node.id" is taken',
    ],
  ])('refuses %s', async (_title, operations, words) => {
    const { status, json } = await patch('bob', operations);
    expect([status, json.err]).toEqual([400, `${words}.`]);
  });

  it.each([
    [
      'a wrong type',
      {
        op: 'set',
        id: '1:4',
        properties: { fills: [{ type: 'SOLID', color: { r: 'x', g: 0, b: 0, a: 1 } }] },
      },
      'operations[0].properties.fills[0].color.r',
    ],
    [
      'an unknown property',
      { op: 'set', id: '1:4', properties: { colour: 1 } },
      'operations[0].properties.colour',
    ],
    ['an id', { op: 'set', id: '1:4', properties: { id: '9:9' } }, '"id" of the node 1:4'],
    ['an unknown node', { op: 'set', id: '7:7', properties: { opacity: 1 } }, 'no node "7:7"'],
    ['the document', { op: 'remove', id: '0:0' }, 'The document 0:0'],
    ['the only page', { op: 'remove', id: '0:1' }, 'is the only one'],
    ['a cycle', { op: 'move', id: '1:2', parent: '1:2' }, 'which is in it'],
    ['a page in a frame', { op: 'move', id: '0:1', parent: '1:2' }, 'which is in it'],
    [
      'a new page in a frame',
      { op: 'insert', parent: '1:2', node: { type: 'CANVAS' } },
      'it stands in DOCUMENT only',
    ],
    ['a child of a text', { op: 'insert', parent: '1:4', node: { type: 'FRAME' } }, 'that has no children'],
    [
      'a type that there is not',
      { op: 'insert', parent: '1:2', node: { type: 'BUTTON' } },
      'operations[0].node.type',
    ],
    [
      'a wrong value far inside',
      { op: 'insert', parent: '1:2', node: { type: 'FRAME', children: [{ type: 'TEXT', characters: 5 }] } },
      'operations[0].node.children[0].characters',
    ],
  ])('refuses %s in words that name it, and does nothing of the rest', async (_title, operation, words) => {
    const before = await document();
    const { status, json } = await patch(
      'bob',
      [{ op: 'set', id: '1:4', properties: { opacity: 0.9 } }, operation].reverse(),
    );
    expect([status, json.err]).toEqual([400, expect.stringContaining(words)]);
    expect(await document()).toEqual(before);
  });
});
