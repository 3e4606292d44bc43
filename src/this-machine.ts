import { isIP } from 'node:net';

/** Whether a host, with or without the brackets of IPv6, is a loopback address, or the name that stands for one. */
export function isThisMachine(host: string): boolean {
  const plain = host.replace(/^\[|\]$/g, '');
  return plain === 'localhost' || plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'));
}
