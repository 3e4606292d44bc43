import { describe, inject, it } from 'vitest';
import { surviveKills } from './harness/survive-kills.ts';
import { surviveNodeKills } from './harness/survive-node-kills.ts';
import { surviveVariableKills } from './harness/survive-variable-kills.ts';

/** Provided by the set-up of the run. */
const postgres = (inject as (name: string) => unknown)('postgres') as { url: string } | { missing: string };

describe('A server that is killed twenty times', () => {
  it('has every answered push afterwards on SQLite', () => surviveKills({ postgres: undefined, rounds: 20 }));

  it('has every answered push afterwards on PostgreSQL', (context) =>
    'missing' in postgres
      ? context.skip(postgres.missing)
      : surviveKills({ postgres: postgres.url, rounds: 20 }));

  it('has every answered change of variables afterwards on SQLite', () =>
    surviveVariableKills({ postgres: undefined, rounds: 20 }));

  it('has every answered change of variables afterwards on PostgreSQL', (context) =>
    'missing' in postgres
      ? context.skip(postgres.missing)
      : surviveVariableKills({ postgres: postgres.url, rounds: 20 }));

  it('has every answered change of nodes afterwards on SQLite', () =>
    surviveNodeKills({ postgres: undefined, rounds: 20 }));

  it('has every answered change of nodes afterwards on PostgreSQL', (context) =>
    'missing' in postgres
      ? context.skip(postgres.missing)
      : surviveNodeKills({ postgres: postgres.url, rounds: 20 }));
});
