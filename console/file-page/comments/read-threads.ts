import { useSyncExternalStore } from 'react';

/** Where this browser keeps of threads that were opened in it how far they were read. */
const storedAs = 'vitrine-threads-read';
const mostKept = 2000;

/** The time of the newest message that was seen, by the id of the thread. */
export type ReadThreads = ReadonlyMap<string, string>;

let read: ReadThreads | undefined;
const listeners = new Set<() => void>();

function readThreads(): ReadThreads {
  read ??= stored();
  return read;
}

function stored(): ReadThreads {
  try {
    return new Map(JSON.parse(localStorage.getItem(storedAs) ?? '[]'));
  } catch {
    return new Map();
  }
}

/** The thread is read as far as that time. */
export function rememberRead(thread: string, at: string): void {
  const before = readThreads();
  if ((before.get(thread) ?? '') >= at) return;
  const others = [...before].filter(([one]) => one !== thread);
  const kept = [[thread, at] as const, ...others].slice(0, mostKept);
  read = new Map(kept);
  try {
    localStorage.setItem(storedAs, JSON.stringify(kept));
  } catch {
    // It holds as long as the page is open.
  }
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  /** Another tab has read on. */
  const heard = ({ key }: StorageEvent) => {
    if (key !== storedAs) return;
    read = undefined;
    listener();
  };
  listeners.add(listener);
  addEventListener('storage', heard);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', heard);
  };
}

export const useReadThreads = (): ReadThreads => useSyncExternalStore(listen, readThreads);
