import { expect, test } from 'vitest';
import { type ReceivedRequest, ReceivedRequests } from './test-mode.ts';

const call = (path: string): ReceivedRequest => ({
  operation: null,
  method: 'GET',
  path,
  query: {},
  headers: {},
  body: null,
  status: 404,
  at: '2026-01-01T00:00:00Z',
});

test('of the calls that a server in test mode received it remembers the newest ten thousand', () => {
  const received = new ReceivedRequests();
  for (let number = 1; number <= 10_003; number += 1) received.add(call(`/${number}`), 100);
  const paths = received.all().map(({ path }) => path);
  expect([paths.length, paths[0], paths.at(-1)]).toEqual([10_000, '/4', '/10003']);
});

test('of the calls that a server in test mode received it remembers no more than their bytes allow', () => {
  const received = new ReceivedRequests();
  const size = 30 * 1024 * 1024;
  for (const path of ['/old', '/new', '/newest']) received.add(call(path), size);
  expect(received.all().map(({ path }) => path)).toEqual(['/new', '/newest']);
  received.clear();
  received.add(call('/after'), size);
  received.add(call('/later'), size);
  expect(received.all()).toHaveLength(2);
});
