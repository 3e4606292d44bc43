import { describe, inject, it } from 'vitest';
import { deliverThroughKillsOfSeveral } from './deliver-through-kills-of-several.ts';
import { startSeveral } from './servers.ts';

/** Provided by the set-up of the run. */
const postgres = (inject as (name: string) => unknown)('postgres') as { url: string } | { missing: string };

describe('Three processes of which sixty are killed one after the other', () => {
  it('lose no change and no delivery, and repeat only what was under way', async (context) => {
    if ('missing' in postgres) return context.skip(postgres.missing);
    const several = await startSeveral(postgres.url, 3);
    try {
      const plan = { kills: 60, waitsForSilence: true, pauseMs: 50 };
      const { kills, changes, requests, repeats } = await deliverThroughKillsOfSeveral(several, plan);
      console.log(`${kills} kills, ${changes} changes, ${requests} requests, ${repeats} of them again`);
    } finally {
      await several.close();
    }
  }, 3_600_000);
});
