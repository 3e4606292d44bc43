import type { Answer } from '../../api/call.ts';

export type Comment = Answer<'GET /v1/files/{file_key}/comments'>['comments'][number];

/** A comment with what was replied to it, the oldest first. */
export interface Thread {
  readonly root: Comment;
  readonly replies: readonly Comment[];
}

export const threadFilters = ['open', 'mine', 'resolved'] as const;
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

const lastAt = ({ root, replies }: Thread): string => (replies.at(-1) ?? root).created_at;

/** The threads that a filter leaves; `me` is the id of the person who looks. */
export function filtered(threads: readonly Thread[], filter: ThreadFilter, me: string): Thread[] {
  return threads.filter((thread) => {
    if (filter === 'resolved') return isResolved(thread);
    const isMine = [thread.root, ...thread.replies].some(({ user }) => user.id === me);
    return !isResolved(thread) && (filter === 'open' || isMine);
  });
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
