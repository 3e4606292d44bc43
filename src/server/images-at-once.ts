import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { networkOf } from '../access/address-network.ts';
import { servedPaths } from '../access/public-addresses.ts';
import { smallImage } from '../api/downloads/downloadImage.ts';
import type { Context } from '../context.ts';
import type { BytesAnswer } from '../operation.ts';
import { clientAddress } from './client-address.ts';
import { openToOrigins } from './cross-origin.ts';
import { hungUpStatus, isBrokenOff } from './hang-up.ts';
import { everyAnswer } from './headers-of-every-answer.ts';
import { cameByTls } from './https-only.ts';
import { refuseOversized } from './refuse-oversized.ts';
import type { RequestHandler, StreamAnswerer } from './request-handler.ts';
import type { ToldRequest } from './request-log.ts';
import { entityTag, smallestEncodedBytes } from './send-answer.ts';
import { tellOfRequest } from './tell-of-request.ts';
import { addressBeforeProxies, trustedProxies } from './trusted-proxies.ts';
import type { UnreadAnswers } from './unread-answers.ts';

/** Answers downloads of small images before the usual way of a request begins. */
export interface ImagesAtOnce {
  /** Answers these, and has all else served. */
  before(serve: RequestHandler): RequestHandler;
  /** The same on a stream of HTTP/2, before anything is made of it that looks like a request of HTTP/1.1. */
  readonly answersStream: StreamAnswerer;
}

/**
 * The usual way takes several times as long where nobody has to be known, and nothing read but the image, if that is
 * not in memory yet. What is not as plain as that goes it, refusals too.
 */
export function imagesAtOnce(
  { unreadAnswers }: Pick<FastifyInstance, 'unreadAnswers'>,
  context: Context,
): ImagesAtOnce {
  const { config, testMode } = context;
  // What tests ask for is looked at on the usual way.
  if (testMode !== undefined)
    return { before: (serve) => serve, answersStream: (_stream, _asked, pass) => pass() };
  const answerTo = answering(unreadAnswers, context);
  const isByTls = cameByTls(config);
  return {
    before: (serve) => (request, response) => {
      if (!mayBeImage(request.url)) return serve(request, response);
      answerTo(request, request.socket, response, {
        send: ({ head, bytes }) => {
          response.writeHead(200, head);
          response.end(bytes);
        },
        pass: () => serve(request, response),
      });
    },
    answersStream: (stream, { headers, rawHeaders, socket }, pass) => {
      const { ':method': method, ':path': url } = headers;
      if (!mayBeImage(url) || !isPlainStream(stream, headers) || !isByTls({ headers, socket })) return pass();
      answerTo({ method, url, headers, rawHeaders, httpVersion: '2.0' }, socket, stream, {
        send: ({ head, bytes }) => {
          stream.respond([':status', '200', ...head]);
          stream.end(bytes);
        },
        pass,
      });
    },
  };
}

/** Cheaper than all else that is looked at, which nearly all requests need not pay for. */
const mayBeImage = (url: string | undefined): boolean => url?.includes('/images/') === true;

/** Whether its client still waits, has said all, and expects nothing before the answer. */
const isPlainStream = (stream: ServerHttp2Stream, { expect }: IncomingHttpHeaders): boolean =>
  !stream.closed && !stream.destroyed && stream.endAfterHeaders && expect === undefined;

/** What is looked at of a request of any version. */
type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'rawHeaders' | 'httpVersion'>;

/** Where an answer goes. */
type Way = Pick<
  ServerResponse | ServerHttp2Stream,
  'once' | 'destroy' | 'writableEnded' | 'writableFinished' | 'writableLength'
>;

/** What becomes of a request: it is answered with an image and its whole head, or goes the usual way. */
interface Outcome {
  readonly send: (answer: { readonly head: string[]; readonly bytes: Buffer }) => void;
  readonly pass: () => void;
}

