import { describe, expect, it } from 'vitest';
import { createPostgresDatabase, postgresMissing } from './testing/postgres-database.ts';
import { raceForDatabase } from './testing/race-for-database.ts';

const missing = postgresMissing();
const note = missing ? ` (left out: ${missing})` : '';
const races = 200;

describe.skipIf(missing)(`A database that a server alone and one of several open at once${note}`, () => {
  it(`goes to one of the two or to none in ${races} races, each of which says who was there`, async () => {
    const { url, drop } = await createPostgresDatabase();
    try {
      const ends = await raceForDatabase(url, races);
      const winners = ends.map(({ alone, together }) => [alone, together].filter((end) => end === 'serves'));
      expect(winners.filter((served) => served.length > 1)).toEqual([]);
      const refusals = ends
        .flatMap(({ alone, together }) => [alone, together])
        .filter((end) => end !== 'serves');
      expect(new Set(refusals.map(({ name }) => name))).toEqual(new Set(['InUse']));
      for (const kind of ['alone', 'together'] as const)
        expect(ends.filter((end) => end[kind] === 'serves').length, kind).toBeGreaterThan(0);
    } finally {
      await drop();
    }
  }, 3_600_000);
});
