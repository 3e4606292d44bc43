import { createHash, randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { formsOf, openBrowser } from './harness/browser.ts';
import type { Answer } from './harness/client.ts';
import { onEachEngine } from './harness/engines.ts';
import { app, appScopes, callback, type OauthWorld, oauthWorld } from './harness/oauth.ts';

const otherCallback = 'https://app.example/other?kept=1&also=%20';
const challenge = createHash('sha256').update(randomBytes(32)).digest('base64url');

/** A page that says what is wrong, and sends nobody anywhere. */
function expectErrorPage(answer: Answer, says: RegExp, status = 400): void {
  expect([answer.status, answer.headers.location]).toEqual([status, undefined]);
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(answer.text).toMatch(says);
  expect(formsOf(answer)).toEqual([]);
}

onEachEngine('The authorization page', (engine) => {
  let oauth: OauthWorld;
  const browser = openBrowser(engine);
  /** The page as Bob sees it, who is signed in. */
  const page = (parameters?: Record<string, string | undefined>) => browser.get(oauth.page(parameters));
  const allow = async (parameters?: Record<string, string | undefined>) =>
    browser.submit(await page(parameters), 'Allow');
  const locationOf = (answer: Answer) => new URL(String(answer.headers.location));

  beforeAll(async () => {
    oauth = await oauthWorld(engine, [
      app('app', {
        redirect_urls: [callback, otherCallback],
        name: 'Measure <b>&amp;</b> "it"',
        description: 'Measures <i>things</i>.',
        website: "https://measure.example/?a=1&b='2'",
        support_contact: 'https://help.measure.example/',
      }),
      app('native', {
        redirect_urls: ['com.example.app:/callback', 'http://[::1]:9000/callback'],
        support_contact: 'help&more@app.example',
      }),
    ]);
    await oauth.visit('bob', oauth.page(), browser);
  });

  it('[OAUTH-28] asks people to sign in first, and then whether they allow the app', async () => {
    const stranger = openBrowser(engine);
    const signIn = await stranger.get(oauth.page());
    expect(signIn.status).toBe(200);
    expect(formsOf(signIn).map(({ buttons }) => buttons)).toEqual([['Sign in']]);
    const consent = await oauth.visit('carla', oauth.page(), stranger);
    expect(consent.status).toBe(200);
    expect(formsOf(consent)[0]?.buttons).toEqual(['Allow', 'Deny']);
    expect(formsOf(consent)[0]?.method).toBe('post');
  });

  it('shows the app, what it could do in plain words, and whose account it is, all of it escaped', async () => {
    const { text } = await page();
    expect(text).toContain('Measure &lt;b&gt;&amp;amp;&lt;/b&gt; &quot;it&quot;');
    expect(text).toContain('Measures &lt;i&gt;things&lt;/i&gt;.');
    expect(text).not.toMatch(/<b>&|<i>things|<script/);
    expect(text).toContain('<li>Read the content of your files, with their images</li>');
    expect(text).toContain(oauth.emailOf('bob'));
    expect(text).toContain('app.example');
  });

  it('leads to the website and the support of the app, in windows without a reference to the page', async () => {
    const links = (await page()).text.match(/<a [^>]*>[^<]*<\/a>/g);
    const guarded = 'target="_blank" rel="noreferrer"';
    expect(links).toEqual([
      `<a href="https://measure.example/?a=1&amp;b=%272%27" ${guarded}>measure.example</a>`,
      `<a href="https://help.measure.example/" ${guarded}>help.measure.example</a>`,
    ]);
    const { text } = await page({ client_id: 'native', redirect_uri: 'com.example.app:/callback' });
    expect(text).toContain('Support: help&amp;more@app.example');
    expect(text).not.toMatch(/Website|<a /);
  });

  it('[OAUTH-38] is shown in no frame, runs nothing, and is kept nowhere', async () => {
    for (const answer of [await page(), await openBrowser(engine).get(oauth.page())]) {
      const policy = String(answer.headers['content-security-policy']);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toMatch(/unsafe|script-src/);
      expect(answer.headers['x-frame-options']).toBe('DENY');
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.headers['referrer-policy']).toBe('no-referrer');
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  it('lets its form redirect to the app and nowhere else', async () => {
    const policyOf = async (parameters: Record<string, string>) =>
      /form-action ([^;]*)/.exec(String((await page(parameters)).headers['content-security-policy']))?.[1];
    expect(await policyOf({})).toBe("'self' https://app.example");
    expect(await policyOf({ client_id: 'native', redirect_uri: 'com.example.app:/callback' })).toBe(
      "'self' com.example.app:",
    );
    expect(await policyOf({ client_id: 'native', redirect_uri: 'http://[::1]:9000/callback' })).toBe(
      "'self' http:",
    );
  });

  it('[OAUTH-39, OAUTH-34] sends the person who allows the app back with a code and the state', async () => {
    const answer = await allow({ state: 'xyz' });
    expect(answer.status).toBe(303);
    const location = locationOf(answer);
    expect(`${location.origin}${location.pathname}`).toBe(callback);
    expect([...location.searchParams.keys()]).toEqual(['code', 'state']);
    expect(location.searchParams.get('state')).toBe('xyz');
    expect(location.searchParams.get('code')).toMatch(/^[\w-]{43}$/);
  });

  it('appends to the query that a redirect URL has', async () => {
    const location = String((await allow({ redirect_uri: otherCallback, state: 's' })).headers.location);
    expect(location).toMatch(/^https:\/\/app\.example\/other\?kept=1&also=%20&code=[\w-]{43}&state=s$/);
  });

  it.each([
    'with spaces & an = sign',
    'a+b/c?d#e;f,g:h%20',
    'Grüße 設計 🎨',
    '{"csrf":"a","next":"/x?y=z"}',
    '"><script>alert(1)</script>',
    'line\r\nSet-Cookie: a=b',
    ' \t ',
    'x'.repeat(4096),
  ])('[OAUTH-34, OAUTH-41] gives back the state %j byte for byte', async (state) => {
    const location = String((await allow({ state })).headers.location);
    expect(location).toMatch(/^[\x21-\x7e]+$/);
    expect(new URL(location).searchParams.get('state')).toBe(state);
  });

  it('[OAUTH-34] gives back an empty state as an empty one, also through the sign-in', async () => {
    expect(String((await allow({ state: '' })).headers.location)).toMatch(/&state=$/);
    const fresh = openBrowser(engine);
    const consent = await oauth.visit('bob', oauth.page({ state: '' }), fresh);
    expect(String((await fresh.submit(consent, 'Allow')).headers.location)).toMatch(/&state=$/);
  });

  it('sends no state back where there was none', async () => {
    expect([...locationOf(await allow()).searchParams.keys()]).toEqual(['code']);
  });

  it('[OAUTH-40] tells the app nothing when the person denies it', async () => {
    const answer = await browser.submit(await page({ state: 's' }), 'Deny');
    expect([answer.status, answer.headers.location]).toEqual([200, undefined]);
    expect(answer.text).toContain('You did not allow it');
    expect(answer.text).not.toMatch(/https:\/\/|<a |refresh/);
  });

  it('[OAUTH-29] answers an unknown app with an error page', async () => {
    expectErrorPage(await page({ client_id: 'nobody' }), /no app with this/);
  });

  it.each([
    ['another host', 'https://evil.example/callback'],
    ['another path', `${callback}/more`],
    ['a path that climbs', `${callback}/../callback`],
    ['an added query', `${callback}?a=b`],
    ['another scheme', callback.replace('https', 'http')],
    ['another spelling', callback.toUpperCase()],
    ['a user before the host', callback.replace('app.example', 'app.example@evil.example')],
    ['a longer host', callback.replace('app.example', 'app.example.evil.example')],
    ['a fragment', `${callback}#`],
    ['a line break', `${callback}\r\nLocation: https://evil.example`],
    ['a script', 'javascript:alert(1)'],
    ['a path of ours', '/sign-in'],
  ])('[OAUTH-30] answers a redirect_uri with %s with an error page', async (_title, redirect_uri) => {
    expectErrorPage(await page({ redirect_uri }), /redirect_uri/);
  });

  it.each(['client_id', 'redirect_uri', 'response_type'])('requires %s, exactly once', async (name) => {
    expectErrorPage(await page({ [name]: undefined }), new RegExp(name));
    expectErrorPage(await page({ [name]: '' }), new RegExp(name));
    expectErrorPage(await browser.get(`${oauth.page()}&${name}=code`), /given 2 times/);
    expectErrorPage(await page({ [name]: 'x'.repeat(65_536) }), new RegExp(name));
    expectErrorPage(await page({ [name]: 'a\u0001\r\nb' }), /./);
  });

  it.each([
    ['a doubled state', '&state=a&state=b'],
    ['a doubled scope', '&scope=file_content:read&scope=file_content:read'],
    ['a state of 64 KB', `&state=${'x'.repeat(65_536)}`],
    ['a scope of 64 KB', `&scope=${'x'.repeat(65_536)}`],
    ['a state that is not UTF-8', '&state=%ff%fe'],
    ['a NUL character', '&state=%00'],
    ['a method of PKCE alone', '&code_challenge_method=S256'],
    ['a challenge that is none', '&code_challenge=short'],
    ['an empty challenge', '&code_challenge='],
  ])('refuses %s', async (_title, more) => {
    const answer = await browser.get(`${oauth.page()}${more}`);
    expect([answer.status, answer.headers.location]).toEqual([400, undefined]);
  });

  it.each(['token', 'id_token', 'code token', 'CODE', '', undefined])(
    '[OAUTH-35] refuses the response_type %s',
    async (type) => {
      expectErrorPage(await page({ response_type: type }), /response_type/);
    },
  );

  it('[OAUTH-36] accepts requests with and without a PKCE challenge', async () => {
    expect((await allow()).status).toBe(303);
    expect((await allow({ code_challenge: challenge })).status).toBe(303);
    expect((await allow({ code_challenge: challenge, code_challenge_method: 'S256' })).status).toBe(303);
  });

  it.each(['plain', 's256', 'S512'])(
    '[OAUTH-37] refuses the PKCE method %s',
    async (code_challenge_method) => {
      expectErrorPage(
        await page({ code_challenge: challenge, code_challenge_method }),
        /code_challenge_method/,
      );
    },
  );

  describe('scopes', () => {
    const scopesOf = async (scope?: string) => {
      const { searchParams } = locationOf(await allow({ scope }));
      const { access_token } = (await oauth.exchange(searchParams.get('code') ?? '')).json;
      const works = async (path: string) => (await oauth.asApp(access_token, path)).status !== 403;
      const file = '/v1/files/none';
      return [await works('/v1/me'), await works(file), await works(`${file}/meta`)];
    };

    it.each([
      ['[OAUTH-31] separated by spaces', 'current_user:read file_metadata:read', [true, false, true]],
      ['[OAUTH-32] separated by commas', 'file_content:read,file_metadata:read', [false, true, true]],
      ['[OAUTH-33, SCOPE-04] that are a part of those of the app', 'file_content:read', [false, true, false]],
      ['that are left out: all of the app', undefined, [true, true, true]],
    ])('%s', async (_title, scope, expected) => {
      expect(await scopesOf(scope)).toEqual(expected);
    });

    it.each(['webhooks:write', 'file_content:read webhooks:write', 'workspace:write', 'nonsense'])(
      '[OAUTH-33] that the app does not have are refused: %s',
      async (scope) => expectErrorPage(await page({ scope }), /does not have the scope/),
    );

    it('that are shown are the requested ones', async () => {
      const { text } = await page({ scope: 'file_metadata:read' });
      expect(text.match(/<li>/g)).toHaveLength(1);
      expect((await page()).text.match(/<li>/g)).toHaveLength(appScopes.length);
    });
  });
});