/** Answers where there is an image, now or soon, and room for it; counts it once it is sent. */
function answering(unread: UnreadAnswers, context: Context) {
  const { config, addresses, ids } = context;
  const { whole } = servedPaths(config);
  const every = everyAnswer(addresses, ids);
  // All but the id of the request is the same each time.
  const alike = [
    ...namesAndValues(every({ isSecure: true, requestId: '' })),
    ...namesAndValues(openToOrigins),
  ];
  const idAt = 1 + alike.indexOf('x-request-id');
  const isProxy = trustedProxies(config);
  return (asked: Asked, socket: Socket, way: Way, { send, pass }: Outcome): void => {
    const beganAt = performance.now();
    const tell = (told: ToldRequest, status: number): void =>
      tellOfRequest(told, { status, durationMs: performance.now() - beganAt }, context);
    const answerWith = (found: BytesAnswer | undefined): void => {
      const answer = plainAnswer(asked, found);
      const ip = addressBeforeProxies({ headers: asked.headers, socket }, isProxy);
      if (answer === undefined || ip === undefined || !isHeld(unread, { ip, socket }, way, answer.bytes)) {
        pass();
        return;
      }
      const told = toldOf(asked, ids.uuid());
      way.once('close', () => tell(told, isBrokenOff(way) ? hungUpStatus : 200));
      const head = alike.concat(answer.head);
      head[idAt] = told.id;
      send({ head, bytes: answer.bytes });
    };
    const found = imageAskedFor(asked, whole, context);
    if (!(found instanceof Promise)) {
      answerWith(found);
      return;
    }
    let isGone = false;
    way.once('close', () => {
      isGone = true;
    });
    found
      // What went wrong is said on the usual way, which finds the same.
      .catch(() => undefined)
      .then((brought) => {
        if (isGone) tell(toldOf(asked, ids.uuid()), hungUpStatus);
        else answerWith(brought);
      });
  };
}

function toldOf(asked: Asked, id: string): ToldRequest {
  const { method = '', url = '', headers } = asked;
  return { id, operation: 'downloadImage', method, url, headers, raw: asked };
}

/** Headers one after the other: so they are written as they are, and not looked through once more. */
function namesAndValues(headers: Readonly<Record<string, string>>): string[] {
  const list: string[] = [];
  for (const name in headers) list.push(name, headers[name]!);
  return list;
}

/** As answers give them out; what else an address may hold is read on the usual way. */
const asGivenOut =
  /^\/images\/([0-9a-f]{32}\.(?:png|jpg|svg|pdf))\?expires=(\d{1,12}|never)&signature=([\w-]{43})$/;

/** The image that is asked for, where no more is asked than to send it. */
function imageAskedFor(
  request: Asked,
  basePaths: readonly string[],
  context: Context,
): ReturnType<typeof smallImage> | undefined {
  const { method, url = '', headers } = request;
  if (method !== 'GET' || headers['if-none-match'] !== undefined) return undefined;
  const basePath = basePaths.find((path) => url.startsWith(`${path}/images/`));
  const [, name, expires, signature] = asGivenOut.exec(url.slice(basePath?.length ?? url.length)) ?? [];
  if (name === undefined || expires === undefined || signature === undefined) return undefined;
  try {
    refuseOversized(request);
    return smallImage(context, name, { expires, signature });
  } catch {
    // The refusal is said on the usual way, which finds the same.
    return undefined;
  }
}

interface PlainAnswer {
  /** Names and values by turns. */
  readonly head: string[];
  readonly bytes: Buffer;
}

/** The image and its own headers, where it goes out as it is. */
function plainAnswer(request: Asked, answer: BytesAnswer | undefined): PlainAnswer | undefined {
  const bytes = answer?.body.whole;
  if (answer === undefined || bytes === undefined || isEncoded(answer, request)) return undefined;
  return { head: headOf(answer, bytes), bytes };
}

const isEncoded = ({ compressible, body }: BytesAnswer, { headers }: Asked): boolean =>
  compressible !== false &&
  body.sizeBytes >= smallestEncodedBytes &&
  headers['accept-encoding'] !== undefined;

function headOf({ headers, contentType, compressible, etag }: BytesAnswer, bytes: Buffer): string[] {
  const head = namesAndValues(headers as Readonly<Record<string, string>>);
  head.push('content-type', contentType);
  if (compressible !== false) head.push('vary', 'Accept-Encoding');
  head.push('etag', entityTag(etag, undefined) ?? '', 'content-length', String(bytes.length));
  return head;
}

/** Whether there is room for it among the answers that are not read yet; where there is none, that is said on the usual way. */
function isHeld(
  unread: UnreadAnswers,
  client: Parameters<typeof clientAddress>[0],
  response: Way,
  { length: bytes }: Buffer,
): boolean {
  try {
    const address = networkOf(clientAddress(client));
    unread.hold({ address, connection: client.socket, bytes, response });
    return true;
  } catch {
    return false;
  }
}
