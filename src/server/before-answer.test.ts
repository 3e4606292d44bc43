import { Readable } from 'node:stream';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beforeAnswer } from './before-answer.ts';

let app: FastifyInstance;
let base: string;
const noted: string[] = [];

/** Begins and never ends. */
const endless = (): Readable => {
  const stream = new Readable({ read: () => {} });
  stream.push('some');
  return stream;
};

beforeAll(async () => {
  app = fastify();
  beforeAnswer(app, (request, status) => noted.push(`${request.url} ${status}`));
  app.addHook('onRequest', async (request) => {
    if (request.url === '/refused') throw new Error('No.');
  });
  app.get('/sent', (_, reply) => reply.code(201).send(endless()));
  app.get('/straight', (_, reply) => {
    reply.hijack();
    reply.raw.writeHead(202, { 'x-own': 'kept' });
    endless().pipe(reply.raw);
  });
  app.get('/refused', () => 'never');
  base = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

test.each([
  ['An answer that streams', '/sent', 201],
  ['An answer that is written straight to the connection', '/straight', 202],
  ['A refusal by a later hook', '/refused', 500],
  ['An address that leads nowhere', '/nowhere', 404],
])('%s is noted once before it is read', async (_, path, status) => {
  const stop = new AbortController();
  const answer = await fetch(base + path, { signal: stop.signal });
  expect(noted.filter((note) => note.startsWith(path))).toEqual([`${path} ${status}`]);
  expect([answer.status, answer.headers.get('x-own')]).toEqual([
    status,
    path === '/straight' ? 'kept' : null,
  ]);
  stop.abort();
});

test('Responses that are noted share one function, so that the engine keeps none of them longer', async () => {
  const app = fastify();
  beforeAnswer(app, () => undefined);
  beforeAnswer(app, () => undefined);
  const functions = new Set<unknown>();
  app.get('/', (_, reply) => {
    functions.add(reply.raw.writeHead);
    return 'answer';
  });
  for (let call = 0; call < 3; call += 1) await app.inject('/');
  expect(functions.size).toBe(1);
});

test('Whoever is to note an answer notes it once, however many there are', async () => {
  const app = fastify();
  const notes: string[] = [];
  beforeAnswer(app, (_, status) => notes.push(`one ${status}`));
  beforeAnswer(app, (_, status) => notes.push(`other ${status}`));
  app.get('/', (_, reply) => reply.code(201).send('answer'));
  await app.inject('/');
  expect(notes.sort()).toEqual(['one 201', 'other 201']);
});
