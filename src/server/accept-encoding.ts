import type { BodyEncoding } from '../document/sealed-body.ts';

/** Best first: smallest answers for the work of a client that takes all of them. */
const offered: readonly BodyEncoding[] = ['br', 'zstd', 'gzip'];

/**
 * The encodings a client takes besides identity, best first: by the client's weight, then by ours.
 *
 * @see RFC 9110, section 12.5.3
 */
export function acceptedEncodings(header: string | undefined): BodyEncoding[] {
  if (header === undefined || header.trim() === '') return [];
  const weights = new Map<string, number>();
  for (const item of header.split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    weights.set(name === 'x-gzip' ? 'gzip' : name, weight === undefined ? 1 : Number(weight) || 0);
  }
  const weightOf = (encoding: string): number => weights.get(encoding) ?? weights.get('*') ?? 0;
  const identity = weights.get('identity') ?? 0;
  return offered
    .filter((encoding) => weightOf(encoding) > 0 && weightOf(encoding) >= identity)
    .sort((a, b) => weightOf(b) - weightOf(a));
}
