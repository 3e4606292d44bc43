import { it } from 'vitest';
import { deliverThroughKills } from './harness/deliver-through-kills.ts';
import { onOwnServers } from './harness/engines.ts';

onOwnServers('A server that is killed while it tells webhooks', ({ postgres }) => {
  it('loses no delivery and repeats only what was under way', () =>
    deliverThroughKills({ postgres, rounds: 3 }));
});
