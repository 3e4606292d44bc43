import type { IncomingMessage, ServerResponse } from 'node:http';
import { sentences } from '../../errors.ts';
import { isThisMachine } from '../../this-machine.ts';
import type { Recorder } from '../tape/recorder.ts';
import { forwardElsewhere } from './forward-elsewhere.ts';
import { forwardRequest, type Target } from './forward-request.ts';
import type { Dial } from './outgoing-connections.ts';
import { plainHost, refuse } from './relay-request.ts';

/** Where requests go. */
export interface Ways {
  readonly redirectedHosts: readonly string[];
  /** The server that answers for the redirected hosts; undefined: each of them itself, as it would without us. */
  readonly target: Target | undefined;
  readonly dial: Dial;
  /** Certificates to trust redirected hosts by that answer themselves, PEM; the usual ones if left out. */
  readonly trusted?: readonly string[] | undefined;
  /** What is asked of the redirected hosts, and answered, goes on a tape. */
  readonly recorder?: Recorder | undefined;
  /** Every host but the redirected ones, the target's and this machine is refused. */
  readonly offline: boolean;
}

/** The address in a request's first line where that names a whole one, as proxies get it. */
export const wholeAddressOf = ({ url = '' }: IncomingMessage): URL | undefined => URL.parse(url) ?? undefined;

/** Answers a request that names a whole address in its first line. */
export function answerWhole(ways: Ways, url: URL, request: IncomingMessage, response: ServerResponse): void {
  const host = plainHost(url.hostname);
  if (ways.redirectedHosts.includes(host)) answerRedirected(ways, url, request, response);
  else if (isRefused(ways, host)) refuse(response, 403, offlineSentence(host));
  else void forwardElsewhere({ dial: ways.dial }, url, request, response);
}

/**
 * Some old clients send `https://` addresses to a proxy instead of opening a tunnel, in the clear or over TLS
 * to the proxy; on loopback that harms nobody. Plain `http://` gets what the server would answer.
 *
 * @see TLS-01
 */
function answerRedirected(ways: Ways, url: URL, request: IncomingMessage, response: ServerResponse): void {
  if (url.protocol === 'https:') forwardRedirected(ways, url, request, response);
  else refuse(response, 403, sentences.httpsOnly);
}

function forwardRedirected(ways: Ways, url: URL, request: IncomingMessage, response: ServerResponse): void {
  const exchange = ways.recorder?.begin(request, url);
  const named = { path: url.pathname + url.search, host: url.host, exchange };
  if (ways.target === undefined) void forwardElsewhere(ways, url, request, response, exchange);
  else forwardRequest(ways.target, request, response, named);
}

/** Answers a request that names its host in a header, as those do that come through a tunnel. */
export function answerTunnelled(ways: Ways, request: IncomingMessage, response: ServerResponse): void {
  const { target, recorder, redirectedHosts } = ways;
  const host = request.headers.host ?? '';
  const url = URL.parse(`https://${host}${request.url ?? '/'}`);
  const isKnown = url !== null && redirectedHosts.includes(plainHost(url.hostname));
  const exchange = isKnown ? recorder?.begin(request, url) : undefined;
  if (target !== undefined) forwardRequest(target, request, response, { exchange });
  else if (isKnown) void forwardElsewhere(ways, url, request, response, exchange);
  else refuse(response, 400, `The host ${host} is none of those that are redirected.`);
}

export function isRefused({ offline, target }: Ways, host: string): boolean {
  return offline && !isThisMachine(host) && (target === undefined || host !== plainHost(target.url.hostname));
}

export const offlineSentence = (host: string): string =>
  `vitrine run --offline refuses the connection to ${host}.`;
