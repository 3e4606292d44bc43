import { once } from 'node:events';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import type { Ask } from '../agents/ask.ts';
import { fileKeyOf } from '../contract/branded-ids.ts';
import { askInside } from './ask-inside.ts';
import { hangUpOf, hasHungUp } from './hang-up.ts';

let app: FastifyInstance | undefined;
afterEach(() => app?.close());

const read = (ask: Ask): Promise<unknown> => ask.bytes('https://here.example/inside');
const change = (ask: Ask): Promise<unknown> =>
  ask.call('PATCH /workspace/v1/files/{file_key}/nodes', {
    path: { file_key: fileKeyOf('k') },
    body: { operations: [{ op: 'remove', id: '1:2' }] },
  });

/** A server that asks itself for `/inside` as soon as it is asked, until that hangs up. */
async function serverThatAsks(
  inside: (reply: FastifyReply) => unknown,
  failed: (request: FastifyRequest, reply: FastifyReply) => void = () => undefined,
  asking: (ask: Ask) => Promise<unknown> = read,
) {
  app = Fastify();
  app.setErrorHandler((_error, request, reply) => failed(request, reply));
  const hungUp = new AbortController();
  const answered = Promise.withResolvers<unknown>();
  app.get('/inside', (_request, reply) => inside(reply));
  app.patch('/workspace/v1/files/:key/nodes', (_request, reply) => inside(reply));
  app.get('/', async (request) => {
    const ask = askInside(request, { signal: hungUp.signal, basePath: '', tokenHeaders: [] });
    asking(ask).then(answered.resolve, answered.reject);
    return 'asked';
  });
  await app.inject('/');
  return { hungUp, answered: answered.promise };
}

test.each([
  ['reads', read],
  ['changes', change],
])('What is asked for somebody and %s ends when they hang up', async (_what, asking) => {
  const begun = Promise.withResolvers<AbortSignal>();
  const failed = Promise.withResolvers<boolean>();
  const waits = (reply: FastifyReply) => {
    const signal = hangUpOf(reply.raw)();
    begun.resolve(signal);
    return once(signal, 'abort').then(() => signal.throwIfAborted());
  };
  const tell = (request: FastifyRequest, reply: FastifyReply) => failed.resolve(hasHungUp(request, reply));
  const { hungUp, answered } = await serverThatAsks(waits, tell, asking);
  const ofInside = await begun.promise;
  expect(ofInside.aborted).toBe(false);
  hungUp.abort();
  await expect(answered).rejects.toThrow();
  // So that its failure is none in the log.
  expect(await failed.promise).toBe(true);
});

test('Pictures that are there at once are handed on one in a turn of the process', async () => {
  const inTurns: number[] = [];
  let turn = 0;
  const count = (): void => {
    turn += 1;
    if (inTurns.length < 5) setImmediate(count);
  };
  const { answered } = await serverThatAsks(
    () => 'picture',
    undefined,
    (ask) => {
      setImmediate(count);
      return Promise.all([1, 2, 3, 4, 5].map(() => read(ask).then(() => inTurns.push(turn))));
    },
  );
  await answered;
  expect(new Set(inTurns).size).toBe(5);
});

test('What is asked for somebody is there to the end where they stay', async () => {
  const { answered } = await serverThatAsks(() => 'x'.repeat(200_000));
  expect(await answered).toHaveLength(200_000);
});

test.each([
  ['read', read],
  ['changed', change],
])('Nothing is %s for somebody who has hung up', async (_what, asking) => {
  const asked: unknown[] = [];
  const begun = Promise.withResolvers<void>();
  const inside = (reply: FastifyReply) => reply.send({ asked: asked.push(reply) });
  const { hungUp, answered } = await serverThatAsks(inside, undefined, (ask) =>
    begun.promise.then(() => asking(ask)),
  );
  hungUp.abort();
  begun.resolve();
  await expect(answered).rejects.toThrow();
  expect(asked).toEqual([]);
});
