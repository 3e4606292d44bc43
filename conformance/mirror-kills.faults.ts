import { describe, inject, it } from 'vitest';
import { mirrorThroughKills, steps } from './harness/mirror-through-kills.ts';

/** Provided by the set-up of the run. */
const postgres = (inject as (name: string) => unknown)('postgres') as { url: string } | { missing: string };

describe('A mirror whose server is killed at each step', () => {
  it('goes on behind the steps that ended on SQLite', () => mirrorThroughKills(undefined, steps));

  it('goes on behind the steps that ended on PostgreSQL', (context) =>
    'missing' in postgres ? context.skip(postgres.missing) : mirrorThroughKills(postgres.url, steps));
});
