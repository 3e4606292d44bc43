import { createHash, hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Http2ServerRequest } from 'node:http2';
import type { Duplex, Readable, Transform } from 'node:stream';
import zlib from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../access/address-network.ts';
import { type ByteBody, bytesBody, gather, partsBody, pieceBytes } from '../content/byte-body.ts';
import { encodeWhole, fastBrotli, fastGzip, fastZstd } from '../content/encode-whole.ts';
import { jsonChunks, textChunks } from '../content/long-json.ts';
import { mapYielding } from '../content/yielding.ts';
import type { BodyEncoding } from '../document/sealed-body.ts';
import type { Answer, BytesAnswer, StreamAnswer } from '../operation.ts';
import { acceptedEncodings } from './accept-encoding.ts';
import { clientAddress } from './client-address.ts';
import { socketOf } from './session-sockets.ts';
import type { HeldAnswer } from './unread-answers.ts';
import { writeChunks } from './write-chunks.ts';

const json = 'application/json; charset=utf-8';
/** Below this, encoding costs more than it saves. */
export const smallestEncodedBytes = 1_400;
/** Up to this, an answer is encoded in one piece and keeps its length; above it, while it streams. */
const largestWholeBytes = 2 * 1024 * 1024;
/** Up to this, an answer is written in one piece. */
const largestPieceBytes = 256 * 1024;

/** Writes an answer: status, headers, entity tag, encoding; 304 and HEAD without a body. */
export async function send(request: FastifyRequest, reply: FastifyReply, answer: Answer): Promise<void> {
  if ('stream' in answer) await sendStream(request, reply, answer);
  else await sendBytes(request, reply, 'body' in answer ? answer : await inMemory(request, answer));
}

async function sendStream(request: FastifyRequest, reply: FastifyReply, answer: StreamAnswer): Promise<void> {
  const { stream, lastWords } = answer;
  setHead(reply, answer);
  if (request.method === 'HEAD') {
    stream.destroy();
    await reply.send();
  } else if (lastWords === undefined) await reply.send(stream);
  else await writeWithLastWords(reply, stream, lastWords);
}

/** Straight to the connection, which the framework would end before anything else is written. */
async function writeWithLastWords(
  reply: FastifyReply,
  stream: Readable,
  lastWords: (error: Error) => string,
): Promise<void> {
  const { raw } = reply;
  reply.hijack();
  raw.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>);
  try {
    await writeChunks(stream, raw);
  } catch (error) {
    if (!raw.destroyed) {
      raw.write(lastWords(error as Error));
      await untilHeard(raw);
    }
    raw.destroy();
  }
}

/** What has arrived and is not read yet would be lost with the connection. */
const hearMs = 500;

const untilHeard = (raw: ServerResponse): Promise<unknown> =>
  new Promise<void>((done) => {
    raw.once('close', done);
    setTimeout(done, hearMs).unref();
  });

function setHead(reply: FastifyReply, { status, headers, contentType }: BytesAnswer | StreamAnswer): void {
  reply
    .code(status ?? 200)
    .headers(headers ?? {})
    .type(contentType);
}

async function inMemory(request: FastifyRequest, answer: Exclude<Answer, BytesAnswer>): Promise<BytesAnswer> {
  const { status = 200, headers = {} } = answer;
  const chunks = await ('json' in answer
    ? jsonChunks(answer.json)
    : textChunks('text' in answer ? answer.text : ''));
  return {
    status,
    headers,
    contentType: 'text' in answer ? answer.contentType : json,
    body: partsBody(chunks),
    ...(isRead(request) && status === 200 ? { etag: await shortHash(chunks) } : {}),
  };
}

async function sendBytes(request: FastifyRequest, reply: FastifyReply, answer: BytesAnswer): Promise<void> {
  const { body, encoding } = await encodedBody(request, answer);
  const tag = entityTag(answer.etag, encoding);
  const isKnown = tag !== undefined && matches(request.headers['if-none-match'], tag);
  const hasBody = !isKnown && request.method !== 'HEAD';
  const held = hasBody ? holdUntilRead(request, reply, body.heldBytes) : undefined;
  setHead(reply, answer);
  if (encoding !== undefined) reply.header('content-encoding', encoding);
  if (answer.compressible !== false) appendVary(reply, 'Accept-Encoding');
  if (tag !== undefined) reply.header('etag', tag);
  if (isKnown) {
    await reply.code(304).removeHeader('content-type').send();
    return;
  }
  if (body.sizeBytes !== undefined) reply.header('content-length', body.sizeBytes);
  if (held === undefined) await reply.send();
  else await body.write(reply, held);
}

/** @throws ApiError 503 */
function holdUntilRead(request: FastifyRequest, { raw }: FastifyReply, bytes: number): HeldAnswer {
  const address = networkOf(clientAddress(request));
  const connection = connectionOf(request.raw);
  return request.server.unreadAnswers.hold({ address, connection, bytes, response: raw });
}

/** The same for all streams of one connection. */
const connectionOf = (raw: IncomingMessage | Http2ServerRequest): Duplex =>
  raw instanceof Http2ServerRequest ? (socketOf(raw.stream.session) ?? raw.stream) : raw.socket;

