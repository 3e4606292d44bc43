import { expect, it } from 'vitest';
import { onOwnServers } from '../harness/engines.ts';
import { deliverThroughKillsOfSeveral } from './deliver-through-kills-of-several.ts';

onOwnServers('Three processes of which one is killed at a time', ({ postgres }) => {
  it('lose no change and no delivery, and repeat only what was under way', async (context) => {
    if (postgres === undefined) return context.skip('the database is a file of one process');
    const plan = { postgres, kills: 3, waitsForSilence: false, pauseMs: 100 };
    expect((await deliverThroughKillsOfSeveral(plan)).kills).toBe(3);
  }, 240_000);
});
