import type { IncomingMessage } from 'node:http';
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
  const isProxy = trustedProxies(config);
  const refuse: RequestHandler = (request, response) =>
    writeRefusal(request, response, plainRefusal, every({ isSecure: false }));
  const saidByProxy = ({ socket, headers }: IncomingMessage): string | undefined =>
    isProxy(socket.remoteAddress) ? String(headers['x-forwarded-proto'] ?? '') || undefined : undefined;
  return {
    onRequest: (request, response) => {
      const said = saidByProxy(request);
      if (said === undefined || isHttps(said)) serve(request, response);
      else refuse(request, response);
    },
    onPlainRequest: (request, response) => {
      const isAllowed = config.allowHttp && isLoopback(request.socket.remoteAddress);
      if (isAllowed || isHttps(saidByProxy(request))) serve(request, response);
      else refuse(request, response);
    },
  };
}

/** Each proxy on the way may have added what its client used. */
const isHttps = (said = ''): boolean =>
  said.split(',', 100).every((protocol) => protocol.trim().toLowerCase() === 'https');

const plainRefusal = { status: 403, sentence: sentences.httpsOnly, isLast: true };
