import { beforeAll, expect, it } from 'vitest';
import { cast, fileOf, people } from './harness/cast.ts';
import { onEachEngine } from './harness/engines.ts';
import { expectError } from './harness/error-checks.ts';
import { smallFile } from './harness/example-file.ts';
import { createWorld, type World } from './harness/world.ts';

const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
const garbage = { headers: { 'x-service-token': 'garbage' }, as: null };

onEachEngine('Reactions to comments', (engine) => {
  let world: World;

  beforeAll(async () => {
    const files = [fileOf('main', smallFile('Main')), fileOf('other', smallFile('Other'))];
    const reads = { name: 'reads', token: 'reads', scopes: ['file_comments:read'] };
    world = await createWorld(engine, cast({ files, tokens: { alice: [reads] } }));
  });

  const at = (local = 'main') => `/v1/files/${world.id(local)}/comments`;
  const make = async () => (await world.call('POST', at(), { body: { message: 'Hello' } })).json;
  const inList = async (id: string) =>
    (await world.get(at())).json.comments.find((one: { id: string }) => one.id === id);
  const reactionsAt = (id: string, local?: string) => `${at(local)}/${id}/reactions`;
  const react = (id: string, emoji: unknown, as = 'alice') =>
    world.call('POST', reactionsAt(id), { as, body: { emoji } });
  const takeBack = (id: string, emoji: string, as = 'alice') =>
    world.call('DELETE', `${reactionsAt(id)}?emoji=${encodeURIComponent(emoji)}`, { as });
  const emojisOf = ({ reactions }: { reactions: { emoji: string }[] }) => reactions.map(({ emoji }) => emoji);
  const emojis = async (id: string) => emojisOf((await world.get(reactionsAt(id))).json);
  /** Animals, in the order of the code points. */
  const someEmoji = (count: number) =>
    Array.from({ length: count }, (_, index) => String.fromCodePoint(0x1f400 + index));

  it('[RXN-01, RXN-05] a reaction is listed with who left it; the answer holds no resource', async () => {
    const { id } = await make();
    const done = await react(id, ':heart:', 'carla');
    expect([done.status, done.json]).toEqual([200, { status: 200, error: false }]);
    const user = { id: world.id(people.carla), handle: 'Carla', img_url: '' };
    const reactions = [{ user, emoji: ':heart:', created_at: isoTime }];
    expect((await world.get(reactionsAt(id))).json).toEqual({ reactions, pagination: {} });
    expect(await inList(id)).toMatchObject({ reactions });
  });

  it('[RXN-02, RXN-03] pages lead forwards and backwards and hold each reaction once, also while others react', async () => {
    const { id } = await make();
    const given = someEmoji(48);
    for (const emoji of given) await react(id, emoji);
    const all = emojisOf(await inList(id));
    expect(new Set(all).size).toBe(48);
    const page = async (cursor?: string) => {
      const query = cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`;
      return (await world.get(`${reactionsAt(id)}${query}`)).json;
    };
    const first = await page();
    await Promise.all([
      takeBack(id, given[0] ?? ''),
      ...['bob', 'carla'].map((as) => react(id, ':heart:', as)),
    ]);
    const seen = [first];
    for (let last = first; last.pagination.next_page !== undefined; seen.push(last)) {
      last = await page(last.pagination.next_page);
    }
    expect(seen.flatMap(emojisOf)).toEqual([...all, ':heart:', ':heart:']);
    const middle = seen[1].pagination;
    expect(middle).toEqual({ prev_page: expect.any(String), next_page: expect.any(String) });
    expect((await world.get(middle.next_page.replace(engine.url, ''))).json).toEqual(seen[2]);
    expect(emojisOf(await page(middle.prev_page))).toEqual(all.slice(1, first.reactions.length));
  });

  it('a cursor that was cut or is of another comment is refused; one that another caller got is accepted', async () => {
    const { id } = await make();
    for (const emoji of someEmoji(25)) await react(id, emoji);
    const { next_page } = (await world.get(reactionsAt(id))).json.pagination;
    const cursor = new URL(next_page).searchParams.get('cursor') ?? '';
    const other = await make();
    expectError(await world.get(`${reactionsAt(other.id)}?cursor=${cursor}`), 400, 'cursor');
    for (const bad of [cursor.slice(0, -3), cursor.slice(3), 'nonsense']) {
      expectError(await world.get(`${reactionsAt(id)}?cursor=${bad}`), 400, 'cursor');
    }
    expect((await world.get(`${reactionsAt(id)}?cursor=${cursor}`, 'carla')).json.reactions).toHaveLength(5);
    expectError(await world.get(`${reactionsAt(id)}?cursor=${cursor}`, 'dan'), 404);
  });

  it('[RXN-04, RXN-08, RXN-11, ERR-07] a call without a token is answered 403, one for a missing file or comment 404', async () => {
    const { id } = await make();
    const calls = (path: string): [method: string, path: string, more: object][] => [
      ['GET', path, {}],
      ['POST', path, { body: { emoji: ':heart:' } }],
      ['DELETE', `${path}?emoji=:heart:`, {}],
    ];
    for (const [method, path, more] of calls(reactionsAt(id))) {
      expectError(await world.call(method, path, { ...more, ...garbage }), 403);
      expectError(await world.call(method, path, { ...more, as: 'dan' }), 404);
    }
    expectError(await react(id, ':heart:', 'reads'), 403, 'scope');
    expectError(await takeBack(id, ':heart:', 'reads'), 403, 'scope');
    const nowhere = [reactionsAt('nothing'), reactionsAt(id, 'other')];
    for (const [method, path, more] of nowhere.flatMap(calls)) {
      expectError(await world.call(method, path, more), 404, 'Comment not found');
    }
    const noFile = `/v1/files/nothing/comments/${id}/reactions`;
    for (const [method, path, more] of calls(noFile)) {
      expectError(await world.call(method, path, more), 404, 'File not found');
    }
  });

  it.each(['abc', '', 'a', ':nothing:', ':heart', '❤️❤️', 7, null, undefined])(
    '[RXN-06] %j is refused as no emoji',
    async (emoji) => {
      const { id } = await make();
      expectError(await react(id, emoji), 400, 'emoji');
      expect(await emojis(id)).toEqual([]);
    },
  );

  it('[RXN-07] emoji up to version 14.0 are accepted, later ones are not', async () => {
    const { id } = await make();
    for (const emoji of [':melting_face:', '🫶', ':+1::skin-tone-5:', '👋🏿', ':thumbsdown:', '🇨🇭']) {
      expect([emoji, (await react(id, emoji)).status]).toEqual([emoji, 200]);
    }
    expect(await emojis(id)).toEqual([
      ':melting_face:',
      ':heart_hands:',
      ':+1::skin-tone-5:',
      ':wave::skin-tone-6:',
      ':-1:',
      ':flag-ch:',
    ]);
    for (const emoji of [':shaking_face:', '🫨', ':pink_heart:', '🩷', ':heart::skin-tone-2:']) {
      expectError(await react(id, emoji), 400, 'emoji');
    }
  });

  it('[RXN-09, RXN-10] a reaction is deleted by the person who left it and by nobody else', async () => {
    const { id } = await make();
    await react(id, '👍', 'bob');
    expectError(await takeBack(id, ':+1:', 'alice'), 404);
    expect(await emojis(id)).toEqual([':+1:']);
    const done = await takeBack(id, ':+1:', 'bob');
    expect([done.status, done.json]).toEqual([200, { status: 200, error: false }]);
    expect(await emojis(id)).toEqual([]);
  });

  it('several people may react at once, and the same reaction twice counts once', async () => {
    const { id } = await make();
    const people = ['alice', 'bob', 'carla', 'alice', 'bob', 'carla'];
    const answers = await Promise.all(people.map((as) => react(id, ':heart:', as)));
    expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200));
    expect(await emojis(id)).toEqual([':heart:', ':heart:', ':heart:']);
    const both = await Promise.all([takeBack(id, ':heart:'), takeBack(id, ':heart:')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  });
});
