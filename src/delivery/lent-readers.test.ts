import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressGuard } from './address-guard.ts';
import { type GuardedReader, guardedReader } from './guarded-reader.ts';
import { lentReaders } from './lent-readers.ts';

let server: Server;
let url: string;
const sockets = new Set<Socket>();
const held: ServerResponse[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url !== '/held') return void response.end('told');
    response.write('told');
    held.push(response);
  });
  server.on('connection', (socket: Socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const open = () => guardedReader({ guard: addressGuard({ testMode: true }) });
const ask = async (reader: GuardedReader, path = '/') => {
  const { body } = await reader.get({ url: `${url}${path}`, deadlineMs: 60_000 });
  return text(body);
};

test('Connections go from one who reads to the next by the same name, and to nobody by another', async () => {
  const { lend } = lentReaders();
  const before = sockets.size;
  const counts: number[] = [];
  for (const name of ['one', 'one', 'other', 'one']) {
    const reader = lend(name, open);
    expect(await ask(reader)).toBe('told');
    await reader.close();
    // A connection is free again in the next turn of the event loop.
    await nextTurn();
    counts.push(sockets.size - before);
  }
  expect(counts).toEqual([1, 1, 2, 2]);
});

test('Who closes a reader breaks off what they read, and nothing that others read by the same name', async () => {
  const { lend } = lentReaders();
  const [closed, other] = [lend('one', open), lend('one', open)];
  const [broken, whole] = [ask(closed, '/held'), ask(other, '/held')];
  await expect.poll(() => held.length).toBe(2);
  await closed.close();
  await expect(broken).rejects.toThrow();
  await expect(ask(closed)).rejects.toThrow();
  for (const response of held) response.end();
  expect(await whole).toBe('told');
  await other.close();
});

test('Connections that nobody has used for a while are closed', async () => {
  const { lend } = lentReaders(10);
  const known = new Set(sockets);
  const reader = lend('one', open);
  await ask(reader);
  const [own] = [...sockets].filter((socket) => !known.has(socket));
  await reader.close();
  await expect.poll(() => own?.destroyed).toBe(true);
});
