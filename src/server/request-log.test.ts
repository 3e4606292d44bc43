import { expect, test } from 'vitest';
import { loggedTarget } from './request-log.ts';

test.each([
  ['/v1/files/abc?depth=1', '/v1/files/abc?depth=1'],
  ['/image-fills/a/b?expires=1&signature=abc', '/image-fills/a/b?expires=1&signature=…'],
  ['/oauth?client_id=1&code=secret&state=2', '/oauth?client_id=1&code=…&state=2'],
  ['/x?ACCESS_TOKEN=secret', '/x?ACCESS_TOKEN=…'],
  ['/x?X-Figma-Token=secret&x-service-token=secret&a=1', '/x?X-Figma-Token=…&x-service-token=…&a=1'],
  ['/x?%61ccess_%74oken=secret', '/x?%61ccess_%74oken=…'],
  ['/x?%zztoken=secret&Authorization=Bearer%20secret', '/x?%zztoken=…&Authorization=…'],
  ['/x?token=secret?secret=secret%26secret', '/x?token=…'],
  ['/x?personal_access_token=secret&api_key=secret', '/x?personal_access_token=…&api_key=…'],
  ['/sign-in?next=/oauth?a=1%26code%3Dsecret%26b=2', '/sign-in?next=/oauth?a=1%26code%3D…%26b=2'],
  ['/sign-in?next=%2Foauth%3Fcode%3Dsecret&b=2', '/sign-in?next=%2Foauth%3Fcode%3D…&b=2'],
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
