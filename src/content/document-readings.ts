import type { BlobId } from '../blobs/blob-store.ts';
import type { Party } from '../processes/turns.ts';
import { type WaitingLimits, waitingRoom } from '../processes/waiting-room.ts';
import { revisionShelf } from './revision-shelf.ts';
import { type RunSteps, type StepsBounds, stepsInTurn } from './steps-in-turn.ts';
import { runYielding } from './yielding.ts';

/** A question that a compiled document answers always alike. */
export interface Reading {
  readonly document: BlobId;
  /** All that the answer depends on beside the document. */
  readonly question: string;
  /** Whose turn it takes, where nobody is known to ask: the address, and the organization whose file it is. */
  readonly stranger: Party | undefined;
  /** Fires when who asks hangs up. */
  readonly signal: AbortSignal;
}

/** Answers that were read of documents: made once for all who ask, and remembered. */
export interface DocumentReadings {
  /**
   * The answer as it was written. Strangers' readings are made in turns of small steps, so that a file of monstrous size
   * costs others no more than a step in each of theirs; the work ends when nobody waits for it any more.
   * @throws TooMuchWaiting
   */
  read(reading: Reading, work: (run: RunSteps) => Promise<string>): Promise<string>;
  /** How many were begun. */
  begun(): number;
}

interface Bounds extends WaitingLimits, Partial<StepsBounds> {
  /** Of all that is remembered. */
  readonly mostBytes: number;
  /** Of one answer that is; an eighth of all if left out. */
  readonly mostBytesOfOne?: number;
}

const usualBounds: Bounds = { mostOfOne: 20, mostOfAll: 200, mostBytes: 32 * 1024 * 1024 };

/** In memory with its key, a character has two bytes at the most. */
const sizeBytes = (text: string): number => 2 * text.length + 1000;

interface UnderWay {
  readonly answer: Promise<string>;
  readonly unwanted: AbortController;
  waiting: number;
}

export function documentReadings(asked: Partial<Bounds> = {}): DocumentReadings {
  const bounds = { ...usualBounds, ...asked };
  const { mostBytesOfOne = bounds.mostBytes / 8 } = bounds;
  const room = waitingRoom(bounds);
  const inTurn = stepsInTurn(asked);
  const remembered = revisionShelf({ mostWeight: bounds.mostBytes, weightOf: sizeBytes });
  const underWay = new Map<string, UnderWay>();
  let begun = 0;

  const make = (
    key: string,
    { stranger }: Reading,
    work: (run: RunSteps) => Promise<string>,
    wanted: AbortSignal,
  ): Promise<string> => {
    const makeWith = async (run: RunSteps): Promise<string> => {
      begun += 1;
      const text = await work(run);
      if (sizeBytes(text) <= mostBytesOfOne) remembered.keep(key, '', text);
      return text;
    };
    return stranger === undefined
      ? makeWith((steps) => runYielding(steps, wanted))
      : room.run(stranger.caller, () => inTurn.take(stranger, wanted, makeWith));
  };
  return {
    begun: () => begun,
    read: async (reading, work) => {
      const key = `${reading.document} ${reading.question}`;
      const known = remembered.find(key, '');
      if (known !== undefined) return known;
      // Who is known waits for nobody's turn.
      const shared = `${reading.stranger === undefined} ${key}`;
      let one = underWay.get(shared);
      if (one === undefined || one.unwanted.signal.aborted) {
        const unwanted = new AbortController();
        one = { answer: make(key, reading, work, unwanted.signal), unwanted, waiting: 0 };
        const made = one;
        underWay.set(shared, made);
        const forget = () => underWay.get(shared) === made && underWay.delete(shared);
        made.answer.then(forget, forget);
      }
      return waitFor(one, reading.signal);
    },
  };
}

/** Waits with others; the last who leaves ends the work. */
async function waitFor(one: UnderWay, signal: AbortSignal): Promise<string> {
  one.waiting += 1;
  const left = Promise.withResolvers<never>();
  const leave = () => {
    one.waiting -= 1;
    if (one.waiting === 0) one.unwanted.abort(signal.reason);
    left.reject(signal.reason);
  };
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([one.answer, left.promise]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
