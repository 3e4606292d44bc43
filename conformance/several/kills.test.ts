import { afterAll, beforeAll, expect, it } from 'vitest';
import { onOwnServers } from '../harness/engines.ts';
import { deliverThroughKillsOfSeveral } from './deliver-through-kills-of-several.ts';
import { endedProcessesSuite, heldRequests } from './ended-processes.suite.ts';
import { letSilenceBeOver, type Several, startSeveral } from './servers.ts';

onOwnServers('Three processes of which one is killed at a time', ({ name, postgres }) => {
  if (postgres === undefined) {
    it.skip(`are nothing for ${name}`, () => undefined);
    return;
  }
  let several: Several;
  beforeAll(async () => {
    several = await startSeveral(postgres, 3, { env: heldRequests });
  });
  afterAll(() => several?.close());

  it('lose no change and no delivery, and repeat only what was under way', async () => {
    const plan = { kills: 3, waitsForSilence: false, pauseMs: 200 };
    expect((await deliverThroughKillsOfSeveral(several, plan)).kills).toBe(3);
  });

  endedProcessesSuite(() => several, letSilenceBeOver);
});
