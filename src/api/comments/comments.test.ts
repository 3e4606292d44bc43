import { describe, expect, it } from 'vitest';
import { type Actor, castServer, files, people } from '../../testing/cast.ts';

const { play, server } = castServer();

const at = (key: string = files.open) => `/v1/files/${key}/comments`;
const post = (who: Actor, body: object, key?: string) => play(who, `POST ${at(key)}`, body);
const list = async (query = '', key?: string) =>
  (await play('alice', `GET ${at(key)}${query}`)).json.comments;
const make = async (who: Actor = 'alice', more: object = {}, key?: string) =>
  (await post(who, { message: 'Hello', ...more }, key)).json;
const resolve = (who: Actor, id: string, resolved: boolean) =>
  play(who, `PUT /workspace${at()}/${id}/resolved`, { resolved });

describe('Posting a comment', () => {
  const rows: [who: Actor, key: string, status: number][] = [
    ['alice', files.open, 200],
    ['carla', files.open, 200],
    ['carla', files.inviteOnly, 200],
    ['bob', files.inviteOnly, 404],
    ['dan', files.open, 404],
    ['admin', files.open, 200],
    ['alice', files.empty, 200],
    ['alice', 'nothing', 404],
  ];
  it.each(rows)('as %s on %s: %i', async (who, key, status) => {
    expect((await post(who, { message: 'Hello' }, key)).status).toBe(status);
    expect(await list('', files.open)).toHaveLength(status === 200 && key === files.open ? 1 : 0);
  });

  it('answers what the list shows', async () => {
    const comment = await make('carla', { client_meta: { x: 1.5, y: -2 } });
    expect(comment).toEqual({
      id: expect.stringMatching(/^\d+$/),
      file_key: files.open,
      user: { id: people.carla, handle: 'Carla', img_url: '' },
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      resolved_at: null,
      message: 'Hello',
      client_meta: { x: 1.5, y: -2 },
      order_id: '1',
      reactions: [],
    });
    expect(await list()).toEqual([comment]);
  });

  it('numbers the threads of a file, and no number comes twice', async () => {
    const first = await make();
    const second = await make();
    await play('alice', `DELETE ${at()}/${second.id}`);
    const reply = await make('bob', { comment_id: first.id });
    const third = await make();
    const elsewhere = await make('alice', {}, files.viewOnly);
    const numbers = [first, second, reply, third, elsewhere].map(({ order_id }) => order_id);
    expect(numbers).toEqual(['1', '2', null, '3', '1']);
    expect((await list()).map(({ id }: { id: string }) => id)).toEqual([first.id, reply.id, third.id]);
  });

  it('pins a reply where its thread is', async () => {
    const client_meta = { node_id: '1:2', node_offset: { x: 3, y: 4 } };
    const { id } = await make('alice', { client_meta });
    expect(await make('bob', { comment_id: id })).toMatchObject({ parent_id: id, client_meta });
    expect(await make('bob')).toMatchObject({ client_meta: { x: 0, y: 0 } });
  });

  const node = (node_id: string) => ({ client_meta: { node_id, node_offset: { x: 0, y: 0 } } });
  it.each([
    ['no message', { message: undefined }, 'message'],
    ['a message that is no text', { message: 7 }, 'message'],
    ['an empty message', { message: '  ' }, 'message is empty'],
    ['a message of 1 MB', { message: 'a'.repeat(1_000_000) }, '10000 at the most'],
    ['a control character', { message: 'a\u0007' }, 'U+0007'],
    ['a NUL', { message: 'a\u0000' }, 'NUL'],
    ['half a character', { message: 'a\ud83d' }, 'half of a character'],
    ['a node that is not there', node('7:7'), 'names no node'],
    ['the document as a node', node('0:0'), 'names no node'],
    ['a place beyond all canvases', { client_meta: { x: 1e300, y: 0 } }, 'client_meta.x'],
    [
      'a region of no size',
      { client_meta: { x: 0, y: 0, region_width: 0, region_height: 0 } },
      'region_width',
    ],
    ['a place that is a list', { client_meta: [1, 2] }, 'client_meta'],
    ['half a place', { client_meta: { x: 1 } }, 'client_meta'],
  ])('refuses %s with a sentence', async (_case, more, words) => {
    const answer = await post('alice', { message: 'Hello', ...more });
    expect([answer.status, answer.json.message]).toEqual([400, expect.stringContaining(words)]);
    expect(await list()).toEqual([]);
  });

  it('refuses a pin on a node of a file without content', async () => {
    expect((await post('alice', { message: 'Hello', ...node('1:2') }, files.empty)).status).toBe(400);
  });

  it('refuses replies to a reply, to a comment of another file and to nothing', async () => {
    const { id } = await make();
    const reply = await make('bob', { comment_id: id });
    const elsewhere = await make('alice', {}, files.viewOnly);
    const statusOf = async (comment_id: string) => (await post('bob', { message: 'No', comment_id })).status;
    expect([await statusOf(reply.id), await statusOf(elsewhere.id), await statusOf('nothing')]).toEqual([
      400, 404, 404,
    ]);
  });
});

