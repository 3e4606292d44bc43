import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { pipeline } from 'node:stream';
import { errorBody } from '../../errors.ts';
import type { Exchange } from '../tape/recorder.ts';

/** Large enough for every request that the server itself would judge, so that the answer is the server's own. */
export const maxHeaderBytes = 4 * 1024 * 1024;

/** Headers that concern one connection, not the message. */
const hopHeaders = [
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
];

interface Relayed {
  readonly incoming: IncomingMessage;
  readonly outgoing: ClientRequest;
  readonly answer: ServerResponse;
  /** The beginning of the sentence when the other side is gone. */
  readonly failed: string;
  readonly exchange: Exchange | undefined;
}

/** Lets the bodies stream both ways. */
export function relay({ incoming, outgoing, answer, failed, exchange }: Relayed): void {
  outgoing.on('response', (response) => {
    exchange?.answers(response);
    answer.writeHead(response.statusCode ?? 502, response.statusMessage, returnedHeaders(response));
    pipeline(response, answer, () => {});
  });
  outgoing.on('error', (error) => {
    exchange?.fails();
    refuse(answer, 502, `${failed} (${error.message})`);
  });
  answer.on('close', () => outgoing.destroy());
  incoming.pipe(outgoing);
}

/** Answers with an error body, or breaks off where an answer has begun already. */
export function refuse(answer: ServerResponse, status: number, sentence: string): void {
  if (answer.headersSent) {
    answer.destroy();
    return;
  }
  answer.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', Connection: 'close' });
  answer.end(JSON.stringify(errorBody(status, sentence)));
}

/** Names and values in turn, as they came in, for a request on a connection of its own. */
export function forwardedHeaders(incoming: IncomingMessage, host?: string): string[] {
  const kept = withoutHops(incoming, host === undefined ? hopHeaders : [...hopHeaders, 'host']);
  if (host !== undefined) kept.push('Host', host);
  const hasBody = 'content-length' in incoming.headers || 'transfer-encoding' in incoming.headers;
  if (!hasBody && incoming.method !== 'GET' && incoming.method !== 'HEAD') kept.push('Content-Length', '0');
  return [...kept, 'Connection', 'close'];
}

/** The answer's own framing is made anew for the client's connection. */
const returnedHeaders = (response: IncomingMessage): string[] =>
  withoutHops(response, [...hopHeaders, 'transfer-encoding']);

function withoutHops(message: IncomingMessage, dropped: readonly string[]): string[] {
  const named = (message.headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  const kept: string[] = [];
  for (let index = 0; index < message.rawHeaders.length; index += 2) {
    const name = message.rawHeaders[index] ?? '';
    const lower = name.toLowerCase();
    if (!dropped.includes(lower) && !named.includes(lower))
      kept.push(name, message.rawHeaders[index + 1] ?? '');
  }
  return kept;
}

/** An IPv6 address without the brackets it has in a URL. */
export const plainHost = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

/** The name that is sent in TLS: none for an address. */
export const serverNameOf = (hostname: string): string => (isIP(plainHost(hostname)) ? '' : hostname);
