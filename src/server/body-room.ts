import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import { type SharedRoom, sharedRoom } from '../processes/shared-room.ts';
import type { Party } from '../processes/turns.ts';
import { TooMuchWaiting } from '../processes/waiting-room.ts';

/** Room in memory for one body of JSON. */
export interface BodyRoom {
  /**
   * Waits until there is room for as many bytes, before they are read. The signal fires when these have had time
   * enough to come and somebody else needs their room.
   *
   * @throws ApiError 503
   */
  forBytes(sizeBytes: number): Promise<AbortSignal>;
  /** Waits until there is room for the value of as many bytes, before it is made. @throws ApiError 503 */
  forValue(sizeBytes: number): Promise<void>;
  /** Gives back the room for bytes, once the value is made of them. */
  leaveBytes(): void;
  /** Gives all of it back, once nothing is done with the body any more. */
  leave(): void;
}

/** In whose name a body comes, and until when somebody waits for what becomes of it. */
interface Sender {
  readonly party: Party;
  readonly hangUp: () => AbortSignal;
}

/** Who sends a request: its caller, or all together of whom nobody knows who they are, from however many places. */
export function senderOf(request: FastifyRequest, hangUp: () => AbortSignal): Sender {
  const user = request.caller?.user;
  return { party: { organization: user?.organizationId ?? '', caller: user?.id ?? '' }, hangUp };
}

/** Smaller ones never wait. */
const smallBytes = 16 * 1024;

const mebibyte = 2 ** 20;

/** The longest that a body waits, which is more than one of 16 MB may take to come. */
const mostWaitingMs = 300_000;

/** How long a body has its room whoever else needs it: 16 MB have as long as they take at a megabit a second. */
const timeMs = (sizeBytes: number): number => 30_000 + sizeBytes / 128;
/** One that is late is looked at this often. */
const lookMs = 1_000;

/** Bytes wait unread; values wait where bytes have room. */
const waiting = { waitingOfOne: 100, waitingOfAll: 1_000 };

/**
 * Room for bodies by their size, so that none waits for larger ones. Their values take up to thirty times as much as
 * they do, so of these there are fewer; a body of which only the bytes are there holds up no value, however slowly the
 * rest of it comes. Larger than 16 MB are only workspace files of administrators: one at a time, whatever it holds.
 */
const roomsBySize = () => [
  {
    mostBytes: mebibyte,
    bytes: sharedRoom({ ofAll: 64 * mebibyte, ofOne: 8 * mebibyte, ...waiting }),
    values: sharedRoom({ ofAll: 16 * mebibyte, ofOne: 2 * mebibyte }),
  },
  {
    mostBytes: 16 * mebibyte,
    bytes: sharedRoom({ ofAll: 256 * mebibyte, ofOne: 64 * mebibyte, ...waiting }),
    values: sharedRoom({ ofAll: 32 * mebibyte, ofOne: 16 * mebibyte }),
  },
  {
    mostBytes: Number.POSITIVE_INFINITY,
    bytes: sharedRoom({ ofAll: 1, ofOne: 1, ...waiting }),
    values: sharedRoom({ ofAll: 1, ofOne: 1 }),
  },
];

export function roomForBodies(): (sender: Sender) => BodyRoom {
  const rooms = roomsBySize();
  return (sender) => {
    const ofBytes: (() => void)[] = [];
    const ofValue: (() => void)[] = [];
    const take = async (kind: 'bytes' | 'values', sizeBytes: number): Promise<AbortSignal> => {
      const room = rooms.find(({ mostBytes }) => sizeBytes <= mostBytes)?.[kind];
      const overdue = new AbortController();
      if (room === undefined || sizeBytes <= smallBytes) return overdue.signal;
      const giveBack = await taken(room, sizeBytes, sender);
      if (kind === 'values') ofValue.push(giveBack);
      else ofBytes.push(giveBack, watch(room, sizeBytes, sender, overdue));
      return overdue.signal;
    };
    const leave = (left: (() => void)[]): void => {
      for (const giveBack of left.splice(0)) giveBack();
    };
    return {
      forBytes: (sizeBytes) => take('bytes', sizeBytes),
      forValue: async (sizeBytes) => void (await take('values', sizeBytes)),
      leaveBytes: () => leave(ofBytes),
      leave: () => {
        leave(ofBytes);
        leave(ofValue);
      },
    };
  };
}

const comeAgain = { headers: { 'retry-after': '10' } };

/** Waits for room, and answers what gives it back. @throws ApiError 503 */
async function taken(room: SharedRoom, sizeBytes: number, { party, hangUp }: Sender): Promise<() => void> {
  const tooLong = new AbortController();
  const refusal = new ApiError(
    503,
    'No room for this body became free; send it again in a while.',
    comeAgain,
  );
  const timer = setTimeout(() => tooLong.abort(refusal), mostWaitingMs).unref();
  try {
    return await room.take(party, sizeBytes, AbortSignal.any([hangUp(), tooLong.signal]));
  } catch (error) {
    if (!(error instanceof TooMuchWaiting)) throw error;
    const sentence = 'Too many bodies wait until there is room for them; send this one again in a while.';
    throw new ApiError(503, sentence, comeAgain);
  } finally {
    clearTimeout(timer);
  }
}

/** Has the signal fire when a body is late and somebody else needs its room; answers what ends that. */
function watch(room: SharedRoom, sizeBytes: number, { party }: Sender, overdue: AbortController): () => void {
  const look = (): void => {
    // Those of whom nobody knows who they are may be others to each other.
    if (party.caller === '' || room.holdsUpOthers(party)) {
      const sentence = 'The body came too slowly, and others need its room; send it again in a while.';
      overdue.abort(new ApiError(408, sentence, comeAgain));
    } else timer = setTimeout(look, lookMs).unref();
  };
  let timer = setTimeout(look, timeMs(sizeBytes)).unref();
  return () => clearTimeout(timer);
}
