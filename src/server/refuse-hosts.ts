import type { IncomingMessage } from 'node:http';
import { badRequest } from '../errors.ts';

/**
 * A request of HTTP/1.1 names its host, and none does so twice: programs on the way could take one or the other.
 * @throws ApiError 400
 * @see RFC 9112, section 3.2
 */
export function refuseHosts({
  httpVersion,
  rawHeaders,
}: Pick<IncomingMessage, 'httpVersion' | 'rawHeaders'>): void {
  if (httpVersion === '2.0') return;
  if (httpVersion === '0.9') throw badRequest('The request does not say which version of HTTP it is of.');
  const hosts = hostsIn(rawHeaders);
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1'))
    throw badRequest('A request of HTTP/1.1 has one Host header.');
}

/** Names and values stand by turns. */
function hostsIn(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  return hosts;
}
