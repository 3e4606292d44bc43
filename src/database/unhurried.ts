import { AsyncLocalStorage } from 'node:async_hooks';

const isUnhurriedHere = new AsyncLocalStorage<boolean>();

/**
 * Writes what nobody is told of and what is found or done again without it: leases, counts, steps of work that is
 * repeated. It is there after kill −9; a power cut may lose it, if nothing was written behind it. Each commit that waits
 * for the disk holds up everybody, since SQLite writes in the thread that answers. Inside a transaction its end counts.
 */
export const unhurried = <T>(write: () => Promise<T>): Promise<T> => isUnhurriedHere.run(true, write);

/** Begins what is somebody else's work, as sending is: it has no time because what came before it had. */
export const hurried = (begin: () => void): void => isUnhurriedHere.run(false, begin);

/** Whether what begins to be written here has time. */
export const isUnhurried = (): boolean => isUnhurriedHere.getStore() === true;
