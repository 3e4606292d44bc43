import type { Answer } from '../../api/call.ts';

export type Comment = Answer<'GET /v1/files/{file_key}/comments'>['comments'][number];

/** A comment with what was replied to it, the oldest first. */
export interface Thread {
  readonly root: Comment;
  readonly replies: readonly Comment[];
}

export const threadFilters = ['open', 'unread', 'mine', 'resolved'] as const;
export type ThreadFilter = (typeof threadFilters)[number];

const isResolved = ({ root }: Thread): boolean => (root.resolved_at ?? null) !== null;

/** All threads, that in which somebody wrote last first. */
export function threadsOf(comments: readonly Comment[]): Thread[] {
  const replies = new Map<string, Comment[]>();
  for (const comment of comments) {
    if (comment.parent_id === undefined) continue;
    replies.set(comment.parent_id, [...(replies.get(comment.parent_id) ?? []), comment]);
  }
  const threads = comments
    .filter(({ parent_id }) => parent_id === undefined)
    .map((root) => ({ root, replies: replies.get(root.id) ?? [] }));
  return threads.sort((one, other) => lastAt(other).localeCompare(lastAt(one)));
}

/** When somebody wrote in a thread last. */
export const lastAt = ({ root, replies }: Thread): string => (replies.at(-1) ?? root).created_at;

/** Who looks at threads: their id, and how far they have read each. */
export interface Reader {
  readonly id: string;
  readonly read: ReadonlyMap<string, string>;
}

/** Whether somebody else wrote in it since it was read last. */
export const isUnread = ({ root, replies }: Thread, { id, read }: Reader): boolean =>
  [root, ...replies].some(({ user, created_at: at }) => user.id !== id && at > (read.get(root.id) ?? ''));

/** The threads that a filter leaves. */
export function filtered(threads: readonly Thread[], filter: ThreadFilter, reader: Reader): Thread[] {
  const isMine = ({ root, replies }: Thread) => [root, ...replies].some(({ user }) => user.id === reader.id);
  const isWanted: Readonly<Record<ThreadFilter, (thread: Thread) => boolean>> = {
    open: () => true,
    unread: (thread) => isUnread(thread, reader),
    mine: isMine,
    resolved: () => true,
  };
  return threads.filter(
    (thread) => isResolved(thread) === (filter === 'resolved') && isWanted[filter](thread),
  );
}

/** Where a thread's pin is: on the canvas, or so far from a node's corner; with a region where it has one. */
export interface PinPlace {
  readonly node: string | undefined;
  readonly x: number;
  readonly y: number;
}

export function pinOf({ client_meta: meta }: Comment): PinPlace | undefined {
  if ('node_offset' in meta) return { node: meta.node_id, x: meta.node_offset.x, y: meta.node_offset.y };
  return 'x' in meta && (meta.x !== 0 || meta.y !== 0)
    ? { node: undefined, x: meta.x, y: meta.y }
    : undefined;
}
