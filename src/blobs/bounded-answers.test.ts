import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { boundedAnswer, holdToPace } from './bounded-answers.ts';

test('An answer comes through as it is', async () => {
  const bytes = [Buffer.from('one'), Buffer.from('two')];
  expect(Buffer.concat(await boundedAnswer(Readable.from(bytes)).toArray()).toString()).toBe('onetwo');
});

test('An answer without end is ended, and its connection with it', async () => {
  const body = new Readable({ read: () => body.push(Buffer.alloc(65_536)) });
  await expect(boundedAnswer(body).resume().toArray()).rejects.toThrow('goes on after');
  expect(body.destroyed).toBe(true);
});

test('An answer that drips counts as silent', async () => {
  async function* drops(): AsyncGenerator<Buffer> {
    for (;;) {
      await wait(5);
      yield Buffer.from('.');
    }
  }
  const body = Readable.from(drops());
  const answer = boundedAnswer(body, { leastBytes: 1024, withinMs: 50 });
  await expect(answer.toArray()).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(body.destroyed).toBe(true);
});

test('The bytes of an object that drip count as silent, and their connection ends', async () => {
  const server = createServer((_request, response) => {
    const timer = setInterval(() => response.write('.'), 5);
    response.once('close', () => clearInterval(timer));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const asked = get({ port });
  asked.on('error', () => undefined);
  const [body] = (await once(asked, 'response')) as [IncomingMessage];
  holdToPace(body, () => body.socket.bytesRead, { leastBytes: 1024, withinMs: 50 });
  await expect(body.toArray()).rejects.toMatchObject({ name: 'TimeoutError' });
  await new Promise((done) => server.close(done));
});
