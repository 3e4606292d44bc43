import { describe, inject, it } from 'vitest';
import { surviveDatabaseLoss } from './harness/survive-database-loss.ts';

/** Provided by the set-up of the run. */
const postgres = (inject as (name: string) => unknown)('postgres') as { url: string } | { missing: string };

describe('A server whose database goes away for ten seconds', () => {
  it('refuses changes meanwhile, goes on afterwards, and loses no delivery', (context) =>
    'missing' in postgres
      ? context.skip(postgres.missing)
      : surviveDatabaseLoss({ postgres: postgres.url, goneMs: 10_000 }));
});
