import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

type OneAfterAnother = (database: Kysely<Tables>, name: string, work: () => Promise<void>) => Promise<void>;

/**
 * Work that is done once at a time on each database, under each name: who asks while it is under way waits for that,
 * and has it done once more, for what came since. A failure is told to who asked for that time alone.
 */
export function oneAfterAnother(): OneAfterAnother {
  const underWay = new WeakMap<Kysely<Tables>, Map<string, Promise<void>>>();
  return async (database, name, work) => {
    const turns = underWay.get(database) ?? new Map<string, Promise<void>>();
    underWay.set(database, turns);
    const turn = (turns.get(name) ?? Promise.resolve()).catch(() => undefined).then(work);
    turns.set(name, turn);
    try {
      await turn;
    } finally {
      if (turns.get(name) === turn) turns.delete(name);
    }
  };
}