/** A body ready to be sent; an unknown size goes out in chunks. */
interface OutgoingBody {
  readonly sizeBytes: number | undefined;
  /** Memory that the answer takes until it is read. */
  readonly heldBytes: number;
  readonly write: (reply: FastifyReply, held: HeldAnswer) => Promise<unknown>;
}

async function encodedBody(
  request: FastifyRequest,
  answer: BytesAnswer,
): Promise<{ body: OutgoingBody; encoding?: BodyEncoding }> {
  const { body, compressible } = answer;
  if (compressible === false || body.sizeBytes < smallestEncodedBytes) return { body: asItIs(body) };
  const [encoding] = acceptedEncodings(request.headers['accept-encoding']);
  if (encoding === undefined) return { body: asItIs(body) };
  // Only for the best one: asking begins the preparing of those that are not ready.
  const prepared = await answer.encoded?.(encoding);
  if (prepared !== undefined) return { encoding, body: asItIs(prepared) };
  if (body.sizeBytes > largestWholeBytes) return { encoding, body: encodedOnTheWay(body, encoding) };
  return { encoding, body: asItIs(bytesBody(await encodeWhole(encoding, await gather(body)))) };
}

function asItIs(body: ByteBody): OutgoingBody {
  const isSmall = body.sizeBytes <= (body.whole === undefined ? largestPieceBytes : pieceBytes);
  return {
    sizeBytes: body.sizeBytes,
    heldBytes: heldBytesOf(body),
    write: async (reply, held) => (isSmall ? reply.send(await gather(body)) : writeAnswer(reply, body, held)),
  };
}

/** Of what goes out in chunks one is sent while another is made. */
const heldBytesOf = ({ sizeBytes, heldBytes }: ByteBody): number =>
  heldBytes ?? Math.min(sizeBytes, 2 * largestPieceBytes);

/** Of an encoder, with what it remembers. */
const encoderBytes: Readonly<Record<BodyEncoding, number>> = {
  br: 4 * 2 ** 20,
  gzip: 2 ** 19,
  zstd: 2 ** 21,
};

function encodedOnTheWay(body: ByteBody, encoding: BodyEncoding): OutgoingBody {
  return {
    sizeBytes: undefined,
    heldBytes: encoderBytes[encoding] + heldBytesOf(body),
    write: async (reply, held) => {
      const encoder = newEncoder(encoding);
      writeChunks(body.chunks(), encoder, { moved: held.moved }).catch((error) => encoder.destroy(error));
      return reply.send(encoder);
    },
  };
}

/** With the head of the answer this fills one record of TLS. */
const firstBytes = 14 * 1024;

/** Straight to the connection. Until the first chunk is there, a failure is still answered as one. */
async function writeAnswer(reply: FastifyReply, body: ByteBody, { moved }: HeldAnswer): Promise<void> {
  const { raw, request } = reply;
  const { sizeBytes } = body;
  const begin = () => {
    reply.hijack();
    raw.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>);
  };
  // What HTTP/1.1 writes with the head is copied; HTTP/2 has frames of their own for it.
  const isCopied = request.raw.httpVersionMajor === 1;
  try {
    await writeChunks(body.chunks(), raw, {
      begin,
      moved,
      sizeBytes,
      ...(isCopied ? { firstBytes } : {}),
    });
  } catch (error) {
    if (raw.headersSent) raw.destroy();
    throw error;
  }
}

function newEncoder(encoding: BodyEncoding): Transform {
  if (encoding === 'br') return zlib.createBrotliCompress(fastBrotli);
  if (encoding === 'zstd') return zlib.createZstdCompress(fastZstd);
  return zlib.createGzip(fastGzip);
}

function isRead(request: FastifyRequest): boolean {
  return request.method === 'GET' || request.method === 'HEAD';
}

async function shortHash(chunks: readonly Uint8Array[]): Promise<string> {
  return (await hashOf(chunks)).slice(0, 22);
}

async function hashOf(chunks: readonly Uint8Array[]): Promise<string> {
  const [only, ...others] = chunks;
  if (only !== undefined && others.length === 0) return hash('sha256', only, 'base64url');
  const growing = createHash('sha256');
  await mapYielding(chunks, (chunk) => growing.update(chunk));
  return growing.digest('base64url');
}

/**
 * Encoded bytes are other bytes, so the encoding is part of the tag; the tag is a weak one then, since what is
 * encoded while it is sent and what was prepared with more care have the same content and not the same bytes.
 */
export function entityTag(etag: string | undefined, encoding: BodyEncoding | undefined): string | undefined {
  if (etag === undefined) return undefined;
  return encoding === undefined ? `"${etag}"` : `W/"${etag}-${encoding}"`;
}

function matches(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = (text: string): string => text.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((candidate) => opaque(candidate) === opaque(tag));
}

function appendVary(reply: FastifyReply, name: string): void {
  const present = reply.getHeader('vary');
  reply.header('vary', present === undefined ? name : `${String(present)}, ${name}`);
}
