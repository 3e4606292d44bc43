import type { Answer } from '../../api/call.ts';
import type { Box, Point } from '../../viewer/view.ts';

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
  const replies = Map.groupBy(comments, ({ parent_id }) => parent_id);
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

/** So many threads have a pin on the picture at the most: each asks where its node lies. */
export const mostPins = 500;

type Corner = 'top-left' | 'top-right' | 'bottom-left' | 'bottom-right';

/** What a comment is about around its pin, which stands on that corner of it. */
export interface PinRegion {
  readonly width: number;
  readonly height: number;
  readonly corner: Corner;
}

/** Where a thread's pin is: on the canvas, or so far from a node's corner; with a region where it has one. */
export interface PinPlace {
  readonly node: string | undefined;
  readonly x: number;
  readonly y: number;
  readonly region?: PinRegion;
}

export function pinOf({ client_meta: meta }: Comment): PinPlace | undefined {
  const region = regionOf(meta);
  const more = region === undefined ? {} : { region };
  if ('node_offset' in meta)
    return { node: meta.node_id, x: meta.node_offset.x, y: meta.node_offset.y, ...more };
  return 'x' in meta && (meta.x !== 0 || meta.y !== 0)
    ? { node: undefined, x: meta.x, y: meta.y, ...more }
    : undefined;
}

/** Without a word about it the pin is on the lower right. */
function regionOf(meta: Comment['client_meta']): PinRegion | undefined {
  if (!('region_width' in meta)) return undefined;
  const { region_width: width, region_height: height, comment_pin_corner: corner = 'bottom-right' } = meta;
  return { width, height, corner };
}

/** The region of a pin that is at this point of the canvas. */
export const regionBox = ({ x, y }: Point, { width, height, corner }: PinRegion): Box => ({
  x: corner.endsWith('left') ? x : x - width,
  y: corner.startsWith('top') ? y : y - height,
  width,
  height,
});
