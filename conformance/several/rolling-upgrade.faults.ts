import { describe, inject, it } from 'vitest';
import { upgradeThereAndBack } from './upgrade-there-and-back.ts';

/** Provided by the set-up of the run. */
const postgres = (inject as (name: string) => unknown)('postgres') as { url: string } | { missing: string };

describe('Servers of this version and of the next', () => {
  it('replace each other there and back while a hundred thousand requests are answered, none of which fails', async (context) => {
    if ('missing' in postgres) return context.skip(postgres.missing);
    const answered = await upgradeThereAndBack(postgres.url, { requestsEach: 25_000, restMs: 0 });
    console.log(`${answered} requests were answered`);
  }, 3_600_000);
});
