import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { sentences } from '../../errors.ts';
import { forwardElsewhere } from './forward-elsewhere.ts';
import { forwardRequest, type Target } from './forward-request.ts';
import type { Dial } from './outgoing-connections.ts';
import { plainHost, refuse } from './relay-request.ts';

/** Where requests go. */
export interface Ways {
  readonly redirectedHosts: readonly string[];
  readonly target: Target;
  readonly dial: Dial;
  /** Every host but the redirected ones, the target's and this machine is refused. */
  readonly offline: boolean;
}

/** The address in a request's first line where that names a whole one, as proxies get it. */
export const wholeAddressOf = ({ url = '' }: IncomingMessage): URL | undefined => URL.parse(url) ?? undefined;

/** Answers a request that names a whole address in its first line. */
export function answerWhole(ways: Ways, url: URL, request: IncomingMessage, response: ServerResponse): void {
  const host = plainHost(url.hostname);
  if (ways.redirectedHosts.includes(host)) answerRedirected(ways.target, url, request, response);
  else if (isRefused(ways, host)) refuse(response, 403, offlineSentence(host));
  else void forwardElsewhere(ways.dial, url, request, response);
}

/**
 * Some old clients send `https://` addresses to a proxy instead of opening a tunnel, in the clear or over TLS
 * to the proxy; on loopback that harms nobody. Plain `http://` gets what the server would answer.
 *
 * @see TLS-01
 */
function answerRedirected(
  target: Target,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (url.protocol === 'https:')
    forwardRequest(target, request, response, { path: url.pathname + url.search, host: url.host });
  else refuse(response, 403, sentences.httpsOnly);
}

export function isRefused({ offline, target }: Ways, host: string): boolean {
  return offline && !isThisMachine(host) && host !== plainHost(target.url.hostname);
}

const isThisMachine = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

export const offlineSentence = (host: string): string =>
  `vitrine run --offline refuses the connection to ${host}.`;
