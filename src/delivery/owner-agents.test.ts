import { setTimeout as wait } from 'node:timers/promises';
import { Agent } from 'undici';
import { describe, expect, it } from 'vitest';
import { ownerAgents } from './owner-agents.ts';

const open = (options: { idleMs?: number; mostIdle?: number } = {}) =>
  ownerAgents({ makeAgent: () => new Agent(), idleMs: 60_000, mostIdle: 3, ...options });

describe('connection pools by owner', () => {
  it('are the same for one owner and different for two', async () => {
    const agents = open();
    const [first, second, other] = ['alice', 'alice', 'bob'].map((owner) => agents.lend(owner).agent);
    expect([first === second, first === other]).toEqual([true, false]);
    await agents.close();
  });

  it('are kept while in use and closed when idle too long', async () => {
    const agents = open({ idleMs: 30 });
    const loans = [agents.lend('alice'), agents.lend('alice')];
    loans[0]?.giveBack();
    loans[0]?.giveBack();
    await wait(90);
    expect(agents.count()).toBe(1);
    loans[1]?.giveBack();
    await expect.poll(agents.count).toBe(0);
  });

  it('are limited in number: the one longest idle is closed, one in use is not', async () => {
    const agents = open();
    const lent = agents.lend('lent');
    const idle = ['a', 'b', 'c', 'd', 'e'].map((owner) => agents.lend(owner));
    for (const { giveBack } of idle) giveBack();
    expect(agents.count()).toBe(4);
    expect(agents.lend('lent').agent).toBe(lent.agent);
    expect(agents.lend('e').agent).toBe(idle[4]?.agent);
    expect(agents.lend('a').agent).not.toBe(idle[0]?.agent);
    await agents.close();
  });
});
