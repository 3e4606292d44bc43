import { it } from 'vitest';
import { onOwnServers } from './harness/engines.ts';
import { surviveKills } from './harness/survive-kills.ts';
import { surviveNodeKills } from './harness/survive-node-kills.ts';
import { surviveVariableKills } from './harness/survive-variable-kills.ts';

onOwnServers('A server that is killed', ({ postgres }) => {
  it('has every answered push afterwards, whole, and nothing else', () =>
    surviveKills({ postgres, rounds: 3 }));

  it('has every answered change of variables afterwards, and none by half', () =>
    surviveVariableKills({ postgres, rounds: 3 }));

  it('has every answered change of nodes afterwards, and none by half', () =>
    surviveNodeKills({ postgres, rounds: 2 }));
});
