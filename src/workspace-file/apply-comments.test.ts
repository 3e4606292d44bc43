import { describe, expect, it } from 'vitest';
import { castServer, files, people, projects, smallDesign } from '../testing/cast.ts';

const { play } = castServer();

const fileWith = (comments: object[], more: object = {}) => ({
  files: [
    {
      key: files.open,
      name: 'Design open',
      project: projects.open,
      owner: people.alice,
      comments,
      ...more,
    },
  ],
});
const apply = (comments: object[], more?: object) =>
  play('admin', 'POST /workspace/v1/apply', fileWith(comments, more));
const list = async () => (await play('alice', `GET /v1/files/${files.open}/comments`)).json.comments;

const pinned = { node_id: '1:2', node_offset: { x: 1, y: 2 } };
const thread = {
  id: '70',
  user: people.bob,
  message: 'Hello @Carla',
  created_at: '2026-01-02T03:04:05Z',
  client_meta: pinned,
  reactions: [
    { user: people.carla, emoji: '👍' },
    { user: people.bob, emoji: ':thumbsup:' },
  ],
};
const reply = { user: people.carla, message: 'Yes', parent: '70' };

describe('Applying comments', () => {
  it('keeps them with their replies and reactions, and changes nothing the second time', async () => {
    const first = await apply([thread, reply]);
    expect([first.status, first.json.warnings]).toEqual([200, []]);
    const kinds = first.json.created.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toEqual(['comment', 'reaction', 'reaction', 'comment']);
    expect(await list()).toEqual([
      expect.objectContaining({
        id: '70',
        message: 'Hello @Carla',
        created_at: '2026-01-02T03:04:05Z',
        order_id: '1',
        client_meta: pinned,
        user: { id: people.bob, handle: 'Bob', img_url: '' },
        reactions: [
          expect.objectContaining({ emoji: ':+1:', user: expect.objectContaining({ id: people.carla }) }),
          expect.objectContaining({ emoji: ':+1:', user: expect.objectContaining({ id: people.bob }) }),
        ],
      }),
      expect.objectContaining({ message: 'Yes', parent_id: '70', client_meta: pinned, order_id: null }),
    ]);
    const again = await apply([thread, reply]);
    expect(again.json).toMatchObject({ created: [], updated: [], unchanged: first.json.created.length + 1 });
  });

  it('changes what differs, and leaves a pin whose node has gone', async () => {
    await apply([thread]);
    const without = smallDesign('Open');
    (without.document as { children: object[] }).children = [];
    const resolved = { ...thread, message: 'Done', resolved_at: '2026-02-01T00:00:00Z' };
    const { json } = await apply([resolved], { source: without });
    expect(json.updated).toEqual([{ kind: 'comment', id: '70' }]);
    expect(await list()).toEqual([
      expect.objectContaining({
        message: 'Done',
        resolved_at: '2026-02-01T00:00:00Z',
        client_meta: pinned,
        order_id: '1',
      }),
    ]);
  });

  it.each([
    ['an author who is not there', [{ ...thread, user: '555' }], 'the user "555"'],
    ['a thread that is not there', [{ ...reply, parent: '555' }], 'Comment not found'],
    ['a reply to a reply', [thread, { ...reply, id: '71' }, { ...reply, parent: '71' }], 'names a reply'],
    [
      'a move to another thread',
      [thread, { ...reply, id: '71' }, { ...reply, id: '71', parent: undefined }],
      'thread',
    ],
    ['a node that is not there', [{ ...thread, client_meta: { ...pinned, node_id: '7:7' } }], 'no node'],
    ['a region of no size', [{ ...thread, client_meta: { ...pinned, region_width: 0 } }], 'region_width'],
    ['a form of place that does not exist', [{ ...thread, client_meta: { z: 1 } }], 'client_meta'],
    [
      'an emoji of version 15',
      [{ ...thread, reactions: [{ user: people.bob, emoji: '🫨' }] }],
      'emoji is not valid',
    ],
    ['a reaction of nobody', [{ ...thread, reactions: [{ user: '555', emoji: '👍' }] }], 'the user "555"'],
    ['a control character', [{ ...thread, message: 'a\u0007' }], 'U+0007'],
  ])('refuses %s', async (_case, comments, words) => {
    const answer = await apply(comments);
    expect([answer.status, answer.json.err]).toEqual([400, expect.stringContaining(words)]);
    expect(await list()).toEqual([]);
  });

  it('refuses the id of a comment on another file', async () => {
    await apply([thread]);
    const elsewhere = { key: files.viewOnly, name: 'Design viewOnly', project: projects.viewOnly };
    const answer = await apply([thread], elsewhere);
    expect([answer.status, answer.json.err]).toEqual([400, expect.stringContaining('another file')]);
  });
});
