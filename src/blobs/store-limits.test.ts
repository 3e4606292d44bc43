import dns from 'node:dns';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createRequire } from 'node:module';
import { type AddressInfo, Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { countingMeasures, placeAt } from '../testing/remote-blobs.ts';
import { type ObjectStore, StoreAway } from './object-store.ts';
import { s3Objects } from './s3-objects.ts';

const undiciTimers = createRequire(import.meta.url)('undici/lib/util/timers.js') as { reset(): void };

const requests: [kind: string, ask: (store: ObjectStore) => Promise<unknown>][] = [
  ['get', (store) => store.get('key', { start: 0, end: 99_999, isPart: true })],
  ['put', (store) => store.putText('key', 'text')],
  ['delete', (store) => store.delete('key')],
  ['list', (store) => Array.fromAsync(store.list(''))],
];
const stepMs = 100;
const longestMs = 120_000;
/** Between two tries; the clients look at their clocks twice a second besides. */
const pauseMs = 1_500;

describe('A store that an object is asked of', () => {
  /** When each try began, by a clock that the test moves. */
  let begun: number[];
  let nowMs: number;
  let failure: unknown;
  let store: ObjectStore;
  let server: Server | undefined;
  beforeEach(() => {
    begun = [];
    nowMs = 0;
    failure = undefined;
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'a key');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'a secret');
    // Its clock goes by the timers that it began with.
    undiciTimers.reset();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    vi.spyOn(Socket.prototype, 'setTimeout').mockImplementation(function (this: Socket, silentMs, isOver) {
      if (isOver !== undefined) this.once('timeout', isOver);
      if (silentMs > 0) setTimeout(() => this.emit('timeout'), silentMs);
      return this;
    });
  });
  afterEach(async () => {
    store.close();
    server?.closeAllConnections();
    server?.close();
    server = undefined;
    undiciTimers.reset();
    vi.restoreAllMocks();
    vi.useRealTimers();
    vi.unstubAllEnvs();
  });

  async function openAt(url: string): Promise<void> {
    const log = pino({ level: 'silent' });
    store = await s3Objects({ place: placeAt(url, 'designs'), measures: countingMeasures({}), log });
  }

  /** A store to which no connection comes about. */
  async function openUnreachable(): Promise<void> {
    const lookUp = () => void begun.push(nowMs);
    vi.spyOn(dns, 'lookup').mockImplementation(lookUp as unknown as typeof dns.lookup);
    await openAt('http://store.invalid');
  }

  async function openAnswering(answer: RequestListener): Promise<void> {
    server = createServer((request, response) => {
      begun.push(nowMs);
      answer(request, response);
    });
    await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done));
    await openAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  }

  async function until(isSo: () => boolean): Promise<void> {
    while (!isSo() && nowMs < longestMs) {
      for (let turn = 0; turn < 20 && !isSo(); turn += 1) await nextTurn();
      if (isSo()) return;
      vi.advanceTimersByTime(stepMs);
      nowMs += stepMs;
    }
  }

  /** How long each try took. */
  async function triesOf(ask: (of: ObjectStore) => Promise<unknown>): Promise<number[]> {
    ask(store).catch((error) => {
      failure = error;
    });
    await until(() => failure !== undefined);
    return begun.map((at, place) => (begun[place + 1] ?? nowMs) - at);
  }

  function expectThree(tries: readonly number[], leastMs: number): void {
    expect(failure).toBeInstanceOf(StoreAway);
    expect(tries).toHaveLength(3);
    for (const took of tries) {
      expect(took).toBeGreaterThanOrEqual(leastMs);
      expect(took).toBeLessThan(leastMs + pauseMs);
    }
  }

  test.each(requests)('has two seconds for a connection, three times (%s)', async (_kind, ask) => {
    await openUnreachable();
    expectThree(await triesOf(ask), 2_000);
  });

  test.each(requests)('may be silent for ten seconds, three times (%s)', async (_kind, ask) => {
    await openAnswering(() => undefined);
    expectThree(await triesOf(ask), 10_000);
  });

  const drips: [pace: string, bytes: number][] = [
    ['stands still within an object', 0],
    ['brings less than 16 KB of an object', 160],
  ];
  test.each(drips)('counts as silent where it %s for ten seconds', async (_pace, bytes) => {
    await openAnswering(({ headers }, response) => {
      const [, from, to] = /(\d+)-(\d+)/.exec(headers.range ?? '') ?? [];
      response.writeHead(206, { etag: '"tag"', 'content-length': Number(to) - Number(from) + 1 }).write('.');
      const dripping = setInterval(() => response.write('.'.repeat(bytes)), stepMs);
      response.once('close', () => clearInterval(dripping));
    });
    expectThree(await triesOf(requests[0]![1]), 10_000);
  });
});
