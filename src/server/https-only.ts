import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '../config.ts';
import { sentences } from '../errors.ts';
import { isLoopback } from './bind-operations.ts';
import type { EveryAnswer } from './headers-of-every-answer.ts';
import { writeRefusal } from './raw-refusal.ts';
import type { RequestHandler } from './request-handler.ts';
import { trustedProxies } from './trusted-proxies.ts';

/**
 * Answers requests that came without TLS: 403 whatever the path, without redirect and without effect. Behind a
 * trusted proxy counts what its client used, if the proxy says it, however the proxy itself comes. Plain HTTP
 * may be allowed on loopback.
 *
 * @see TLS-01…04, ruling H9
 */
export function httpsOnly(
  config: Config,
  serve: RequestHandler,
  every: EveryAnswer,
): { onRequest: RequestHandler; onPlainRequest: RequestHandler } {
  const [saidByProxy, isByTls] = [proxyWords(config), cameByTls(config)];
  const refuse: RequestHandler = (request, response) =>
    writeRefusal(request, response, plainRefusal, every({ isSecure: false }));
  return {
    onRequest: (request, response) => {
      if (isByTls(request)) serve(request, response);
      else refuse(request, response);
    },
    onPlainRequest: (request, response) => {
      const isAllowed = config.allowHttp && isLoopback(request.socket.remoteAddress);
      if (isAllowed || isHttps(saidByProxy(request))) serve(request, response);
      else refuse(request, response);
    },
  };
}

type Said = Pick<IncomingMessage, 'headers'> & { readonly socket: Pick<Socket, 'remoteAddress'> };

/** What a trusted proxy says that its client used; nothing where none does. */
function proxyWords(config: Config): (request: Said) => string | undefined {
  const isProxy = trustedProxies(config);
  return ({ socket, headers }) =>
    isProxy(socket.remoteAddress) ? String(headers['x-forwarded-proto'] ?? '') || undefined : undefined;
}

/** Whether the client of a request that came by TLS used it too, as far as trusted proxies say. */
export function cameByTls(config: Config): (request: Said) => boolean {
  const saidByProxy = proxyWords(config);
  return (request) => {
    const said = saidByProxy(request);
    return said === undefined || isHttps(said);
  };
}

/** Each proxy on the way may have added what its client used. */
const isHttps = (said = ''): boolean =>
  said.split(',', 100).every((protocol) => protocol.trim().toLowerCase() === 'https');

const plainRefusal = { status: 403, sentence: sentences.httpsOnly, isLast: true };
