import { readFileSync } from 'node:fs';
import fastify from 'fastify';
import { selectNodes } from './select-nodes.ts';

/**
 * The reference that everybody would write first: Fastify over TLS, the file's text in memory, parsed,
 * filtered and stringified for each request. Arguments: document, certificate, key. Sends its address to the
 * process that forked it.
 */
const [documentPath = '', certPath = '', keyPath = ''] = process.argv.slice(2);
const text = readFileSync(documentPath, 'utf8');
const app = fastify({ https: { cert: readFileSync(certPath), key: readFileSync(keyPath) } });

app.get<{ Querystring: { ids?: string } }>('/v1/files/:key/nodes', async ({ query }, reply) => {
  const answer = selectNodes(JSON.parse(text), (query.ids ?? '').split(','));
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer));
});

const url = await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.(url);
process.once('SIGTERM', () => process.exit(0));
