import { afterEach, describe, expect, it } from 'vitest';
import { beginLoad } from './harness/load.ts';
import { sharedToken, startWatched, type WatchedServer } from './harness/watched-server.ts';

const servers: WatchedServer[] = [];
afterEach(async () => {
  for (const { server, installation } of servers.splice(0)) {
    await server.kill();
    await installation.remove();
  }
});

/** Asks each server again and again whether it is ready, and picks one that was, as a balancer does. */
function balance() {
  const ready = new Set<WatchedServer>(servers);
  let turn = 0;
  const look = async () => {
    for (const one of servers) ready[(await one.isReady()) ? 'add' : 'delete'](one);
  };
  const timer = setInterval(look, 100);
  return {
    ready,
    pick: () => {
      turn += 1;
      const choice = [...ready];
      return (choice[turn % choice.length] ?? (servers[0] as WatchedServer)).server;
    },
    end: () => clearInterval(timer),
  };
}

describe('Servers that are stopped and started again under load, one after the other', () => {
  it('answer every request, over HTTP/1.1 and HTTP/2', async () => {
    const args = ['--drain', '3s'];
    servers.push(...(await Promise.all([startWatched({ args }), startWatched({ args })])));
    const { ready, pick, end } = balance();
    const clients = { http1: 6, http2: 3 };
    const load = beginLoad({ pick, token: sharedToken, ...clients });
    for (const one of servers) {
      await load.more(20);
      expect(await one.server.stop()).toBe(0);
      expect(ready.has(one)).toBe(false);
      await one.restart();
      await expect.poll(() => ready.has(one)).toBe(true);
    }
    const { sentAway, failures } = await load.stop();
    end();
    expect(failures).toEqual([]);
    expect(sentAway.http1).toBeGreaterThanOrEqual(clients.http1);
    expect(sentAway.http2).toBeGreaterThanOrEqual(clients.http2);
  });
});

describe('A server that drains', () => {
  it('is ended at once by a second signal', async () => {
    servers.push(await startWatched({ args: ['--drain', '1h'] }));
    const [one] = servers as [WatchedServer];
    const stopped = one.server.stop();
    await expect.poll(() => one.isReady()).toBe(false);
    expect((await one.server.call('GET', '/healthz')).status).toBe(200);
    one.server.process.child.kill('SIGTERM');
    expect(await stopped).toBe(128 + 15);
  });
});
