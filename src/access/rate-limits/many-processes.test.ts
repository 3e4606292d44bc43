import { describe, expect, it } from 'vitest';
import { createEmptyPostgresDatabase, postgresMissing } from '../../testing/postgres-database.ts';
import { admittedByProcesses } from '../../testing/rate-limit-processes.ts';

const missing = postgresMissing();
const note = missing ? ` (left out: ${missing})` : '';

describe.skipIf(missing)(`Four processes on one PostgreSQL${note}`, () => {
  it('admit exactly 10 of 1,200 calls where 10 may be made in a minute, and as many where in a month', async () => {
    const { url, drop } = await createEmptyPostgresDatabase();
    try {
      expect(await admittedByProcesses(url)).toEqual({ minute: 10, month: 10 });
    } finally {
      await drop();
    }
  });
});
