import { beforeAll, describe, expect, it } from 'vitest';
import { formsOf, openBrowser } from './harness/browser.ts';
import { fileOf } from './harness/cast.ts';
import { onEachEngine } from './harness/engines.ts';
import { exampleFile } from './harness/example-file.ts';
import { app, type OauthWorld, oauthWorld, password } from './harness/oauth.ts';

const session = '/workspace/v1/session';
const cookie = '__Host-vitrine-session';

onEachEngine('Sessions', (engine) => {
  let oauth: OauthWorld;
  const signedIn = async (person: Parameters<OauthWorld['visit']>[0] = 'bob') => {
    const browser = openBrowser(engine);
    await oauth.visit(person, '/sign-in', browser);
    return browser;
  };
  const isOpen = async (browser: { get(path: string): Promise<{ status: number }> }) =>
    (await browser.get(session)).status === 200;

  beforeAll(async () => {
    const files = [fileOf('design', exampleFile)];
    oauth = await oauthWorld(engine, [app('app')], { files });
  });

  it('begin with the right password, in a cookie out of reach of scripts and other hosts', async () => {
    const browser = openBrowser(engine);
    const page = await browser.get('/sign-in');
    const answer = await browser.submit(page, 'Sign in', {
      email: oauth.emailOf('bob').toUpperCase(),
      password,
    });
    expect(answer.status).toBe(303);
    const [line] = [answer.headers['set-cookie'] ?? []].flat();
    expect(line).toMatch(
      /^__Host-vitrine-session=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=\d+$/,
    );
    expect((await browser.get(session)).json.user.handle).toBe('Bob');
  });

  it('do not begin with a wrong password, and unknown people get the same answer', async () => {
    const browser = openBrowser(engine);
    const page = await browser.get('/sign-in');
    const tries = [
      { email: oauth.emailOf('bob'), password: 'wrong' },
      { email: 'nobody@example.com', password },
      { email: 'nobody@example.com', password: '' },
    ];
    const answers = [];
    for (const given of tries) answers.push(await browser.submit(page, 'Sign in', given));
    const shown = answers.map(({ status, text }) => [status, /role="alert">([^<]*)/.exec(text)?.[1]]);
    expect(new Set(shown.map(String))).toEqual(new Set(['403,The e-mail address or the password is wrong.']));
    expect(await isOpen(browser)).toBe(false);
  });

  it('get a fresh secret: one that was fixed before is worthless', async () => {
    const browser = openBrowser(engine);
    const fixed = 'A'.repeat(43);
    browser.cookies.set(cookie, fixed);
    await oauth.visit('bob', '/sign-in', browser);
    expect(browser.cookies.get(cookie)).not.toBe(fixed);
    const attacker = openBrowser(engine);
    attacker.cookies.set(cookie, fixed);
    expect([await isOpen(browser), await isOpen(attacker)]).toEqual([true, false]);
  });

  it('get a new secret when somebody signs in again, and the one before is void', async () => {
    const browser = await signedIn();
    const before = openBrowser(engine);
    before.cookies.set(cookie, browser.cookies.get(cookie) ?? '');
    const { json } = await browser.get(session);
    const fields = { form_token: json.csrf_token, email: oauth.emailOf('bob'), password };
    expect((await browser.post('/sign-in', fields)).status).toBe(303);
    expect([await isOpen(browser), await isOpen(before)]).toEqual([true, false]);
  });

  it('open our own operations, and writing ones only with their token', async () => {
    const browser = await signedIn('alice');
    expect((await browser.get('/workspace/v1/apps')).status).toBe(200);
    const { csrf_token } = (await browser.get(session)).json;
    const write = (headers: Record<string, string>) =>
      oauth.call('POST', '/workspace/v1/me/tokens', {
        headers: { cookie: `${cookie}=${browser.cookies.get(cookie)}`, ...headers },
        body: { name: 'n', scopes: ['file_content:read'] },
      });
    const theirs = (await (await signedIn('dan')).get(session)).json.csrf_token;
    for (const headers of [
      {},
      { 'x-vitrine-csrf': '' },
      { 'x-vitrine-csrf': 'x' },
      { 'x-vitrine-csrf': theirs },
    ])
      expect((await write(headers as Record<string, string>)).status).toBe(403);
    expect((await write({ 'x-vitrine-csrf': csrf_token })).status).toBe(200);
  });

  it('open nothing of the interface without their token, and nothing to pages of other origins', async () => {
    const browser = await signedIn();
    expect((await browser.get('/v1/me')).status).toBe(403);
    expect((await browser.get(`/v1/files/${oauth.world.id('design')}`)).status).toBe(403);
    const answer = await browser.get(session, { origin: 'https://evil.example' });
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect(answer.headers['cache-control']).toBe('no-store');
    const asked = await oauth.call('OPTIONS', session, { headers: { origin: 'https://evil.example' } });
    expect(asked.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('open with their token, reads too, what pages are made of, and nothing else of the interface', async () => {
    const browser = await signedIn();
    const { csrf_token } = (await browser.get(session)).json;
    const theirs = (await (await signedIn('dan')).get(session)).json.csrf_token;
    const file = oauth.world.id('design');
    const call = (method: string, path: string, token: string, body?: object) =>
      oauth.call(method, path, {
        headers: { cookie: `${cookie}=${browser.cookies.get(cookie)}`, 'x-vitrine-csrf': token },
        ...(body === undefined ? {} : { body }),
      });
    for (const below of [
      '',
      '/nodes?ids=1:2',
      '/comments',
      '/versions',
      '/dev_resources',
      '/variables/local',
    ])
      expect([below, (await call('GET', `/v1/files/${file}${below}`, csrf_token)).status]).toEqual([
        below,
        200,
      ]);
    const posted = await call('POST', `/v1/files/${file}/comments`, csrf_token, { message: 'Hello' });
    expect([posted.status, posted.json.user?.handle]).toEqual([200, 'Bob']);
    for (const token of [theirs, '', 'x'])
      expect((await call('GET', `/v1/files/${file}/comments`, token)).status).toBe(403);
    for (const other of [
      '/v1/me',
      `/v1/teams/${oauth.world.id('100')}/projects`,
      `/v1/oembed?url=${encodeURIComponent(`https://example.com/design/${file}/Design`)}`,
    ])
      expect((await call('GET', other, csrf_token)).status).toBe(403);
  });

  it('end by signing out here, or everywhere', async () => {
    const [here, there, elsewhere] = [await signedIn(), await signedIn(), await signedIn()];
    const held = here.cookies.get(cookie) ?? '';
    await here.submit(await here.get('/sign-in'), 'Sign out');
    expect(here.cookies.has(cookie)).toBe(false);
    here.cookies.set(cookie, held);
    expect([await isOpen(here), await isOpen(there)]).toEqual([false, true]);
    const end = async (path: string) => {
      const { csrf_token } = (await there.get(session)).json;
      const headers = { cookie: `${cookie}=${there.cookies.get(cookie)}`, 'x-vitrine-csrf': csrf_token };
      expect((await oauth.call('DELETE', path, { headers })).status).toBe(200);
    };
    await end('/workspace/v1/sessions');
    expect([await isOpen(there), await isOpen(elsewhere)]).toEqual([false, false]);
  });

  it('end when the password is changed', async () => {
    const browser = await signedIn('carla');
    const path = `/workspace/v1/organizations/${oauth.world.id('900')}/users/${oauth.world.id('13')}`;
    expect((await oauth.own('alice', 'PUT', path, { password })).status).toBe(200);
    expect(await isOpen(browser)).toBe(false);
  });

  it('end when the password is changed, also those that are begun at that moment', async () => {
    const path = `/workspace/v1/organizations/${oauth.world.id('900')}/users/${oauth.world.id('15')}`;
    const browsers = Array.from({ length: 6 }, () => openBrowser(engine));
    const pages = await Promise.all(browsers.map((browser) => browser.get('/sign-in')));
    const fields = { email: oauth.emailOf('erin'), password };
    const signIns = browsers.slice(0, 4).map((browser, at) => browser.submit(pages[at]!, 'Sign in', fields));
    const change = oauth.own('alice', 'PUT', path, { password: 'another long password' });
    expect((await change).status).toBe(200);
    const later = browsers.slice(4).map((browser, at) => browser.submit(pages[at + 4]!, 'Sign in', fields));
    await Promise.all([...signIns, ...later]);
    expect(await Promise.all(browsers.map(isOpen))).toEqual(browsers.map(() => false));
  });

  describe('forms', () => {
    it.each(['', 'nonsense'])('are accepted only with their token, not with %j', async (form_token) => {
      const browser = await signedIn();
      const consent = await browser.post(oauth.page(), { form_token, decision: 'allow' });
      const signIn = await browser.post('/sign-in', { form_token, email: oauth.emailOf('bob'), password });
      const signOut = await browser.post('/sign-out', { form_token });
      for (const { status, headers } of [consent, signIn, signOut]) {
        expect([status, headers.location]).toEqual([form_token === '' ? expect.any(Number) : 403, undefined]);
        expect(status).toBeGreaterThanOrEqual(400);
      }
      expect(await isOpen(browser)).toBe(true);
    });

    it('of another browser are refused', async () => {
      const [bob, dan] = [await signedIn('bob'), await signedIn('dan')];
      const form = formsOf(await bob.get(oauth.page()))[0];
      const sent = await dan.post(form?.action ?? '', { ...form?.fields, decision: 'allow' });
      expect([sent.status, sent.headers.location]).toEqual([403, undefined]);
      const without = await openBrowser(engine).post('/sign-in', {
        ...form?.fields,
        email: oauth.emailOf('bob'),
        password,
      });
      expect(without.status).toBe(403);
    });

    it('that are sent as JSON, doubled or huge are refused', async () => {
      const browser = await signedIn();
      const { csrf_token } = (await browser.get(session)).json;
      const json = await browser.post('/sign-in', JSON.stringify({ form_token: csrf_token }), {
        'content-type': 'application/json',
      });
      const doubled = await browser.post(
        oauth.page(),
        `form_token=${csrf_token}&decision=deny&decision=allow`,
      );
      const ofLength = (length: number) =>
        browser.post('/sign-in', {
          form_token: csrf_token,
          email: 'x'.repeat(length),
          password: 'x'.repeat(length),
        });
      const refusals = [json, doubled, await ofLength(60_000), await ofLength(65_536)];
      for (const { headers } of refusals)
        expect([headers.location, headers['content-type']]).toEqual([undefined, 'text/html; charset=utf-8']);
      expect(refusals.map(({ status }) => status)).toEqual([400, 400, 400, 413]);
    });

    it('without a decision allow nothing', async () => {
      const browser = await signedIn();
      const { csrf_token } = (await browser.get(session)).json;
      const answer = await browser.post(oauth.page(), { form_token: csrf_token });
      expect([answer.status, answer.headers.location]).toEqual([400, undefined]);
    });
  });

  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '\\\\evil.example',
    '/\t/evil.example/',
    '/%0d%0aSet-Cookie:a=b\r\n',
    'javascript:alert(1)',
    '/..//evil.example',
    'evil',
  ])('do not redirect to %j', async (next) => {
    const browser = await signedIn();
    const answer = await browser.get(`/sign-in?${new URLSearchParams({ next })}`);
    expect([answer.status, answer.headers.location]).toEqual([400, undefined]);
  });

  it('ask which account is meant where an address has several', async () => {
    const world = await oauthWorld(engine, [app('open', { state: 'public', visibility: 'public' })]);
    const body = { email: world.emailOf('bob'), handle: 'Second Bob', password };
    const elsewhere = `/workspace/v1/organizations/${world.world.id('901')}/users`;
    const made = await world.own('dan', 'POST', elsewhere, body);
    expect(made.status).toBe(200);
    const browser = openBrowser(engine);
    const asked = await world.visit('bob', world.page({ client_id: 'open' }), browser);
    expect(asked.text).toMatch(/<legend>Organization<\/legend>.*Elsewhere.*Acme/s);
    await browser.submit(asked, 'Sign in', { email: body.email, password, account: world.world.id('12') });
    expect((await browser.get(session)).json.user.handle).toBe('Bob');
    const other = openBrowser(engine);
    const wrong = await other.submit(await other.get('/sign-in'), 'Sign in', {
      email: body.email,
      password: 'wrong',
    });
    expect(wrong.text).not.toContain('Elsewhere');
  });
});
