import { execFile } from 'node:child_process';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { holdToPace } from './bounded-answers.ts';
import { type ObjectAnswer, type ObjectGets, objectGets } from './object-gets.ts';

describe('The bytes of an object', () => {
  let server: Server;
  let gets: ObjectGets;
  let answers: RequestListener;
  beforeEach(async () => {
    server = createServer((request, response) => answers(request, response));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    gets = objectGets({ connectMs: 2000, silenceMs: 10_000, mostSockets: 4 });
  });
  afterEach(async () => {
    gets.close();
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  const get = (): Promise<ObjectAnswer> => {
    const { port } = server.address() as AddressInfo;
    return gets.send({ protocol: 'http:', hostname: '127.0.0.1', port, path: '/object', headers: {} });
  };
  const bytes = Buffer.from(Array.from({ length: 1_000_000 }, (_, place) => place % 251));

  test('come whole and in order to who takes each at once, and to who takes one after the other', async () => {
    answers = (_request, response) => response.end(bytes);
    const atOnce: Uint8Array[] = [];
    const inTurn: Uint8Array[] = [];
    const isAll = await (await get()).body.handOn((chunk) => atOnce.push(chunk) > 0);
    let isTaking = false;
    await (await get()).body.handOn(async (chunk) => {
      expect(isTaking).toBe(false);
      isTaking = true;
      await nextTurn();
      isTaking = false;
      return inTurn.push(chunk) > 0;
    });
    expect([isAll, Buffer.concat(atOnce).equals(bytes), Buffer.concat(inTurn).equals(bytes)]).toEqual([
      true,
      true,
      true,
    ]);
  });

  test('leave others to work where each is taken before anything else happens', async () => {
    answers = (_request, response) => {
      response.writeHead(200, { 'content-length': bytes.length }).write(bytes.subarray(0, 500_000));
      setImmediate(() => response.end(bytes.subarray(500_000)));
    };
    const taken: Uint8Array[] = [];
    // What resolves without waiting for anything is taken without the connection being read meanwhile.
    await (await get()).body.handOn(async (chunk) => taken.push(chunk) > 0);
    expect(Buffer.concat(taken).equals(bytes)).toBe(true);
  });

  test('end where no more are wanted, and their connection with them', async () => {
    const closed = Promise.withResolvers<void>();
    answers = (_request, response) => {
      response.once('close', closed.resolve);
      response.writeHead(200, { 'content-length': bytes.length }).write('some');
    };
    const { body } = await get();
    expect(await body.handOn(() => false)).toBe(false);
    await closed.promise;
  });

  test.each([
    ['half way', (head: { length: number }) => bytes.subarray(0, head.length / 2)],
    ['before the first', () => Buffer.alloc(0)],
  ])('that break off %s fail as broken connections do', async (_title, some) => {
    answers = (_request, response) => {
      response.writeHead(200, { 'content-length': bytes.length });
      response.write(some(bytes));
      response.flushHeaders();
      setTimeout(() => response.destroy(), 20);
    };
    const { body } = await get();
    await expect(body.handOn(() => true)).rejects.toMatchObject({ name: 'TimeoutError', code: 'ECONNRESET' });
  });

  test('that break off while a chunk is being taken fail once that is done', async () => {
    answers = (_request, response) => {
      response.writeHead(200, { 'content-length': bytes.length }).write('some');
      setImmediate(() => response.destroy());
    };
    const { body } = await get();
    let isTaking = false;
    const failure = await body
      .handOn(async () => {
        isTaking = true;
        await new Promise((broken) => body.once('error', broken));
        await wait(20);
        isTaking = false;
        return true;
      })
      .catch((error) => error);
    expect([failure.code, isTaking]).toEqual(['ECONNRESET', false]);
  });

  test('that drip count as silent, and their connection ends', async () => {
    const closed = Promise.withResolvers<void>();
    answers = (_request, response) => {
      const timer = setInterval(() => response.write('.'), 5);
      response.once('close', () => {
        clearInterval(timer);
        closed.resolve();
      });
    };
    const { body } = await get();
    holdToPace(body, () => body.cameBytes, { leastBytes: 1024, withinMs: 50 });
    await expect(body.handOn(() => true)).rejects.toMatchObject({ name: 'TimeoutError' });
    await closed.promise;
  });

  test('that nobody takes in time fail for whoever comes then, and end nothing else', async () => {
    answers = (_request, response) =>
      response.writeHead(200, { 'content-length': bytes.length }).write('some');
    const { body, statusCode } = await get();
    holdToPace(body, () => body.cameBytes, { leastBytes: 1024, withinMs: 20 });
    await new Promise((closed) => body.once('close', closed));
    expect(statusCode).toBe(200);
    await expect(body.handOn(() => true)).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  test('of a connection that brings nothing are said to come too late', async () => {
    gets.close();
    gets = objectGets({ connectMs: 2000, silenceMs: 100, mostSockets: 4 });
    answers = () => undefined;
    await expect(get()).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  test('have no thread compile the parser anew while a design comes', async () => {
    const design = Buffer.alloc(30_000_000);
    answers = (_request, response) => response.end(design);
    // The engine says what it compiles, and does at once what a thread would do.
    const engine = ['--wasm-sync-tier-up', '--trace-wasm-compilation-times'];
    const program = `
      import { objectGets } from '${new URL('object-gets.ts', import.meta.url)}';
      const gets = objectGets({ connectMs: 2000, silenceMs: 10_000, mostSockets: 4 });
      const { port } = ${JSON.stringify(server.address())};
      const { body } = await gets.send({ protocol: 'http:', hostname: '127.0.0.1', port, path: '/', headers: {} });
      await body.handOn(() => true);
      console.log('came', body.cameBytes);
      gets.close();`;
    const asked = [...engine, '--input-type=module', '--eval', program];
    const { stdout } = await promisify(execFile)(process.execPath, asked, { maxBuffer: 64_000_000 });
    expect(stdout).toContain(`came ${design.length}`);
    expect(stdout).not.toContain('using TurboFan');
  });
});
