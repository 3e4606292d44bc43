import { describe, inject, it } from 'vitest';
import { raceForDatabase } from './race-for-database.ts';
import { startSeveral } from './servers.ts';

/** Provided by the set-up of the run. */
const postgres = (inject as (name: string) => unknown)('postgres') as { url: string } | { missing: string };

describe('A database for which two kinds of whole servers start twenty times at the same moment', () => {
  it('goes to one of the two or to none, never to both', async (context) => {
    if ('missing' in postgres) return context.skip(postgres.missing);
    const several = await startSeveral(postgres.url, 0);
    try {
      await raceForDatabase(several, 20);
    } finally {
      await several.close();
    }
  }, 3_600_000);
});
