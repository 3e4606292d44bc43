import { ApiError } from '../errors.ts';
import { type GivenUpAnswer, leftInConnections } from './left-in-connections.ts';

/** An answer on its way. */
export interface HeldAnswer {
  /** The client has read some of it. */
  moved(): void;
}

/** The memory that answers hold until they are read. */
export interface UnreadAnswers {
  /**
   * Counts an answer until its connection or stream is done with it. Where answers to its address, or all together,
   * would hold too much, stalled ones are broken off to make room for it, the longest stalled first; then, at its
   * address, those of a connection that has several and holds more than its own.
   *
   * @throws ApiError 503 where there are none of these
   */
  hold(answer: Answered): HeldAnswer;
}

interface Answered extends GivenUpAnswer {
  readonly bytes: number;
  readonly response: Response;
}

interface Response {
  readonly writableLength: number;
  once(event: 'close', listener: () => void): unknown;
  destroy(): unknown;
}

export interface UnreadLimits {
  readonly mostBytesOfAddress: number;
  readonly mostBytes: number;
  /** An answer of which something was read more recently is not stalled. */
  readonly stillMs: number;
}

const usualLimits: UnreadLimits = {
  mostBytesOfAddress: 256 * 2 ** 20,
  mostBytes: 2 ** 30,
  stillMs: 1_000,
};

interface Entry extends Answered {
  movedAt: number;
}

export function unreadAnswers(limits = usualLimits): UnreadAnswers {
  /** The one that was read most recently is last. */
  const entries = new Set<Entry>();
  const left = leftInConnections(limits.mostBytesOfAddress);
  const bytesOf = new Map<string, number>();
  let allBytes = 0;

  const add = (address: string, bytes: number): void => {
    allBytes += bytes;
    const sum = (bytesOf.get(address) ?? 0) + bytes;
    if (sum === 0) bytesOf.delete(address);
    else bytesOf.set(address, sum);
  };
  const forget = (entry: Entry): void => {
    if (entries.delete(entry)) add(entry.address, -entry.bytes);
  };
  const breakOff = (entry: Entry): void => {
    forget(entry);
    entry.response.destroy();
  };
  const isBeyond = ({ address, bytes }: Answered): boolean =>
    allBytes + bytes > limits.mostBytes || (bytesOf.get(address) ?? 0) + bytes > limits.mostBytesOfAddress;

  /** Breaks off answers to an address, or to whoever holds most, until another has room. */
  const makeRoom = (asked: Answered): void => {
    const isOfAddress = (bytesOf.get(asked.address) ?? 0) + asked.bytes > limits.mostBytesOfAddress;
    const address = isOfAddress ? asked.address : fullest(bytesOf);
    const before = performance.now() - limits.stillMs;
    for (const entry of entries) {
      if (entry.movedAt > before || !isBeyond(asked)) break;
      if (entry.address === address) breakOff(entry);
    }
  };
  return {
    hold: (asked) => {
      if (isBeyond(asked)) makeRoom(asked);
      const givenUp = isBeyond(asked) ? ofFullerConnections(entries, asked) : [];
      for (const entry of givenUp) {
        if (!isBeyond(asked)) break;
        breakOff(entry);
      }
      // A single answer may exceed the limit of all.
      if (isBeyond(asked) && bytesOf.has(asked.address)) throw tooMuchUnread();
      const entry: Entry = { ...asked, movedAt: performance.now() };
      entries.add(entry);
      add(asked.address, asked.bytes);
      asked.response.once('close', () => {
        forget(entry);
        left.add(entry);
      });
      return {
        moved: () => {
          entry.movedAt = performance.now();
          if (entries.delete(entry)) entries.add(entry);
        },
      };
    },
  };
}

/**
 * What connections from an address may have to give up for another: whoever opens many streams shares the room of the
 * address with all others who come from there.
 */
function* ofFullerConnections(
  entries: Iterable<Entry>,
  { address, connection, bytes }: Answered,
): Generator<Entry> {
  const shares = sharesOf(entries, address);
  const wanted = (shares.get(connection)?.bytes ?? 0) + bytes;
  for (const share of [...shares.values()].sort((one, other) => other.bytes - one.bytes)) {
    if (share.entries.length < 2) continue;
    for (const entry of share.entries) {
      share.bytes -= entry.bytes;
      if (share.bytes < wanted) break;
      yield entry;
    }
  }
}

interface Share {
  bytes: number;
  /** The one that was read most recently is last. */
  readonly entries: Entry[];
}

/** What connections from an address hold. */
function sharesOf(entries: Iterable<Entry>, address: string): Map<object, Share> {
  const shares = new Map<object, Share>();
  for (const entry of entries) {
    if (entry.address !== address) continue;
    const share = shares.get(entry.connection) ?? { bytes: 0, entries: [] };
    shares.set(entry.connection, share);
    share.bytes += entry.bytes;
    share.entries.push(entry);
  }
  return shares;
}

const tooMuchUnread = (): ApiError =>
  new ApiError(503, 'Too many answers to this address are not read yet.', {
    headers: { 'retry-after': '1' },
  });

const fullest = (bytesOf: ReadonlyMap<string, number>): string | undefined =>
  [...bytesOf].reduce((most, next) => (next[1] > most[1] ? next : most), ['', 0])[0];
