import type { Kysely } from 'kysely';
import { type AfterOthers, afterOthersOfEach } from '../processes/after-others.ts';
import type { Tables } from './tables.ts';

type OneAfterAnother = (database: Kysely<Tables>, name: string, work: () => Promise<void>) => Promise<void>;

/**
 * Work that is done once at a time on each database, under each name: who asks while it is under way waits for that,
 * and has it done once more, for what came since. A failure is told to who asked for that time alone.
 */
export function oneAfterAnother(): OneAfterAnother {
  const ofDatabases = new WeakMap<Kysely<Tables>, AfterOthers<string>>();
  return (database, name, work) => {
    const afterOthers = ofDatabases.get(database) ?? afterOthersOfEach<string>();
    ofDatabases.set(database, afterOthers);
    return afterOthers(name, work);
  };
}
