import { describe, inject, it } from 'vitest';
import { deliverThroughKills } from './harness/deliver-through-kills.ts';

/** Provided by the set-up of the run. */
const postgres = (inject as (name: string) => unknown)('postgres') as { url: string } | { missing: string };

describe('A server that is killed twenty times while it tells webhooks', () => {
  it('loses no delivery and repeats only what was under way on SQLite', () =>
    deliverThroughKills({ postgres: undefined, rounds: 20 }));

  it('loses no delivery and repeats only what was under way on PostgreSQL', (context) =>
    'missing' in postgres
      ? context.skip(postgres.missing)
      : deliverThroughKills({ postgres: postgres.url, rounds: 20 }));
});
