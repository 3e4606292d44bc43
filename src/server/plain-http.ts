import { BlockList, isIPv6 } from 'node:net';
import type { Config } from '../config.ts';
import { errorBody, sentences } from '../errors.ts';
import { isLoopback } from './bind.ts';
import type { RequestHandler } from './listener.ts';

/**
 * Answers requests that came without TLS: 403 whatever the path, without redirect and without effect. Two
 * exceptions: loopback where plain HTTP is allowed, and a trusted proxy that says its client used HTTPS.
 *
 * @see TLS-01…04, ruling H9
 */
export function plainHttpHandler(config: Config, serve: RequestHandler): RequestHandler {
  const proxies = blockListOf(config.trustedProxies);
  return (request, response) => {
    const address = request.socket.remoteAddress;
    const isAllowed =
      (config.allowHttp && isLoopback(address)) ||
      (isListed(proxies, address) && request.headers['x-forwarded-proto'] === 'https');
    if (isAllowed) {
      serve(request, response);
      return;
    }
    const body = JSON.stringify(errorBody(403, sentences.httpsOnly));
    response.writeHead(403, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
}

function blockListOf(addresses: readonly string[]): BlockList {
  const list = new BlockList();
  for (const item of addresses) {
    const [address = '', bits] = item.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

function isListed(list: BlockList, address: string | undefined): boolean {
  if (address === undefined) return false;
  return list.check(
    address.replace(/^::ffff:/, ''),
    isIPv6(address.replace(/^::ffff:/, '')) ? 'ipv6' : 'ipv4',
  );
}
