import { useSyncExternalStore } from 'react';

let areShown = false;
const listeners = new Set<() => void>();

/** Shows the layout grids of frames over the picture, or hides them again. */
export function toggleGrids(): void {
  areShown = !areShown;
  for (const listener of listeners) listener();
}

export const useShownGrids = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => areShown,
  );
