import { useSyncExternalStore } from 'react';

/** What was done last, in words, and how it is taken back where it can be. */
export interface Done {
  readonly words: string;
  readonly undo?: () => Promise<unknown>;
}

let last: Done | undefined;
const listeners = new Set<() => void>();

export function tellDone(done: Done | undefined): void {
  last = done;
  for (const listener of listeners) listener();
}

export const useLastDone = (): Done | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => last,
  );
