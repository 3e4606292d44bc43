import type { ChangedFrame } from '../contract/contract.ts';
import { changedFrames } from './changed-frames.ts';
import type { Versions } from './node-change.ts';
import { pathOf } from './node-path.ts';

export interface FramePage {
  readonly frames: ChangedFrame[];
  readonly hasMore: boolean;
}

/** Some of the frames in which something changed. Yields after each node. */
export function* framePage(
  versions: Versions,
  { skipped, mostFrames }: { readonly skipped: number; readonly mostFrames: number },
): Generator<void, FramePage> {
  const frames: ChangedFrame[] = [];
  let found = 0;
  for (const frame of changedFrames(versions)) {
    yield;
    if (frame === undefined) continue;
    found++;
    if (found <= skipped) continue;
    if (frames.length === mostFrames) return { frames, hasMore: true };
    const { before, after } = frame;
    const snapshot = after === undefined ? versions.before : versions.after;
    const index = after ?? before ?? 0;
    const { id, shortName: name, type } = snapshot.node(index);
    const kind = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
    frames.push({ kind, id, name, type, path: pathOf(snapshot, index) });
  }
  return { frames, hasMore: false };
}

/** The same as JSON: a page has ids and names alone, and is short. */
export function* framePageText(...asked: Parameters<typeof framePage>): Generator<void, string> {
  return JSON.stringify(yield* framePage(...asked));
}
