import { it } from 'vitest';
import { onOwnServers } from './harness/engines.ts';
import { mirrorThroughKills } from './harness/mirror-through-kills.ts';

onOwnServers('A mirror whose server is killed', ({ postgres }) => {
  it('goes on behind the steps that ended, and loses none', () =>
    mirrorThroughKills(postgres, ['/pixel.png', '/killed', '/comments']));
});
