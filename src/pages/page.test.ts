import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it.each(['/sign-in', '/no/page'])(
  'Pages without a script are set in the font of the console, which they may load: %s',
  async (path) => {
    const page = await server.call(path, { token: null, headers: { accept: 'text/html' } });
    expect(page.headers['content-security-policy']).toContain("font-src 'self'");
    const address = /src: url\("([^"]+)"\)/.exec(page.text)?.[1] ?? '';
    const font = await server.call(address, { token: null });
    expect([font.status, font.headers['content-type']]).toEqual([200, 'font/woff2']);
    expect(font.headers['cache-control']).toBe('public, max-age=86400');
  },
);
