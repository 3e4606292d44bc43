import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { networkOf } from '../access/address-network.ts';
import { servedPaths } from '../access/public-addresses.ts';
import { imageInMemory } from '../api/downloads/downloadImage.ts';
import type { Context } from '../context.ts';
import type { BytesAnswer } from '../operation.ts';
import { clientAddress } from './client-address.ts';
import { openToOrigins } from './cross-origin.ts';
import { everyAnswer } from './headers-of-every-answer.ts';
import { refuseOversized } from './refuse-oversized.ts';
import type { RequestHandler } from './request-handler.ts';
import { entityTag, smallestEncodedBytes } from './send-answer.ts';
import { tellOfRequest } from './tell-of-request.ts';
import type { UnreadAnswers } from './unread-answers.ts';

/**
 * Answers downloads of images that are in memory before the usual way begins, which takes several times as long: nobody
 * has to be known, nothing read or waited for. What is not as plain as that goes the usual way, refusals too.
 */
export function imagesAtOnce(
  serve: RequestHandler,
  { unreadAnswers }: Pick<FastifyInstance, 'unreadAnswers'>,
  context: Context,
): RequestHandler {
  const { config, addresses, ids, testMode } = context;
  // What tests ask for, and what proxies say of a client, is looked at on the usual way.
  if (testMode !== undefined || config.trustedProxies.length > 0) return serve;
  const { whole } = servedPaths(config);
  const every = everyAnswer(addresses, ids);
  return (request, response) => {
    const beganAt = performance.now();
    const answer = plainAnswer(request, whole, context);
    if (answer === undefined || !isHeld(unreadAnswers, request, response, answer.bytes))
      return serve(request, response);
    const id = ids.uuid();
    response.once('finish', () => {
      const { method = '', url = '', headers } = request;
      const told = { id, operation: 'downloadImage', method, url, headers, raw: request };
      tellOfRequest(told, { status: 200, durationMs: performance.now() - beganAt }, context);
    });
    response.writeHead(200, {
      ...every({ isSecure: true, requestId: id }),
      ...openToOrigins,
      ...answer.head,
    });
    response.end(answer.bytes);
  };
}

/** As answers give them out; what else an address may hold is read on the usual way. */
const asGivenOut =
  /^\/images\/([0-9a-f]{32}\.(?:png|jpg|svg|pdf))\?expires=(\d{1,12}|never)&signature=([\w-]{43})$/;

interface PlainAnswer {
  readonly head: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

/** The image and its own headers, where no more is asked than to send it. */
function plainAnswer(
  request: IncomingMessage,
  basePaths: readonly string[],
  context: Context,
): PlainAnswer | undefined {
  const { method, url = '', headers } = request;
  if (method !== 'GET' || headers['if-none-match'] !== undefined) return undefined;
  const basePath = basePaths.find((path) => url.startsWith(`${path}/images/`));
  const [, name, expires, signature] = asGivenOut.exec(url.slice(basePath?.length ?? url.length)) ?? [];
  if (name === undefined || expires === undefined || signature === undefined) return undefined;
  try {
    refuseOversized(request);
    const answer = imageInMemory(context, name, { expires, signature });
    const bytes = answer?.body.whole;
    if (answer === undefined || bytes === undefined || isEncoded(answer, request)) return undefined;
    return { head: headOf(answer, bytes), bytes };
  } catch {
    // The refusal is said on the usual way, which finds the same.
    return undefined;
  }
}

const isEncoded = ({ compressible, body }: BytesAnswer, { headers }: IncomingMessage): boolean =>
  compressible !== false &&
  body.sizeBytes >= smallestEncodedBytes &&
  headers['accept-encoding'] !== undefined;

const headOf = (
  { headers, contentType, compressible, etag }: BytesAnswer,
  bytes: Buffer,
): PlainAnswer['head'] => ({
  ...(headers as Readonly<Record<string, string>>),
  'content-type': contentType,
  ...(compressible === false ? {} : { vary: 'Accept-Encoding' }),
  etag: entityTag(etag, undefined) ?? '',
  'content-length': String(bytes.length),
});

/** Whether there is room for it among the answers that are not read yet; where there is none, that is said on the usual way. */
function isHeld(
  unread: UnreadAnswers,
  { socket }: IncomingMessage,
  response: ServerResponse,
  { length: bytes }: Buffer,
): boolean {
  try {
    const address = networkOf(clientAddress({ ip: socket.remoteAddress ?? '', socket }));
    unread.hold({ address, bytes, response });
    return true;
  } catch {
    return false;
  }
}
