import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { errorBody, sentences } from '../errors.ts';
import { methodRefusal } from './known-methods.ts';

/** Why Node could not parse a request. */
export interface ParseError extends Error {
  readonly code?: string | undefined;
  readonly rawPacket?: Buffer | undefined;
  /** How far the packet was understood. */
  readonly bytesParsed?: number | undefined;
}

/** What is known of the request besides. */
interface BrokenRequest {
  /** Its first line had come to its end before. */
  readonly hasLine: boolean;
  /** It came where nothing is served: in plain text. */
  readonly refusesAll: boolean;
}

interface Refusal {
  readonly status: number;
  readonly sentence: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Nothing else is answered on this connection. */
  readonly isLast?: boolean;
}

/** Pages of any origin may read what nobody's rights are asked for. @see ruling H23 */
export const fromAnywhere = { 'access-control-allow-origin': '*' };

/**
 * Answers a request before anything of it is looked at but its head.
 * @param always what every answer has
 */
export function writeRefusal(
  request: IncomingMessage,
  response: ServerResponse,
  refusal: Refusal,
  always: Readonly<Record<string, string>>,
): void {
  const body = JSON.stringify(errorBody(refusal.status, refusal.sentence));
  const isHttp1 = request.httpVersionMajor === 1;
  response.writeHead(refusal.status, {
    ...always,
    ...fromAnywhere,
    ...refusal.headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    ...(refusal.isLast === true && isHttp1 ? { Connection: 'close' } : {}),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/**
 * A whole HTTP/1.1 answer for a request that could not be parsed, so that even a broken request gets the
 * error body.
 *
 * @param always what every answer has
 * @see ruling H21
 */
export function rawRefusal(
  error: ParseError,
  request: BrokenRequest,
  always: Readonly<Record<string, string>>,
): string {
  const { status, sentence, headers } = refusalOf(error, request);
  const body = JSON.stringify(errorBody(status, sentence));
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries({ ...always, ...fromAnywhere, ...headers }).map(([name, value]) => `${name}: ${value}`),
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}

const requestLine = /^[!#$%&'*+.^_`|~\w-]{1,64} \S{1,2000} HTTP\/1\.[01]\r?\n/;

/** The line that was not understood, with what follows it: others may stand before it in the packet. */
function brokenLine({ rawPacket, bytesParsed = 0 }: ParseError): string {
  const start = bytesParsed === 0 ? 0 : (rawPacket?.lastIndexOf('\n', bytesParsed - 1) ?? -1) + 1;
  return rawPacket?.toString('latin1', start, start + 4096) ?? '';
}

function refusalOf(error: ParseError, { hasLine, refusesAll }: BrokenRequest): Refusal {
  const { code, rawPacket } = error;
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return hasLine || rawPacket?.includes('\r\n') ? headersTooLarge : targetTooLong;
    case 'HPE_INVALID_METHOD':
      if (!requestLine.test(brokenLine(error))) return malformed;
      return refusesAll ? httpsOnly : methodRefusal;
    case 'HPE_PAUSED_H2_UPGRADE':
      return refusesAll ? httpsOnly : http2WithoutAgreement;
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { status: 408, sentence: 'The request took too long to arrive.' };
    default:
      return malformed;
  }
}

const httpsOnly: Refusal = { status: 403, sentence: sentences.httpsOnly };
const http2WithoutAgreement: Refusal = {
  status: 400,
  sentence: 'HTTP/2 is spoken where the TLS handshake agreed on it, and nowhere else.',
};
const malformed: Refusal = { status: 400, sentence: 'The request is not well-formed HTTP.' };
export const targetTooLong: Refusal = { status: 414, sentence: 'The request target is longer than 256 KiB.' };
export const headersTooLarge: Refusal = {
  status: 431,
  sentence: 'The request headers are too large or too many: they have 64 KiB and 1,000 lines at the most.',
};
