import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { TakeChunk } from './object-store.ts';

type Answer = Pick<Dispatcher.DispatchController, 'pause' | 'resume' | 'abort'>;

interface Taking {
  readonly taken: TakeChunk;
  /** Answers whether all was taken. */
  readonly over: PromiseWithResolvers<boolean>;
  /** Whether more is wanted, while that is not known yet. */
  wants: Promise<boolean> | undefined;
}

/**
 * The bytes of an answer: handed on chunk by chunk, which costs a fraction of what a stream does, or read as a stream,
 * as the SDK reads what is no object. Nothing comes before somebody wants it.
 */
export class AnswerBody extends Readable {
  readonly #answer: Answer;
  #taking: Taking | undefined;
  #isWhole = false;
  cameBytes = 0;

  constructor(answer: Answer) {
    super();
    this.#answer = answer;
    answer.pause();
    // It may break before anybody reads, who hears of it then.
    this.on('error', () => undefined);
  }

  /** Hands each chunk on once the one before was taken, and ends where one is not; answers whether all was taken. */
  readonly handOn = async (taken: TakeChunk): Promise<boolean> => {
    try {
      // A connection that ends brings what it still has, wanted or not.
      while (this.readableLength > 0 && !this.destroyed) if (!(await taken(this.read()))) return false;
      if (this.errored !== null) throw this.errored;
      return this.#isWhole || (await this.#takeRest(taken));
    } finally {
      this.destroy();
    }
  };

  #takeRest(taken: TakeChunk): Promise<boolean> {
    const over = Promise.withResolvers<boolean>();
    const taking: Taking = { taken, over, wants: undefined };
    this.once('error', (error) => over.resolve(brokenOff(taking, error)));
    this.#taking = taking;
    this.#answer.resume();
    return over.promise;
  }

  readonly came = (chunk: Uint8Array): void => {
    // Whoever goes on after a pause is told of nothing first.
    if (chunk.length === 0) return;
    this.cameBytes += chunk.length;
    if (this.#taking !== undefined) this.#handOn(this.#taking, chunk);
    else if (!this.push(chunk)) this.#answer.pause();
  };

  readonly ended = (): void => {
    this.#isWhole = true;
    const { over, wants = true } = this.#taking ?? {};
    if (over === undefined) this.push(null);
    else over.resolve(wants);
  };

  #handOn(taking: Taking, chunk: Uint8Array): void {
    const { taken, over, wants } = taking;
    const more = wants === undefined ? taken(chunk) : wants.then((isWanted) => isWanted && taken(chunk));
    if (more === true) return;
    this.#answer.pause();
    const known = Promise.resolve(more).then((isWanted) => {
      if (taking.wants === known) taking.wants = undefined;
      if (isWanted) this.#answer.resume();
      else over.resolve(false);
      return isWanted;
    });
    known.catch(over.reject);
    taking.wants = known;
  }

  override _read(): void {
    this.#answer.resume();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#answer.abort(error ?? new Error('No more of the answer is wanted.'));
    done(error);
  }
}

/** Nobody begins anew while a chunk is still being taken. */
async function brokenOff({ wants }: Taking, error: Error): Promise<false> {
  if ((await wants) === false) return false;
  throw error;
}
