import type { Readable } from 'node:stream';
import type { UserId } from '../contract/branded-ids.ts';
import { ApiError } from '../errors.ts';

/** Of one person, in all their tabs. */
const mostOfPerson = 50;
const mostOfAll = 5_000;

/** Streams that are open to listeners, so that nobody can open them without end. */
export interface OpenStreams {
  /** @throws ApiError 503 where there are too many already */
  open(userId: UserId, make: () => Readable): Readable;
}

export function openStreams(most = { ofPerson: mostOfPerson, ofAll: mostOfAll }): OpenStreams {
  const counts = new Map<UserId, number>();
  let all = 0;
  const add = (userId: UserId, change: number): void => {
    all += change;
    const count = (counts.get(userId) ?? 0) + change;
    if (count === 0) counts.delete(userId);
    else counts.set(userId, count);
  };
  return {
    open: (userId, make) => {
      if ((counts.get(userId) ?? 0) >= most.ofPerson)
        throw tooMany(`You follow ${most.ofPerson} files already, in as many tabs. Close some of them.`);
      if (all >= most.ofAll) throw tooMany('Too many files are followed at this server at the moment.');
      const stream = make();
      add(userId, 1);
      stream.once('close', () => add(userId, -1));
      return stream;
    },
  };
}

const tooMany = (sentence: string): ApiError =>
  new ApiError(503, sentence, { headers: { 'retry-after': '30' } });
