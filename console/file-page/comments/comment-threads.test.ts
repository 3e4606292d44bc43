import { describe, expect, it } from 'vitest';
import { type Comment, filtered, pinOf, threadsOf } from './comment-threads.ts';

const comment = (id: string, more: Partial<Comment> = {}): Comment => ({
  id,
  file_key: 'k',
  message: id,
  order_id: null,
  reactions: [],
  client_meta: { x: 0, y: 0 },
  user: { id: 'ann', handle: 'Ann', img_url: '' },
  created_at: `2026-01-0${id}T00:00:00Z`,
  ...more,
});
const byBob = { user: { id: 'bob', handle: 'Bob', img_url: '' } };
const comments = [
  comment('1', { resolved_at: '2026-02-01T00:00:00Z' }),
  comment('2', byBob),
  comment('3'),
  comment('4', { parent_id: '2' }),
];
const bob = { id: 'bob', read: new Map([['3', '2026-01-03T00:00:00Z']]) };
const ids = (threads: ReturnType<typeof threadsOf>) => threads.map(({ root }) => root.id);

describe('Threads of comments', () => {
  it('hold their replies, that in which somebody wrote last first', () => {
    const threads = threadsOf(comments);
    expect(ids(threads)).toEqual(['2', '3', '1']);
    expect(threads[0]?.replies.map(({ id }) => id)).toEqual(['4']);
  });

  it('are open, resolved, or such in which one wrote oneself', () => {
    const threads = threadsOf(comments);
    expect(ids(filtered(threads, 'open', bob))).toEqual(['2', '3']);
    expect(ids(filtered(threads, 'mine', bob))).toEqual(['2']);
    expect(ids(filtered(threads, 'resolved', bob))).toEqual(['1']);
  });

  it('are unread while somebody else wrote in them since they were read', () => {
    const threads = threadsOf(comments);
    // Ann's reply is new to Bob, and her thread read.
    expect(ids(filtered(threads, 'unread', bob))).toEqual(['2']);
    expect(ids(filtered(threads, 'unread', { id: 'ann', read: new Map() }))).toEqual(['2']);
    const later = new Map([['2', '2026-01-04T00:00:00Z']]);
    expect(ids(filtered(threads, 'unread', { id: 'bob', read: later }))).toEqual(['3']);
  });

  it('have a pin on the canvas or on a node, or none', () => {
    expect(pinOf(comment('1', { client_meta: { x: 5, y: 6 } }))).toEqual({ node: undefined, x: 5, y: 6 });
    const onNode = { node_id: '1:2', node_offset: { x: 3, y: 4 } };
    expect(pinOf(comment('1', { client_meta: onNode }))).toEqual({ node: '1:2', x: 3, y: 4 });
    expect(pinOf(comment('1'))).toBeUndefined();
  });
});
