import { describe, expect, inject, it } from 'vitest';
import { askAfterChanges } from './fresh-answers.ts';
import { startSeveral } from './servers.ts';

/** Provided by the set-up of the run. */
const postgres = (inject as (name: string) => unknown)('postgres') as { url: string } | { missing: string };
/** Of each of five kinds; three of these are asked about twice. */
const rounds = 1_250;

describe('Three processes of which one makes a change and another is asked at once, ten thousand times', () => {
  it('give no answer from before the change', async (context) => {
    if ('missing' in postgres) return context.skip(postgres.missing);
    const several = await startSeveral(postgres.url, 3);
    try {
      const { answers, stale } = await askAfterChanges(several, rounds);
      expect(stale).toEqual([]);
      expect(answers).toBe(8 * rounds);
    } finally {
      await several.close();
    }
  }, 3_600_000);
});
