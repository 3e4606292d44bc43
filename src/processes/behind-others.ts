import { AsyncLocalStorage } from 'node:async_hooks';

const isBehindHere = new AsyncLocalStorage<true>();

/** Does work that nobody waits for: it lets others have their turn more often. */
export const behindOthers = <T>(work: () => Promise<T>): Promise<T> => isBehindHere.run(true, work);

/** Whether nobody waits for what is done here. */
export const isBehindOthers = (): boolean => isBehindHere.getStore() === true;
