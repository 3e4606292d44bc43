import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** Address of the client; where a trusted proxy names something else than an address, that of the proxy. */
export function clientAddress({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const named = plainAddress(ip);
  return isIP(named) === 0 ? plainAddress(socket.remoteAddress) : named;
}

/** An IPv4 address is spelled as one, also where it came in as IPv6. */
function plainAddress(address = ''): string {
  return address.replace(/^::ffff:(?=[\d.]+$)/i, '');
}
