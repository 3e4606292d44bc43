import { tmpdir } from 'node:os';
import { setImmediate as afterOthers } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { openDatabase } from '../database/open-database.ts';
import type { Tables } from '../database/tables.ts';
import { createPostgresDatabase } from './postgres-database.ts';

/** A database of which is known whether it is being asked, for tests in which time goes on only where they say so. */
export interface RestingDatabase {
  readonly database: Kysely<Tables>;
  /** Called once with the next answer, before whoever asked has it; what it throws they have instead. */
  meanwhile: (() => Promise<void>) | undefined;
  /** While it is, whatever is asked comes to nothing. */
  isGone: boolean;
  /** Lets others work until nothing is asked any more. */
  untilAtRest(): Promise<void>;
  /** Ends and removes it. */
  close(): Promise<void>;
}

/** One of its own in PostgreSQL, with its tables made. */
export async function openRestingDatabase(): Promise<RestingDatabase> {
  const { url, drop } = await createPostgresDatabase();
  const { database: whole, close } = await openDatabase({ url, folder: tmpdir() });
  let questions = 0;
  const resting: RestingDatabase = {
    database: whole.withPlugin({
      transformQuery: ({ node }) => {
        if (resting.isGone) throw new Error('The database is gone.');
        questions += 1;
        return node;
      },
      transformResult: async ({ result }) => {
        const act = resting.meanwhile;
        resting.meanwhile = undefined;
        try {
          await act?.();
        } finally {
          questions -= 1;
        }
        return result;
      },
    }),
    meanwhile: undefined,
    isGone: false,
    untilAtRest: async () => {
      for (let quiet = 0; quiet < 20; quiet = questions === 0 ? quiet + 1 : 0) await afterOthers();
    },
    close: () => close().then(drop),
  };
  return resting;
}
