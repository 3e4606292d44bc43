import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasHaproxy, openHaproxy } from './haproxy.ts';
import { type Balancer, openOwnBalancer } from './own-balancer.ts';

const kinds = [
  { title: 'The balancer of ours', isHere: true, open: openOwnBalancer },
  {
    title: `HAProxy${hasHaproxy ? '' : ' (left out: haproxy is not installed)'}`,
    isHere: hasHaproxy,
    open: openHaproxy,
  },
];

for (const { title, isHere, open } of kinds)
  describe.skipIf(!isHere)(title, () => {
    let balancer: Balancer;
    let servers: Server[];
    beforeEach(async () => {
      balancer = await open();
      servers = await Promise.all(['one', 'two', 'three'].map(answering));
    });
    afterEach(async () => {
      await balancer.close();
      for (const server of servers) server.close();
    });

    const add = async () => {
      for (const server of servers) await balancer.add(portOf(server));
    };
    const answers = async (count: number) => {
      const given: string[] = [];
      for (let turn = 0; turn < count; turn += 1) given.push(await answerAt(balancer.port));
      return given;
    };

    it('gives each connection to the next server', async () => {
      await add();
      const given = await answers(6);
      expect(new Set(given)).toEqual(new Set(['one', 'two', 'three']));
      expect(given.slice(3)).toEqual(given.slice(0, 3));
    });

    it('leads nobody to a server that was taken away, and to one that comes', async () => {
      await add();
      const [one] = servers as [Server];
      await balancer.remove(portOf(one));
      expect(new Set(await answers(6))).toEqual(new Set(['two', 'three']));
      await balancer.add(portOf(one));
      expect(new Set(await answers(6))).toEqual(new Set(['one', 'two', 'three']));
    });

    it('passes over a server that takes no connection', async () => {
      await add();
      const [one] = servers as [Server];
      await new Promise((done) => one.close(done));
      expect(new Set(await answers(6))).toEqual(new Set(['two', 'three']));
    });
  });

async function answering(name: string): Promise<Server> {
  const server = createServer((socket) => socket.on('error', () => undefined).end(name));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

function answerAt(port: number): Promise<string> {
  return new Promise((done, failed) => {
    let text = '';
    const socket = connect(port, '127.0.0.1');
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.once('error', failed).once('end', () => done(text));
  });
}
