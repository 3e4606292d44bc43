import {
  type ClientRequest,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Exchange } from '../tape/recorder.ts';
import { forwardedHeaders, maxHeaderBytes, plainHost, relay, serverNameOf } from './relay-request.ts';

/** The server that answers for the redirected hosts. */
export interface Target {
  /** Its path, if it has one, goes before that of every request. @see ruling H26 */
  readonly url: URL;
  /** Certificates to trust it by, PEM. */
  readonly trusted: readonly string[];
}

interface Rewritten {
  readonly path?: string;
  readonly host?: string;
  readonly exchange?: Exchange | undefined;
}

/**
 * Sends a request on to the server and its answer back: method, path, headers (with the `Host` the client
 * wrote, unless another is given) and both bodies as they stream. Each request has a connection of its own,
 * so none is lost to one that the server closes at that moment.
 */
export function forwardRequest(
  target: Target,
  incoming: IncomingMessage,
  answer: ServerResponse,
  { path = incoming.url ?? '/', host, exchange }: Rewritten = {},
): void {
  const outgoing = openRequest(target, {
    method: incoming.method,
    path: target.url.pathname.replace(/\/$/, '') + path,
    headers: forwardedHeaders(incoming, host),
  });
  relay({ incoming, outgoing, answer, failed: unreachable(target.url), exchange });
}

export const unreachable = (url: URL): string => `No Vitrine server answers at ${url.origin}.`;

/** Opens a request to the server on a connection of its own; the caller ends it. */
export function openRequest(
  { url, trusted }: Target,
  message: { method: string | undefined; path: string; headers: string[] },
): ClientRequest {
  const isTls = url.protocol === 'https:';
  const address = { host: plainHost(url.hostname), port: url.port || (isTls ? 443 : 80), agent: false };
  const options = { ...address, ...message, maxHeaderSize: maxHeaderBytes };
  if (!isTls) return httpRequest(options);
  return httpsRequest({ ...options, servername: serverNameOf(url.hostname), ca: [...trusted] });
}
