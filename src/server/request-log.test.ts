import { expect, test } from 'vitest';
import { loggedTarget } from './request-log.ts';

test.each([
  ['/v1/files/abc?depth=1', '/v1/files/abc?depth=1'],
  ['/image-fills/a/b?expires=1&signature=abc', '/image-fills/a/b?expires=1&signature=…'],
  ['/oauth?client_id=1&code=secret&state=2', '/oauth?client_id=1&code=…&state=2'],
  ['/x?ACCESS_TOKEN=secret', '/x?ACCESS_TOKEN=…'],
  ['/v1/payments?plugin_payment_token=secret', '/v1/payments?plugin_payment_token=…'],
  ['/test/v1/tokens/secret/identity?a=1', '/test/v1/tokens/…/identity?a=1'],
  ['/invitation/secret/join?a=1', '/invitation/…/join?a=1'],
  ['/design-api/reset-password/secret', '/design-api/reset-password/…'],
  ['/sign-in?next=%2Finvitation%2Fsecret&a=1', '/sign-in?next=%2Finvitation%2F…&a=1'],
  ['/sign-in?next=/invitation/secret&a=1', '/sign-in?next=/invitation/…&a=1'],
])('the log shows %s as %s', (url, logged) => {
  expect(loggedTarget(url)).toBe(logged);
});

test('a very long target is cut in the log', () => {
  const logged = loggedTarget(`/v1/files/abc?ids=${'1:2,'.repeat(10_000)}`);
  expect(logged.length).toBeLessThan(600);
  expect(logged).toContain('characters');
});
