import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FollowedFiles, Follower } from './followed-files.ts';

interface Followed extends Pick<Follower, 'fileKey' | 'known'> {
  /** Whether it may still be told to whom it is told; asked again and again. */
  readonly mayHear: () => Promise<boolean>;
}

/** How soon a browser comes again after its connection ended. */
const comeAgainMs = 1_000;
/** So often a word is said that means nothing, since whatever stands between would end a silent connection. */
const breathMs = 15_000;
/** Who has not read so much is not listening. */
const mostUnreadBytes = 16 * 1024;

let turns: Promise<unknown> = Promise.resolve();

/** Thousands may follow one file: requests come in between what is told to one and to the next. */
function ownTurn(): Promise<unknown> {
  turns = turns.then(() => nextTurn());
  return turns;
}

/**
 * What changes of a file as server-sent events, each with the id by which one goes on after it. The stream ends where the
 * file is gone or not open any more to who listens, and where the server stops.
 */
export function eventStream(files: FollowedFiles, { fileKey, known, mayHear }: Followed): Readable {
  const stream = new Readable({ read: () => undefined });
  let saying = Promise.resolve();
  let isOver = false;
  const end = (): void => {
    if (!isOver) stream.push(null);
    isOver = true;
  };
  /** One word after the other, each where it may be heard still. */
  const say = (text: string): void => {
    saying = saying
      .then(async () => {
        await ownTurn();
        if (isOver) return;
        const isHeard = stream.readableLength < mostUnreadBytes && (await mayHear());
        if (!isHeard) end();
        else if (!isOver) stream.push(text);
      })
      .catch(end);
  };
  const breath = setInterval(() => say(': still here\n\n'), breathMs).unref();
  const leave = files.follow({
    fileKey,
    known,
    hear: (changed, marks) => say(`id: ${marks}\ndata: ${JSON.stringify({ changed })}\n\n`),
    end,
  });
  stream.once('close', () => {
    isOver = true;
    clearInterval(breath);
    leave();
  });
  stream.push(`retry: ${comeAgainMs}\n\n`);
  return stream;
}
