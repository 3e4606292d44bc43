import { AsyncLocalStorage } from 'node:async_hooks';

/** What all there is would be replaced in a moment: a change would be gone with it, so none is made. */
export class BeingRestored extends Error {
  constructor(cause?: unknown) {
    super('A backup is just being put in place. Nothing was changed by this; try again in a while.', {
      cause,
    });
    this.name = 'BeingRestored';
  }
}

/** So long a change waits for the end, before it is refused: a small installation is replaced in less. */
export const patienceMs = 2_000;

const isAloneHere = new AsyncLocalStorage<boolean>();

/** Begins a transaction beside which nothing is changed: those under way come to their end, and no others begin. */
export const alone = <T>(begin: () => Promise<T>): Promise<T> => isAloneHere.run(true, begin);

/** Whether what begins to be written here has to be alone. */
export const isAlone = (): boolean => isAloneHere.getStore() === true;
