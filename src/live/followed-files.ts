import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { FileKey } from '../contract/branded-ids.ts';
import { changeCount } from '../database/change-count.ts';
import type { Tables } from '../database/tables.ts';
import { ApiError, messageOf } from '../errors.ts';
import { changedSince, type Marks, readMarks, type Topic, textOfMarks } from './file-marks-store.ts';

/** What somebody hears who follows a file. */
export interface Follower {
  readonly fileKey: FileKey;
  /** What they know, as `marks` of an earlier answer; undefined where that is all there is now. */
  readonly known: string | undefined;
  /** At first what changed since, if anything, or what there is; then each change. */
  hear(changed: readonly Topic[], marks: string): void;
  /** There will be no more: the file is gone, or the server stops. */
  end(): void;
}

/** Files that somebody looks at now, in this process. */
export interface FollowedFiles {
  /**
   * Answers how to stop.
   * @throws ApiError 503 once the server stops
   */
  follow(follower: Follower): () => void;
  /** Ends all, for good. */
  close(): void;
}

/** How often the database is asked at the most. */
const lookMs = 400;
/** Looking takes no more than this part of the time. */
const shareOfTime = 1 / 20;

/**
 * Whatever changes a file, and in whichever process, shows in what is stored of it: so that is asked, for all files that
 * are followed together, and not at all while nobody does or nothing was written.
 */
export function followedFiles(parts: {
  readonly database: Kysely<Tables>;
  readonly log: Logger;
}): FollowedFiles {
  const { database, log } = parts;
  const followers = followersByFile();
  /** How much had been written when it was looked at last. */
  let looked: number | undefined;
  /** Somebody came since. */
  let isAnyNew = false;
  let isClosed = false;

  const look = async (): Promise<void> => {
    const count = changeCount(database);
    if (count !== undefined && count === looked && !isAnyNew) return;
    isAnyNew = false;
    const keys = followers.files();
    const marks = await readMarks(database, keys);
    looked = count;
    for (const key of keys) followers.tell(key, marks.get(key));
  };
  const looks = againAndAgain({
    isWanted: () => !isClosed && followers.files().length > 0,
    work: () =>
      look().catch((error) => log.warn({ error: messageOf(error) }, 'followed files were not looked at')),
  });
  return {
    follow: (follower) => {
      if (isClosed) throw stopping();
      followers.add(follower);
      isAnyNew = true;
      looks.plan();
      return () => followers.leave(follower);
    },
    close: () => {
      isClosed = true;
      followers.endAll();
    },
  };
}

/** Followers by their file, each with the marks that they know. */
function followersByFile() {
  const files = new Map<FileKey, Map<Follower, string | undefined>>();
  const leave = (follower: Follower): void => {
    const others = files.get(follower.fileKey);
    others?.delete(follower);
    if (others?.size === 0) files.delete(follower.fileKey);
  };
  const end = (follower: Follower): void => {
    leave(follower);
    follower.end();
  };
  const tellOne = (follower: Follower, known: string | undefined, marks: Marks): void => {
    const now = textOfMarks(marks);
    if (known === now) return;
    files.get(follower.fileKey)?.set(follower, now);
    follower.hear(known === undefined ? [] : changedSince(known, marks), now);
  };
  return {
    leave,
    files: () => [...files.keys()],
    add: (follower: Follower): void => {
      const others = files.get(follower.fileKey) ?? new Map<Follower, string | undefined>();
      files.set(follower.fileKey, others.set(follower, follower.known));
    },
    /** Without marks the file is gone. */
    tell: (key: FileKey, marks: Marks | undefined): void => {
      for (const [follower, known] of [...(files.get(key) ?? [])])
        if (marks === undefined) end(follower);
        else tellOne(follower, known, marks);
    },
    endAll: (): void => {
      for (const some of [...files.values()]) for (const follower of [...some.keys()]) end(follower);
    },
  };
}

/** Does a work while it is wanted, and rests in between: the longer, the longer the work took. */
function againAndAgain({ isWanted, work }: { isWanted: () => boolean; work: () => Promise<void> }) {
  let timer: NodeJS.Timeout | undefined;
  let isAtWork = false;
  let restUntil = 0;
  const plan = (): void => {
    clearTimeout(timer);
    if (isAtWork || !isWanted()) return;
    timer = setTimeout(() => void turn(), Math.max(0, restUntil - performance.now())).unref();
  };
  const turn = async (): Promise<void> => {
    isAtWork = true;
    const begunAt = performance.now();
    if (isWanted()) await work();
    const endedAt = performance.now();
    restUntil = endedAt + Math.max(lookMs, (endedAt - begunAt) / shareOfTime);
    isAtWork = false;
    plan();
  };
  return { plan };
}

const stopping = (): ApiError =>
  new ApiError(503, 'The server is stopping.', { headers: { 'retry-after': '1' } });