describe('Rich text of comments', () => {
  it('is Markdown on request', async () => {
    const message = '**Bold** <b>, @Carla and @Dan, [x](javascript:alert(1))';
    await make('alice', { message });
    const markdown = '**Bold** &lt;b>, **@Carla** and @Dan, [x&#93;(javascript:alert(1))';
    const messages = async (query: string) =>
      (await list(query)).map((comment: { message: string }) => comment.message);
    expect(await messages('?as_md=true')).toEqual([markdown]);
    expect(await messages('?as_md=false')).toEqual([message]);
    expect(await messages('')).toEqual([message]);
    expect((await play('alice', `GET ${at()}?as_md=maybe`)).status).toBe(400);
  });
});

describe('Deleting a comment', () => {
  it('is for its author alone, and takes its thread along', async () => {
    const { id } = await make('carla');
    await make('bob', { comment_id: id });
    const remove = async (who: Actor, key?: string) => (await play(who, `DELETE ${at(key)}/${id}`)).status;
    expect([await remove('alice'), await remove('admin'), await remove('dan')]).toEqual([403, 403, 404]);
    expect(await remove('carla', files.viewOnly)).toBe(404);
    expect(await list()).toHaveLength(2);
    const both = await Promise.all([remove('carla'), remove('carla')]);
    expect(both.sort()).toEqual([200, 404]);
    expect(await list()).toEqual([]);
  });

  it('answers no resource', async () => {
    const { id } = await make();
    expect((await play('alice', `DELETE ${at()}/${id}`)).json).toEqual({ status: 200, error: false });
  });
});

describe('Resolving a thread', () => {
  it('is for its author and for editors, and can be undone', async () => {
    const { id } = await make('alice');
    expect((await resolve('carla', id, true)).status).toBe(403);
    expect((await resolve('dan', id, true)).status).toBe(404);
    const resolved = (await resolve('bob', id, true)).json;
    expect(resolved.resolved_at).toMatch(/Z$/);
    expect(await list()).toEqual([resolved]);
    expect((await resolve('alice', id, true)).json).toEqual(resolved);
    expect((await resolve('alice', id, false)).json.resolved_at).toBeNull();
    const own = await make('carla');
    expect((await resolve('carla', own.id, true)).status).toBe(200);
  });

  it('is not for replies', async () => {
    const { id } = await make();
    const reply = await make('alice', { comment_id: id });
    expect((await resolve('alice', reply.id, true)).status).toBe(400);
  });
});

describe('The record of comments', () => {
  it('holds each change once', async () => {
    const { id } = await make();
    await resolve('alice', id, true);
    await resolve('alice', id, true);
    await resolve('alice', id, false);
    await play('bob', `DELETE ${at()}/${id}`);
    await play('alice', `DELETE ${at()}/${id}`);
    const events = await server()
      .context.database.selectFrom('activity_events')
      .select(['type', 'details'])
      .orderBy('id')
      .execute();
    const words = ['create', 'resolve', 'unresolve', 'delete'];
    expect(events).toEqual(
      words.map((word) => ({
        type: `fig_file_comment_${word}`,
        details: JSON.stringify({ comment_id: id }),
      })),
    );
  });

  it('outlives its authors', async () => {
    const user = { email: 'frida@example.com', handle: 'Frida' };
    const users = '/workspace/v1/organizations/900/users';
    const { id } = (await play('alice', `POST ${users}`, user)).json;
    const comments = [{ id: '70', user: id, message: 'Bye', reactions: [{ user: id, emoji: '👋' }] }];
    const [file] = [{ key: files.open, name: 'Design open', project: '200', owner: people.alice, comments }];
    expect((await play('admin', 'POST /workspace/v1/apply', { files: [file] })).status).toBe(200);
    expect((await play('alice', `DELETE ${users}/${id}`)).status).toBe(200);
    const [comment] = await list();
    expect(comment).toMatchObject({ user: { handle: 'Frida' }, reactions: [{ user: { handle: 'Frida' } }] });
  });
});
