/** The server said no, in words. */
export class ServerRefusal extends Error {
  override readonly name = 'ServerRefusal';
  readonly status: number;
  /** All that it said, where that was JSON. */
  readonly answer: unknown;
  /** When it may be asked again, where it said so. */
  readonly retryAfterMs: number | undefined;

  constructor(status: number, sentence: unknown, answer?: unknown, retryAfter?: string | null) {
    super(typeof sentence === 'string' ? sentence : `The server answered ${status} without a reason.`);
    this.status = status;
    this.answer = answer;
    this.retryAfterMs = /^\d+$/.test(retryAfter ?? '') ? Number(retryAfter) * 1000 : undefined;
  }
}

/** How long to wait before the same is asked again; undefined where something else was wrong than too many calls. */
export function lockedOutMs(error: unknown): number | undefined {
  return error instanceof ServerRefusal && error.status === 429 ? (error.retryAfterMs ?? 60_000) : undefined;
}

/** No answer came at all. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';

  constructor(cause: unknown) {
    super('The server does not answer. Check your connection and try again.', { cause });
  }
}

/** Something is not as it has to be for what is wanted; the page finds it before the server does. */
export class NotYet extends Error {
  override readonly name = 'NotYet';
}

/** What a field of a form holds cannot be taken; it is told beside the field. */
export class Misfit extends Error {
  override readonly name = 'Misfit';
  readonly field: string;

  constructor(field: string, sentence: string) {
    super(sentence);
    this.field = field;
  }
}

/** Tells refusals of that status beside a field of the form, in words of the page where it has its own. */
export const toldAt =
  (field: string, status: number, wordsFor = (sentence: string) => sentence) =>
  (error: unknown): never => {
    if (error instanceof ServerRefusal && error.status === status)
      throw new Misfit(field, wordsFor(error.message));
    throw error;
  };

const forPeople = [ServerRefusal, Unreachable, NotYet, Misfit];

/** What went wrong, for people. */
export const sentenceOf = (error: unknown): string => {
  const isForPeople = forPeople.some((kind) => error instanceof kind);
  return isForPeople ? (error as Error).message : 'Something on this page went wrong. Load it again.';
};
