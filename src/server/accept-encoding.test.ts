import { expect, test } from 'vitest';
import { acceptedEncodings } from './accept-encoding.ts';

test.each([
  [undefined, []],
  ['', []],
  ['identity', []],
  ['gzip', ['gzip']],
  ['x-gzip', ['gzip']],
  ['GZIP', ['gzip']],
  ['gzip, deflate, br', ['br', 'gzip']],
  ['gzip, br, zstd', ['br', 'zstd', 'gzip']],
  ['br;q=0.5, gzip;q=0.8', ['gzip', 'br']],
  ['gzip;q=0', []],
  ['*', ['br', 'zstd', 'gzip']],
  ['*, br;q=0', ['zstd', 'gzip']],
  ['identity;q=1, gzip;q=0.5', []],
  ['gzip;q=nonsense', []],
  ['deflate, compress', []],
])('a client that says %j takes %j, best first', (header, encodings) => {
  expect(acceptedEncodings(header)).toEqual(encodings);
});
