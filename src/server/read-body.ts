import type { IncomingMessage } from 'node:http';
import { Http2ServerRequest } from 'node:http2';
import { finished } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { nextTurn } from '../content/yielding.ts';
import { bodyBytes } from '../contract/body-bytes.ts';
import type { BodyContract, OperationContract } from '../contract/contract.ts';
import { shortened } from '../contract/parameters.ts';
import { ApiError, badRequest, payloadTooLarge } from '../errors.ts';
import type { BodyRoom } from './body-room.ts';
import { jsonOf, nulRefusal, textOf } from './json-body.ts';

/** A route whose operation takes a body. */
export interface BodyRoute {
  readonly contract: OperationContract;
  /** Largest import of this server. */
  readonly importMaxBytes: number;
}

/** Leaves every body unread: an operation that takes one reads it once everything else about its call is right. */
export function leaveBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined));
}

/**
 * The body as the contract has it: the stream itself where it wants bytes, else parsed JSON or the fields of a
 * form. An empty body is none, whatever its type.
 *
 * @throws ApiError 400, 408, 413, 415, 503
 * @see ruling H33
 */
export async function readBody(request: FastifyRequest, route: BodyRoute, room: BodyRoom): Promise<unknown> {
  const { raw, headers } = request;
  const { body } = route.contract;
  if (body === null) return undefined;
  const mostBytes = bodyBytes(body.mostBytes ?? 0, route.importMaxBytes);
  if (!body.raw && !isForm(body)) return readJson(request, mostBytes, room);
  requireNoEncoding(headers);
  if (body.raw) return raw;
  if (lengthOf(headers) > mostBytes) throw tooLarge();
  const text = textOf(await gather(raw, mostBytes, () => requireType(headers['content-type'], true)));
  return text === '' ? undefined : parseForm(text, body.mostFields ?? 0);
}

/**
 * A JSON body, once there is room for it.
 * @throws ApiError 400, 408, 413, 415, 503
 */
export async function readJson(
  { raw, headers }: FastifyRequest,
  mostBytes: number,
  room: BodyRoom,
): Promise<unknown> {
  requireNoEncoding(headers);
  if (lengthOf(headers) > mostBytes) throw tooLarge();
  const overdue = await room.forBytes(
    headers['content-length'] === undefined && hasBody(raw) ? mostBytes : lengthOf(headers),
  );
  const bytes = await gather(raw, mostBytes, () => requireType(headers['content-type'], false), overdue);
  await room.forValue(bytes.length);
  const value = await jsonOf(bytes);
  room.leaveBytes();
  return value;
}

/** Whether one comes, of whatever length. */
function hasBody(raw: IncomingMessage | Http2ServerRequest): boolean {
  if (raw instanceof Http2ServerRequest) return !raw.stream.endAfterHeaders;
  return raw.headers['transfer-encoding'] !== undefined;
}

const lengthOf = (headers: FastifyRequest['headers']): number => Number(headers['content-length'] ?? 0);

/**
 * What is left of a refused body is dropped with the refusal; ending the stream here would end the connection.
 * @throws the reason of `overdue` when that fires before all has come
 */
function gather(
  raw: FastifyRequest['raw'],
  mostBytes: number,
  begin: () => void,
  overdue?: AbortSignal,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let sizeBytes = 0;
    const leave = (): void => {
      raw.off('data', take);
      unwatch();
      overdue?.removeEventListener('abort', giveUp);
    };
    const refuse = (error: unknown): void => {
      leave();
      reject(error);
    };
    const giveUp = (): void => refuse(overdue?.reason);
    const take = (chunk: Buffer): void => {
      try {
        if (sizeBytes === 0) begin();
        sizeBytes += chunk.length;
        if (sizeBytes > mostBytes) throw tooLarge();
        chunks.push(chunk);
      } catch (error) {
        refuse(error);
      }
    };
    const unwatch = finished(raw, { writable: false }, async (error) => {
      if (error || (await isCutOff(raw))) return refuse(cutOff());
      leave();
      resolve(Buffer.concat(chunks, sizeBytes));
    });
    overdue?.addEventListener('abort', giveUp);
    raw.on('data', take);
  });
}

/**
 * Whether the stream of HTTP/2 was reset before its body, which has ended, was there. Node tells the end first, and in
 * the same moment that the stream is closed; one that is to be answered still is open.
 */
async function isCutOff(raw: FastifyRequest['raw']): Promise<boolean> {
  if (!(raw instanceof Http2ServerRequest) || raw.stream.endAfterHeaders) return false;
  await new Promise(setImmediate);
  if (!raw.stream.closed) return false;
  // Where thousands are cut off together, as with their connections, others come between.
  await nextTurn();
  return true;
}

const cutOff = (): ApiError => badRequest('The request ended before its body did.');

const tooLarge = (): ApiError => payloadTooLarge('The body of the request is too large.');

/** What is packed is not unpacked here, where a megabyte could stand for a thousand. */
function requireNoEncoding({ 'content-encoding': encoding = '' }: FastifyRequest['headers']): void {
  if (encoding === '' || encoding.trim().toLowerCase() === 'identity') return;
  const sentence = `The body came with the Content-Encoding ${shortened(encoding)}; send it as it is, without any.`;
  throw new ApiError(415, sentence, { headers: { 'accept-encoding': 'identity' } });
}

const formType = 'application/x-www-form-urlencoded';
const isForm = ({ contentTypes }: BodyContract): boolean => contentTypes[0] === formType;
const jsonForm = /^application\/(?:[\w.-]+\+)?json$/;

/** JSON may come without a type. */
function requireType(type: string | undefined, takesForm: boolean): void {
  const named = type?.split(';', 1)[0]?.trim().toLowerCase();
  if (takesForm ? named === formType : named === undefined || jsonForm.test(named)) {
    requireUtf8(type, takesForm);
    return;
  }
  const wanted = takesForm ? `a form, of the type ${formType}` : 'JSON, of the type application/json';
  throw badRequest(
    `The body has to be ${wanted}${named === undefined ? '' : `; it came as ${shortened(named)}`}.`,
  );
}

/** Names under which bytes mean what they mean in UTF-8. */
const readCharset = /^(?:utf-?8|us-ascii|)$/i;
/** What a form is written in is ASCII, and widespread clients call that by these names, too. */
const formCharset = /^(?:utf-?8|us-ascii|iso-8859-1|windows-1252|)$/i;

/** What says that it is written otherwise would be read as something else than was meant. */
function requireUtf8(type = '', takesForm: boolean): void {
  const [, charset = ''] = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(type) ?? [];
  if ((takesForm ? formCharset : readCharset).test(charset)) return;
  throw new ApiError(415, `The body came in the charset ${shortened(charset)}; send it in UTF-8.`);
}

function parseForm(text: string, mostFields: number): Record<string, string> {
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (fields.has(name)) throw badRequest(`The field ${shortened(name)} was given twice; give it once.`);
    if (fields.size === mostFields) throw badRequest(`A form has ${mostFields} fields at the most.`);
    if (name.includes('\0') || value.includes('\0')) throw nulRefusal();
    fields.set(name, value);
  }
  return Object.fromEntries(fields);
}
