import type { Answer, Given, Route } from '../contract/calls.ts';

/** How tools call the server, in the name of whoever they work for: with their rights, scopes and limits. */
export interface Ask {
  /** @throws Refused */
  call<R extends Route>(route: R, given: Given<R>): Promise<Answer<R>>;
  /** The bytes at an address that an answer named. @throws Refused */
  bytes(address: string): Promise<Uint8Array>;
  /** Runs long work in steps: others who ask the server get to theirs in between. */
  run<T>(steps: Generator<void, T>): Promise<T>;
}

/** What was asked for was not given; the message is the server's sentence. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/** Up to this, an answer is read. */
export const mostAnswerBytes = 8 * 2 ** 20;

/** There is more in an answer than is read. */
export class TooLarge extends Refused {}

export const tooLargeToRead = (): TooLarge =>
  new TooLarge('There is more in it than is read at once: name a node further in.');
