import { isRefusal } from './judge.ts';
import type { Seen } from './sender.ts';
import { changesOf, type StoredState } from './stored-state.ts';

/** Knows what is stored, and sees which tables changed. */
export class Watch {
  readonly #state: StoredState;
  #stamp: string;
  #digests: ReadonlyMap<string, string>;

  static async over(state: StoredState): Promise<Watch> {
    return new Watch(state, await state.stamp(), await state.digests());
  }

  constructor(state: StoredState, stamp: string, digests: ReadonlyMap<string, string>) {
    this.#state = state;
    this.#stamp = stamp;
    this.#digests = digests;
  }

  /** The tables that a refusal changed; undefined where the answer is none, or nothing changed. */
  async changesAfter(answer: Seen | undefined): Promise<string | undefined> {
    const stamp = await this.#state.stamp();
    if (stamp === this.#stamp) return undefined;
    const before = this.#digests;
    this.#digests = await this.#state.digests();
    this.#stamp = stamp;
    if (answer === undefined || !isRefusal(answer)) return undefined;
    return changesOf(before, this.#digests).join(', ') || undefined;
  }
}
