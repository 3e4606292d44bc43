import { beforeAll, expect, it } from 'vitest';
import { cast, fileOf, people } from './harness/cast.ts';
import { onEachEngine } from './harness/engines.ts';
import { expectError, tellable } from './harness/error-checks.ts';
import { exampleFile, smallFile } from './harness/example-file.ts';
import { openReceiver } from './harness/receiver.ts';
import { createWorld, type World } from './harness/world.ts';

const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
const garbage = { headers: { 'x-service-token': 'garbage' }, as: null };

onEachEngine('Comments', (engine) => {
  let world: World;
  const scopes = (name: string, ...list: string[]) => ({ name, token: name, scopes: list });
  const tokens = {
    alice: [scopes('reads', 'file_comments:read'), scopes('writes', 'file_comments:write')],
  };

  beforeAll(async () => {
    const files = [
      fileOf('main', exampleFile),
      fileOf('numbered', smallFile('Numbered')),
      fileOf('secret', smallFile('Secret'), { project: '201' }),
      fileOf('loaded', smallFile('Loaded'), {
        comments: [
          { id: 'c1', user: people.bob, message: 'Hello', resolved_at: '2026-01-02T00:00:00Z' },
          {
            user: people.carla,
            message: 'Yes',
            parent: 'c1',
            reactions: [{ user: people.bob, emoji: '🎉' }],
          },
        ],
      }),
    ];
    world = await createWorld(engine, cast({ files, tokens }));
  });

  const at = (local = 'main') => `/v1/files/${world.id(local)}/comments`;
  const post = (body: object, as = 'alice', local?: string) =>
    world.call('POST', at(local), { as, body: { message: 'Hello', ...body } });
  const make = async (body: object = {}, as?: string, local?: string) => {
    const answer = await post(body, as, local);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return answer.json;
  };
  const list = async (query = '', local?: string): Promise<{ id: string; message: string }[]> =>
    (await world.get(`${at(local)}${query}`)).json.comments;
  const inList = async (id: string, query?: string) => (await list(query)).find((one) => one.id === id);
  const remove = (id: string, as = 'alice') => world.call('DELETE', `${at()}/${id}`, { as });
  const secretAt = () => at('secret');

  it('[CMT-01, CMT-06] a comment that is posted is answered whole and stands in the list', async () => {
    const comment = await make({ message: 'Grüße 👋\nto all', client_meta: { x: 1.5, y: -2 } }, 'carla');
    expect(comment).toEqual({
      id: expect.any(String),
      file_key: world.id('main'),
      user: { id: world.id(people.carla), handle: 'Carla', img_url: '' },
      created_at: isoTime,
      resolved_at: null,
      message: 'Grüße 👋\nto all',
      client_meta: { x: 1.5, y: -2 },
      order_id: expect.stringMatching(/^\d+$/),
      reactions: [],
    });
    expect(await inList(comment.id)).toEqual(comment);
  });

  it('[PAT-11] a token acts as the person who made it: they are the author of the comment', async () => {
    const body = { name: 'comments', scopes: ['file_comments:write'] };
    const { token } = (await world.call('POST', '/workspace/v1/me/tokens', { as: 'bob-push', body })).json;
    const headers = { 'x-service-token': token };
    const answer = await world.call('POST', at(), { as: null, headers, body: { message: 'Mine' } });
    expect(answer.json.user).toEqual({ id: world.id(people.bob), handle: 'Bob', img_url: '' });
  });

  it('[CMT-02, CMT-03] as_md shows rich text and mentions as Markdown; false is the same as leaving it out', async () => {
    const message = '**Bold** @Bob, [site](https://example.com)';
    const { id } = await make({ message });
    expect((await inList(id, '?as_md=true'))?.message).toBe('**Bold** **@Bob**, [site](https://example.com)');
    expect((await inList(id, '?as_md=false'))?.message).toBe(message);
    expect((await inList(id))?.message).toBe(message);
    expectError(await world.get(`${at()}?as_md=maybe`), 400, 'as_md');
  });

  it('[CMT-02] Markdown of comments runs nothing and loads nothing in pages that show it', async () => {
    const hostile =
      '<script>alert(1)</script><img src=x onerror=alert(1)>\n[x](javascript:alert(1)) ![x](https://a.b)';
    const { id } = await make({ message: hostile });
    const markdown = (await inList(id, '?as_md=true'))?.message ?? '';
    expect(markdown).toContain('alert(1)');
    expect(markdown).not.toMatch(/<|\]\(javascript:|!\[/);
  });

  it('[CMT-04, ERR-07, ERR-14] lists are refused to unknown callers, and not found by those who may not see the file', async () => {
    expectError(await world.call('GET', at(), garbage), 403);
    expectError(await world.get(at(), null), 403);
    expectError(await world.get('/v1/files/nothing/comments'), 404);
    const hidden = await world.get(secretAt(), 'carla');
    const missing = await world.get('/v1/files/nothing/comments', 'carla');
    expect(tellable(hidden)).toEqual(tellable(missing));
  });

  it('[CMT-05, CMT-09, SCOPE-07] posting needs the scope to write, a token and a file that exists', async () => {
    const before = (await list()).length;
    expectError(await post({}, 'reads'), 403, 'scope');
    expectError(await world.get(at(), 'writes'), 403, 'scope');
    expectError(await world.call('POST', at(), { ...garbage, body: { message: 'Hello' } }), 403);
    expectError(await post({}, 'carla', 'secret'), 404);
    const body = { message: 'Hello' };
    expectError(await world.call('POST', '/v1/files/nothing/comments', { body }), 404);
    expect(await list()).toHaveLength(before);
    const { id } = await make({}, 'writes');
    expect((await world.get(at(), 'reads')).status).toBe(200);
    expect((await remove(id, 'reads')).status).toBe(403);
    expect((await remove(id, 'writes')).status).toBe(200);
  });

  it('[CMT-07] a reply names its thread, which has one level in one file', async () => {
    const { id, order_id } = await make();
    expect(order_id).toMatch(/^\d+$/);
    const reply = await make({ comment_id: id }, 'bob');
    expect(reply).toMatchObject({ parent_id: id, order_id: null });
    expect(await inList(reply.id)).toEqual(reply);
    expectError(await post({ comment_id: reply.id }), 400, 'reply');
    expectError(await post({ comment_id: id }, 'alice', 'numbered'), 404);
    expectError(await post({ comment_id: 'nothing' }), 404);
  });

  const region = { region_width: 30, region_height: 40.5 };
  const offset = { node_id: '1:5', node_offset: { x: 3, y: -4.25 } };
  it.each([
    { x: 0, y: -20.5 },
    offset,
    { x: 1, y: 2, ...region },
    { x: 1, y: 2, ...region, comment_pin_corner: 'top-left' },
    { ...offset, ...region, comment_pin_corner: 'bottom-right' },
  ])('[CMT-08] the pin position %j is kept as sent', async (client_meta) => {
    const comment = await make({ client_meta });
    expect(comment.client_meta).toEqual(client_meta);
    expect(await inList(comment.id)).toEqual(comment);
  });

  it.each([
    ['no message', { message: undefined }, 'message'],
    ['an empty message', { message: '' }, 'message'],
    ['a message of 1 MB', { message: 'a'.repeat(1_000_000) }, 'message'],
    ['a control character', { message: 'a\u001bb' }, 'U\\+001B'],
    ['a NUL', { message: 'a\u0000b' }, 'NUL'],
    ['half of a character', { message: 'a\ud83d' }, 'message'],
    ['a node that is not there', { client_meta: { ...offset, node_id: '7:7' } }, 'node_id'],
    ['the document itself', { client_meta: { ...offset, node_id: '0:0' } }, 'node_id'],
    ['a place outside of all canvases', { client_meta: { x: 1e300, y: 0 } }, 'client_meta.x'],
    ['a width of zero', { client_meta: { x: 0, y: 0, ...region, region_width: 0 } }, 'region_width'],
    ['a height of zero', { client_meta: { ...offset, ...region, region_height: 0 } }, 'region_height'],
    ['a place that is half of one', { client_meta: { x: 0 } }, 'client_meta'],
    ['two places', { client_meta: { x: 0, y: 0, ...offset } }, 'client_meta'],
  ])('a comment with %s is refused with a sentence', async (_case, body, words) => {
    const before = (await list()).length;
    expectError(await post(body), 400, new RegExp(words));
    expect(await list()).toHaveLength(before);
  });

  it('a number too large for JSON is refused', async () => {
    const headers = { 'content-type': 'application/json' };
    const body = '{"message":"Hello","client_meta":{"x":1e999,"y":0}}';
    expectError(await world.call('POST', at(), { headers, body }), 400, 'client_meta');
  });

  it('the threads of a file are numbered from 1, each once, also when many are posted at once', async () => {
    const people = ['alice', 'bob', 'carla'];
    const posted = await Promise.all(
      Array.from({ length: 12 }, (_, index) => make({}, people[index % 3], 'numbered')),
    );
    const numbers = posted.map(({ order_id }) => Number(order_id)).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
  });

  it('[CMT-10] deleting a comment answers no resource and deletes its thread', async () => {
    const { id } = await make();
    const reply = await make({ comment_id: id }, 'bob');
    const answer = await remove(id);
    expect([answer.status, answer.json]).toEqual([200, { status: 200, error: false }]);
    expect([await inList(id), await inList(reply.id)]).toEqual([undefined, undefined]);
  });

  it('[CMT-11] only the author of a comment deletes it, not the owner of the file', async () => {
    const { id } = await make({}, 'carla');
    expectError(await remove(id, 'alice'), 403, 'author');
    expectError(await remove(id, 'bob'), 403, 'author');
    expect(await inList(id)).toBeDefined();
    expect((await remove(id, 'carla')).status).toBe(200);
  });

  it('[CMT-12, ERR-07] deleting is refused without a token, and a missing comment is not found', async () => {
    const { id } = await make();
    expectError(await world.call('DELETE', `${at()}/${id}`, garbage), 403);
    expectError(await world.call('DELETE', `${at('numbered')}/${id}`), 404, 'Comment not found');
    expectError(await remove('nothing'), 404, 'Comment not found');
    expectError(await world.call('DELETE', `/v1/files/nothing/comments/${id}`), 404);
    const both = await Promise.all([remove(id), remove(id)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  it('a thread is resolved and opened again', async () => {
    const { id } = await make();
    const resolve = (resolved: boolean) =>
      world.call('PUT', `/workspace${at()}/${id}/resolved`, { as: 'bob-push', body: { resolved } });
    expect((await resolve(true)).json).toMatchObject({ id, resolved_at: isoTime });
    expect(await inList(id)).toMatchObject({ resolved_at: isoTime });
    expect((await resolve(false)).json).toMatchObject({ id, resolved_at: null });
  });

  it('a workspace file brings threads with their replies and reactions', async () => {
    expect(await list('', 'loaded')).toMatchObject([
      { id: world.id('c1'), message: 'Hello', order_id: '1', resolved_at: '2026-01-02T00:00:00Z' },
      {
        message: 'Yes',
        parent_id: world.id('c1'),
        reactions: [{ emoji: ':tada:', user: { handle: 'Bob' } }],
      },
    ]);
  });

  it('[DLV-18] webhooks receive a comment with its text split at the mentions', async () => {
    const receiver = await openReceiver();
    try {
      const context = { context: 'file', context_id: world.id('main') };
      const hook = { event_type: 'FILE_COMMENT', endpoint: receiver.url, passcode: 'secret', ...context };
      const made = await world.call('POST', '/v2/webhooks', { body: hook });
      await receiver.until(1);
      const comment = await make({ message: 'See @Bob, please' }, 'carla');
      await post({ message: '' });
      const [, event] = await receiver.until(2);
      const bob = { id: world.id(people.bob), handle: 'Bob', img_url: '' };
      expect(event?.json).toEqual({
        event_type: 'FILE_COMMENT',
        file_key: world.id('main'),
        file_name: 'File main',
        comment: [{ text: 'See ' }, { mention: bob.id }, { text: ', please' }],
        comment_id: comment.id,
        created_at: isoTime,
        mentions: [bob],
        triggered_by: comment.user,
        passcode: 'secret',
        timestamp: isoTime,
        webhook_id: made.json.id,
      });
      await world.call('DELETE', `/v2/webhooks/${made.json.id}`);
    } finally {
      await receiver.close();
    }
  });
});
