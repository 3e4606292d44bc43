import { once } from 'node:events';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { askInside } from './ask-inside.ts';
import { hangUpOf, hasHungUp } from './hang-up.ts';

let app: FastifyInstance | undefined;
afterEach(() => app?.close());

/** A server that asks itself for `/inside` as soon as it is asked, until that hangs up. */
async function serverThatAsks(
  inside: (reply: FastifyReply) => unknown,
  failed: (request: FastifyRequest, reply: FastifyReply) => void = () => undefined,
) {
  app = Fastify();
  app.setErrorHandler((_error, request, reply) => failed(request, reply));
  const hungUp = new AbortController();
  const answered = Promise.withResolvers<Uint8Array>();
  app.get('/inside', (_request, reply) => inside(reply));
  app.get('/', async (request) => {
    const ask = askInside(request, { signal: hungUp.signal, basePath: '', tokenHeaders: [] });
    ask.bytes('https://here.example/inside').then(answered.resolve, answered.reject);
    return 'asked';
  });
  await app.inject('/');
  return { hungUp, answered: answered.promise };
}

test('What is asked for somebody ends when they hang up', async () => {
  const begun = Promise.withResolvers<AbortSignal>();
  const failed = Promise.withResolvers<boolean>();
  const waits = (reply: FastifyReply) => {
    const signal = hangUpOf(reply.raw)();
    begun.resolve(signal);
    return once(signal, 'abort').then(() => signal.throwIfAborted());
  };
  const { hungUp, answered } = await serverThatAsks(waits, (request, reply) =>
    failed.resolve(hasHungUp(request, reply)),
  );
  const ofInside = await begun.promise;
  expect(ofInside.aborted).toBe(false);
  hungUp.abort();
  await expect(answered).rejects.toThrow();
  // So that its failure is none in the log.
  expect(await failed.promise).toBe(true);
});

test('What is asked for somebody is there to the end where they stay', async () => {
  const { answered } = await serverThatAsks(() => 'x'.repeat(200_000));
  expect((await answered).length).toBe(200_000);
});
