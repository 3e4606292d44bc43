import type { GuardedReader } from './guarded-reader.ts';

/**
 * Readers whose connections wait for whoever reads by the same name next: opening one takes the thread that answers
 * longer than most calls do. What somebody has under way is broken off when they close theirs, and nothing of others.
 */
export interface LentReaders {
  /** Opens one where none of the name is open. */
  lend(name: string, open: () => GuardedReader): GuardedReader;
}

interface Kept {
  readonly reader: GuardedReader;
  users: number;
  idle: NodeJS.Timeout | undefined;
}

export function lentReaders(idleMs = 5000): LentReaders {
  const kept = new Map<string, Kept>();
  const giveBack = (name: string, one: Kept): void => {
    one.users -= 1;
    if (one.users > 0) return;
    const end = () => {
      kept.delete(name);
      void one.reader.close();
    };
    one.idle = setTimeout(end, idleMs).unref();
  };
  return {
    lend: (name, open) => {
      const one = kept.get(name) ?? { reader: open(), users: 0, idle: undefined };
      kept.set(name, one);
      clearTimeout(one.idle);
      one.users += 1;
      const closing = new AbortController();
      return {
        get: (reading) => one.reader.get({ signal: closing.signal, ...reading }),
        close: async () => {
          if (closing.signal.aborted) return;
          closing.abort();
          giveBack(name, one);
        },
      };
    },
  };
}
