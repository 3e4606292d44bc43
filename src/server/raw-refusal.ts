import { errorBody } from '../errors.ts';

/** Why Node could not parse a request. */
export interface ParseError extends Error {
  readonly code?: string | undefined;
  readonly rawPacket?: Buffer | undefined;
}

/**
 * A whole HTTP/1.1 answer for a request that could not be parsed, so that even a broken request gets the
 * error body. When the limit broke before any line had ended, it was the request target that is too long.
 *
 * @see ruling H21
 */
export function rawRefusal(error: ParseError): string {
  const [status, reason, sentence] = describe(error);
  const body = JSON.stringify(errorBody(status, sentence));
  return [
    `HTTP/1.1 ${status} ${reason}`,
    'Content-Type: application/json; charset=utf-8',
    'Access-Control-Allow-Origin: *',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}

function describe(error: ParseError): [status: number, reason: string, sentence: string] {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return error.rawPacket?.includes('\r\n')
        ? [431, 'Request Header Fields Too Large', 'The request headers are too large or too many.']
        : [414, 'URI Too Long', 'The request target is longer than 256 KiB.'];
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return [408, 'Request Timeout', 'The request took too long to arrive.'];
    default:
      return [400, 'Bad Request', 'The request is not well-formed HTTP.'];
  }
}
