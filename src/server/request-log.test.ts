import { expect, test } from 'vitest';
import { createLogger, loggedTarget } from './request-log.ts';
import { credentialsOf, maskSecrets } from './secret-values.ts';

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

const made = 'TyV8L8M-tjZ-6htLRqKnGvpJadJSdnArUV-wKCwY5H4';

test.each([
  [`/v1/files/${made}?depth=1`, '/v1/files/…?depth=1'],
  [`/v1/files/abc?depth=${made}`, '/v1/files/abc?depth=…'],
  [`/v1/files/abc?${made}`, '/v1/files/abc?…'],
  [`/v1/files/abc?ids=1:2,${made},3:4`, '/v1/files/abc?ids=1:2,…,3:4'],
  [`/x?next=%2Fy%3Fq%3D${made}`, '/x?next=…'],
  [`/x?q=%54${made.slice(1)}`, '/x?q=…'],
  [`/x?next=%252Fy%253Fq%253D%2554${made.slice(1)}`, '/x?next=…'],
  ['/x?q=figd_0123456789-abcdef', '/x?q=…'],
  ['/x?q=my-own', '/x?q=…'],
  ['/x?q=my%2Down&b=1', '/x?q=…&b=1'],
  ['/x/app%3Asecret', '/x/…'],
  [
    '/images/0123456789abcdef0123456789abcdef.png?expires=1',
    '/images/0123456789abcdef0123456789abcdef.png?expires=1',
  ],
])('the log knows secrets by their value: it shows %s as %s', (url, logged) => {
  const authorization = `Basic ${Buffer.from('app:app:secret').toString('base64')}`;
  const mask = maskSecrets(credentialsOf({ 'x-figma-token': 'my-own', authorization }, ['X-Figma-Token']));
  expect(loggedTarget(url, mask)).toBe(logged);
});

test('no half of a secret is left where a target is cut', () => {
  for (let before = 3_900; before < 4_100; before += 1) {
    const logged = loggedTarget(
      `${`/${made}/`.repeat(88)}/${'a'.repeat(before - 3_960 > 0 ? before - 3_960 : 0)}/${made}`,
    );
    for (let length = 43; length > 8; length -= 1) expect(logged).not.toContain(made.slice(0, length));
  }
});

test('no line of the log holds what has the form of a token', () => {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line) => lines.push(line) });
  log.error({ error: `Error: no such thing as ${made}\n at x`, status: 500 }, 'request failed');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    error: 'Error: no such thing as …\n at x',
    status: 500,
    msg: 'request failed',
  });
});
