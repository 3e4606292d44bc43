import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, openChromium, withoutChromium } from './harness/chromium.ts';
import { clientOf } from './harness/client.ts';
import { expectAccessible, keepWholePicture, openConsole } from './harness/console.ts';
import { anyEngine } from './harness/engines.ts';
import { type OauthWorld, oauthWorld } from './harness/oauth.ts';

const looks = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  narrow: { colorScheme: 'light', viewport: { width: 320, height: 740 } },
} as const;

describe.skipIf(!hasChromium)(`The console in a browser${withoutChromium}`, () => {
  const server = anyEngine();
  let chromium: Awaited<ReturnType<typeof openChromium>>;
  let oauth: OauthWorld;

  beforeAll(async () => {
    oauth = await oauthWorld(server);
    chromium = await openChromium(server);
  });
  afterAll(() => chromium?.close());

  const open = (path: string, look: keyof typeof looks = 'light') =>
    openConsole({
      browser: chromium.browser,
      ...{ server, path, look: looks[look], email: oauth.emailOf('bob') },
    });

  describe.each(Object.keys(looks) as (keyof typeof looks)[])('in %s', (look) => {
    it.each(['/settings', '/settings/security', '/files'])(
      'is accessible to everybody and breaks no rule of its own at %s',
      async (path) => {
        const window = await open(path, look);
        await expectAccessible(window.page);
        await keepWholePicture(window.page, `console${path.replaceAll('/', '-')}-${look}`);
        await window.close();
      },
    );
  });
});

describe('The console', () => {
  const call = clientOf(anyEngine());
  it('leads who is not signed in to sign-in, and back', async () => {
    const { status, headers } = await call('GET', '/settings/security?a=b');
    expect([status, headers.location]).toEqual([303, '/sign-in?next=%2Fsettings%2Fsecurity%3Fa%3Db']);
  });
});
