import { createHash, hash } from 'node:crypto';
import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ByteBody, type Chunks, gather } from '../content/byte-body.ts';
import { jsonChunks } from '../content/long-json.ts';
import { eachInTurns } from '../content/patiently.ts';
import type { BodyEncoding } from '../document/sealed-body.ts';
import type { Answer, BytesAnswer } from '../operation.ts';
import { acceptedEncodings } from './accept-encoding.ts';
import { writeChunks } from './write-chunks.ts';

const json = 'application/json; charset=utf-8';
/** Below this, encoding costs more than it saves. */
const smallestEncodedBytes = 1_400;
/** Up to this, an answer is encoded in one piece and keeps its length; above it, while it streams. */
const largestWholeBytes = 2 * 1024 * 1024;
/** Up to this, an answer is written in one piece. */
const largestPieceBytes = 256 * 1024;

/** Writes an answer: status, headers, entity tag, encoding; 304 and HEAD without a body. */
export async function send(request: FastifyRequest, reply: FastifyReply, answer: Answer): Promise<void> {
  reply.code(answer.status ?? 200);
  if (answer.headers !== undefined) reply.headers(answer.headers);
  if ('stream' in answer) {
    reply.type(answer.contentType);
    if (request.method === 'HEAD') answer.stream.destroy();
    await reply.send(request.method === 'HEAD' ? undefined : answer.stream);
    return;
  }
  await sendBytes(request, reply, 'body' in answer ? answer : await inMemory(request, answer));
}

async function inMemory(request: FastifyRequest, answer: Exclude<Answer, BytesAnswer>): Promise<BytesAnswer> {
  const isJson = 'json' in answer;
  const chunks = isJson ? await jsonChunks(answer.json) : [Buffer.from('text' in answer ? answer.text : '')];
  return {
    contentType: 'text' in answer ? answer.contentType : json,
    body: { sizeBytes: chunks.reduce((sum, { length }) => sum + length, 0), chunks: () => chunks },
    ...(isRead(request) && (answer.status ?? 200) === 200 ? { etag: await shortHash(chunks) } : {}),
  };
}

async function sendBytes(request: FastifyRequest, reply: FastifyReply, answer: BytesAnswer): Promise<void> {
  reply.type(answer.contentType);
  const { body, encoding } = await encodedBody(request, answer);
  if (encoding !== undefined) reply.header('content-encoding', encoding);
  if (answer.compressible !== false) appendVary(reply, 'Accept-Encoding');
  const tag = entityTag(answer.etag, encoding);
  if (tag !== undefined) {
    reply.header('etag', tag);
    if (matches(request.headers['if-none-match'], tag)) {
      await reply.code(304).removeHeader('content-type').send();
      return;
    }
  }
  if (body.sizeBytes !== undefined) reply.header('content-length', body.sizeBytes);
  if (request.method === 'HEAD') await reply.send();
  else await body.write(reply);
}

/** A body ready to be sent; an unknown size goes out in chunks. */
interface OutgoingBody {
  readonly sizeBytes: number | undefined;
  readonly write: (reply: FastifyReply) => Promise<unknown>;
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
  const bytes = await encodeWhole(encoding, await gather(body));
  return { encoding, body: { sizeBytes: bytes.length, write: async (reply) => reply.send(bytes) } };
}

function asItIs(body: ByteBody): OutgoingBody {
  const isSmall = body.sizeBytes <= largestPieceBytes;
  return {
    sizeBytes: body.sizeBytes,
    write: async (reply) => (isSmall ? reply.send(await gather(body)) : writeAnswer(reply, body.chunks())),
  };
}

function encodedOnTheWay(body: ByteBody, encoding: BodyEncoding): OutgoingBody {
  return {
    sizeBytes: undefined,
    write: async (reply) => {
      const encoder = newEncoder(encoding);
      writeChunks(body.chunks(), encoder).catch((error) => encoder.destroy(error));
      return reply.send(encoder);
    },
  };
}

/** Straight to the connection. Until the first chunk is there, a failure is still answered as one. */
async function writeAnswer(reply: FastifyReply, chunks: Chunks): Promise<void> {
  const { raw } = reply;
  const begin = () => {
    reply.hijack();
    raw.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>);
    // Else the first chunk is copied to stand behind the headers.
    raw.flushHeaders();
  };
  try {
    await writeChunks(chunks, raw, begin);
  } catch (error) {
    if (raw.headersSent) raw.destroy();
    throw error;
  }
}

const fastBrotli = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } };
const fastGzip = { level: 5 };
const fastZstd = { params: { [zlib.constants.ZSTD_c_compressionLevel]: 3 } };

const wholeEncoders: Readonly<Record<BodyEncoding, (bytes: Uint8Array) => Promise<Buffer>>> = {
  br: (bytes) => promisify(zlib.brotliCompress)(bytes, fastBrotli),
  gzip: (bytes) => promisify<Uint8Array, zlib.ZlibOptions, Buffer>(zlib.gzip)(bytes, fastGzip),
  zstd: (bytes) => promisify<Uint8Array, zlib.ZstdOptions, Buffer>(zlib.zstdCompress)(bytes, fastZstd),
};

function encodeWhole(encoding: BodyEncoding, bytes: Uint8Array): Promise<Buffer> {
  return wholeEncoders[encoding](bytes);
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
  await eachInTurns(chunks, (chunk) => growing.update(chunk));
  return growing.digest('base64url');
}

/**
 * Encoded bytes are other bytes, so the encoding is part of the tag; the tag is a weak one then, since what is
 * encoded while it is sent and what was prepared with more care have the same content and not the same bytes.
 */
function entityTag(etag: string | undefined, encoding: BodyEncoding | undefined): string | undefined {
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
