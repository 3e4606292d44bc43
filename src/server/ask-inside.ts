import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { type Ask, mostAnswerBytes, Refused, tooLargeToRead } from '../agents/ask.ts';
import { nextTurn, runYielding } from '../content/yielding.ts';
import { targetOf } from '../contract/target-of.ts';
import { clientAddress } from './client-address.ts';
import { askedUntil } from './hang-up.ts';
import { readAnswer } from './inside-answer.ts';

interface Inside {
  /** Fires when who asks hangs up; what is asked for them ends then. */
  readonly signal: AbortSignal;
  readonly basePath: string;
  readonly tokenHeaders: readonly string[];
}

/**
 * Calls operations of this server as whoever sent a request would: each goes the whole way of a request, with the
 * same token, so that scopes, limits and logs are those of the interface.
 */
export function askInside(request: FastifyRequest, { signal, basePath, tokenHeaders }: Inside): Ask {
  const send = async (method: string, target: string, body?: unknown): Promise<Buffer> => {
    signal.throwIfAborted();
    const answer = await askedUntil(signal, () =>
      request.server.inject({
        method: method as 'GET',
        url: basePath + target,
        headers: { ...credentials(request, tokenHeaders), 'content-type': 'application/json' },
        remoteAddress: clientAddress(request),
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
        payloadAsStream: true,
        signal,
      }),
    );
    if (Number(answer.headers['content-length'] ?? 0) > mostAnswerBytes) {
      // Otherwise the answer would go on for nobody.
      answer.raw.res.destroy();
      throw tooLargeToRead();
    }
    const bytes = await gather(answer.stream());
    if (answer.statusCode < 300) return bytes;
    throw new Refused(sentenceOf(bytes) ?? `The server answered ${answer.statusCode}.`);
  };
  return {
    call: async (route, given) => {
      const { path, query, body } = given as Parameters<typeof targetOf>[1] & { body?: unknown };
      const [method = 'GET'] = route.split(' ', 1);
      const target = targetOf(route, { ...(path && { path }), ...(query && { query }) });
      return (await readAnswer(await send(method, target, body))) as never;
    },
    bytes: async (address) => {
      const { pathname, search } = new URL(address);
      const target = pathname.slice(pathname.startsWith(basePath) ? basePath.length : 0) + search;
      const bytes = await send('GET', target);
      // A message of a large picture takes a tenth of a second to write, and many pictures may be there at once.
      await nextTurn();
      return bytes;
    },
    run: (steps) => runYielding(steps, signal),
  };
}

function credentials(
  { headers }: FastifyRequest,
  tokenHeaders: readonly string[],
): Record<string, string | string[]> {
  const names = ['authorization', ...tokenHeaders.map((name) => name.toLowerCase())];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** @throws Refused for an answer that is larger than is read */
async function gather(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of stream) {
    sizeBytes += chunk.length;
    if (sizeBytes > mostAnswerBytes) throw tooLargeToRead();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, sizeBytes);
}

function sentenceOf(body: Buffer): string | undefined {
  try {
    const { err } = JSON.parse(body.toString()) as { err?: unknown };
    return typeof err === 'string' ? err : undefined;
  } catch {
    return undefined;
  }
}
