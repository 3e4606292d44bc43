import type { Addresses } from '../access/public-addresses.ts';

/** A year. Names below the host are somebody else's matter. @see RFC 6797 */
export const strictTransport = 'max-age=31536000';

/**
 * Whether browsers are told to come by HTTPS alone. Not on the own machine: they keep it for the name with all
 * its ports, and other programs there speak plain HTTP.
 */
export function sendsStrictTransport({ base }: Pick<Addresses, 'base'>): boolean {
  return !/^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(base).hostname);
}
