import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appToken, eventsOf } from './harness/activity.ts';
import { type Browser, formsOf, openBrowser } from './harness/browser.ts';
import { onOwnServers } from './harness/engines.ts';
import { type OauthWorld, oauthWorld, password } from './harness/oauth.ts';
import { goodPassword, peopleOf } from './harness/people.ts';
import { type Server, startServer } from './harness/server.ts';
import { openSignInProvider, type SignInProvider } from './harness/sign-in-provider.ts';

const session = '/workspace/v1/session';
const identitiesPath = '/workspace/v1/me/identities';
const attemptCookie = '__Host-vitrine-sso';
const sessionCookie = '__Host-vitrine-session';

const pathOf = (url: URL): string => `${url.pathname}${url.search}`;

/** A server whose people sign in at a provider. */
interface Place {
  readonly provider: SignInProvider;
  readonly server: Server;
  readonly oauth: OauthWorld;
  /** Begins in a browser; answers where the provider sends it back to. */
  begin(browser: Browser, subject: string, next?: string): Promise<URL>;
  /** The whole way. */
  signIn(subject: string, browser?: Browser): ReturnType<Browser['get']>;
  /** Signs somebody in by password. */
  signedIn(person: 'alice' | 'bob' | 'carla' | 'dan'): Promise<Browser>;
  /** Links an account, begun in the browser of somebody who is signed in. */
  link(browser: Browser, subject: string, body?: object): ReturnType<Browser['get']>;
  write(browser: Browser, method: string, path: string, body?: object): ReturnType<Browser['get']>;
  whoIs(browser: Browser): Promise<{ handle: string; email: string; id: string } | undefined>;
  close(): Promise<void>;
}

async function openPlace(postgres: string | undefined, env: Record<string, string> = {}): Promise<Place> {
  const provider = await openSignInProvider();
  const server = await startServer({ postgres, env: { ...provider.env, ...env } });
  provider.register(server.url);
  const oauth = await oauthWorld(server, [], { tokens: { alice: [appToken('alice-app')] } });
  const place: Place = {
    provider,
    server,
    oauth,
    begin: async (browser, subject, next) => {
      const query = next === undefined ? '' : `?${new URLSearchParams({ next })}`;
      const begun = await browser.get(`/sign-in/sso${query}`);
      expect(begun.status).toBe(303);
      return provider.signIn(String(begun.headers.location), subject);
    },
    signIn: async (subject, browser = openBrowser(server)) =>
      browser.get(pathOf(await place.begin(browser, subject))),
    signedIn: async (person) => {
      const browser = openBrowser(server);
      await oauth.visit(person, '/sign-in', browser);
      return browser;
    },
    write: async (browser, method, path, body) => {
      const { csrf_token } = (await browser.get(session)).json;
      const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
      return server.call(method, path, {
        headers: { cookie, 'x-vitrine-csrf': csrf_token },
        ...(body === undefined ? {} : { body }),
      });
    },
    link: async (browser, subject, body = { password }) => {
      const begun = await place.write(browser, 'POST', identitiesPath, body);
      expect(begun.status).toBe(200);
      const [line = ''] = [begun.headers['set-cookie'] ?? []].flat();
      browser.cookies.set(attemptCookie, /=([^;]*)/.exec(line)?.[1] ?? '');
      return browser.get(pathOf(await provider.signIn(begun.json.url, subject)));
    },
    whoIs: async (browser) => {
      const { status, json } = await browser.get(session);
      return status === 200 ? json.user : undefined;
    },
    close: async () => {
      await server.stop();
      await server.installation.remove();
      await provider.close();
    },
  };
  return place;
}

onOwnServers('Single sign-on', ({ postgres }) => {
  let place: Place;
  let provider: SignInProvider;

  beforeAll(async () => {
    place = await openPlace(postgres);
    provider = place.provider;
  });
  afterAll(() => place?.close());

  it('begins on the sign-in page, with state, nonce and a PKCE challenge', async () => {
    const browser = openBrowser(place.server);
    const page = await browser.get('/sign-in?next=/sign-in');
    expect(page.text).toContain('>Sign in with Acme &lt;Login&gt;</a>');
    const begun = await browser.get('/sign-in/sso?next=/sign-in');
    const address = new URL(String(begun.headers.location));
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: 'vitrine',
      response_type: 'code',
      scope: 'openid email profile',
      redirect_uri: `${place.server.url}/sign-in/sso/callback`,
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    expect([begun.headers['set-cookie'] ?? []].flat()[0]).toMatch(
      /^__Host-vitrine-sso=[\w.-]+; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=600$/,
    );
    expect(begun.headers['cache-control']).toBe('no-store');
  });

  it('opens no account to people without a linked one, also where the e-mail address is the same', async () => {
    provider.people.set('stranger', { email: place.oauth.emailOf('bob'), email_verified: true, name: 'Bob' });
    const browser = openBrowser(place.server);
    const answer = await place.signIn('stranger', browser);
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('No account here is linked')]);
    expect(await place.whoIs(browser)).toBeUndefined();
  });

  it('links the person who is signed in, signs them in again, and ends with the link', async () => {
    const bob = await place.signedIn('bob');
    const linked = await place.link(bob, 'bob-elsewhere', { password, next: '/sign-in' });
    expect([linked.status, linked.headers.location]).toEqual([303, '/sign-in']);
    const browser = openBrowser(place.server);
    const answer = await browser.get(
      pathOf(await place.begin(browser, 'bob-elsewhere', '/sign-in?next=%2Fsign-in')),
    );
    expect([answer.status, answer.headers.location]).toEqual([303, '/sign-in?next=%2Fsign-in']);
    expect((await place.whoIs(browser))?.id).toBe(place.oauth.world.id('12'));
    expect(browser.cookies.has(attemptCookie)).toBe(false);
    const [identity] = (await browser.get(identitiesPath)).json.identities;
    expect(identity).toMatchObject({ issuer: provider.issuer, subject: 'bob-elsewhere', email: null });
    expect(identity.last_used_at).not.toBeNull();
    const dan = await place.signedIn('dan');
    expect((await place.write(dan, 'DELETE', `${identitiesPath}/${identity.id}`)).status).toBe(404);
    expect((await place.write(bob, 'DELETE', `${identitiesPath}/${identity.id}`)).status).toBe(200);
    expect((await place.signIn('bob-elsewhere')).status).toBe(403);
  });

  it('gives the browser a new secret, and ends the session that it had', async () => {
    await place.link(await place.signedIn('carla'), 'carla-elsewhere');
    const browser = openBrowser(place.server);
    browser.cookies.set(sessionCookie, 'A'.repeat(43));
    await place.signIn('carla-elsewhere', browser);
    expect((await place.whoIs(browser))?.handle).toBe('Carla');
    const held = browser.cookies.get(sessionCookie) ?? '';
    expect(held).not.toBe('A'.repeat(43));
    await place.signIn('carla-elsewhere', browser);
    const before = openBrowser(place.server);
    before.cookies.set(sessionCookie, held);
    expect(await place.whoIs(before)).toBeUndefined();
  });

  it('records each link that is made or removed in the activity logs', async () => {
    const alice = await place.signedIn('alice');
    provider.people.set('logged', { email: 'alice@acme.example', email_verified: true });
    await place.link(alice, 'logged');
    const { identities } = (await alice.get(identitiesPath)).json;
    const { id } = identities.find(({ subject }: { subject: string }) => subject === 'logged');
    await place.write(alice, 'DELETE', `${identitiesPath}/${id}`);
    const events = await eventsOf(place.oauth.world, '?events=user_identity_link,user_identity_unlink');
    const details = { issuer: provider.issuer, email: 'alice@acme.example' };
    expect(events.map(({ action }) => action).filter(({ details }) => details?.email !== null)).toEqual([
      { type: 'user_identity_link', details },
      { type: 'user_identity_unlink', details },
    ]);
  });

  describe('links', () => {
    it('only with the password, a session and its token', async () => {
      const alice = await place.signedIn('alice');
      for (const body of [{}, { password: '' }, { password: 'wrong' }])
        expect((await place.write(alice, 'POST', identitiesPath, body)).status).toBe(403);
      for (const body of [
        { password: 1 },
        { next: 'x'.repeat(3000), password },
        { next: 'https://evil.example', password },
      ])
        expect((await place.write(alice, 'POST', identitiesPath, body)).status).toBe(400);
      const cookie = `${sessionCookie}=${alice.cookies.get(sessionCookie)}`;
      const forged = await place.server.call('POST', identitiesPath, {
        headers: { cookie },
        body: { password },
      });
      expect(forged.status).toBe(403);
      const byToken = await place.oauth.own('alice', 'POST', identitiesPath, { password });
      expect([byToken.status, byToken.json.message]).toEqual([403, expect.stringContaining('session')]);
      expect((await alice.get(identitiesPath)).json).toEqual({ identities: [] });
    });

    it('nobody who has signed in as somebody else meanwhile', async () => {
      const browser = await place.signedIn('alice');
      const begun = await place.write(browser, 'POST', identitiesPath, { password });
      const back = await provider.signIn(begun.json.url, 'not-alice');
      const [line = ''] = [begun.headers['set-cookie'] ?? []].flat();
      const dan = await place.signedIn('dan');
      for (const other of [dan, openBrowser(place.server)]) {
        other.cookies.set(attemptCookie, /=([^;]*)/.exec(line)?.[1] ?? '');
        expect((await other.get(pathOf(back))).status).toBe(403);
      }
      expect((await dan.get(identitiesPath)).json).toEqual({ identities: [] });
      expect((await browser.get(identitiesPath)).json).toEqual({ identities: [] });
    });

    it('one account to each person of the provider, also where two try at once', async () => {
      const [alice, dan] = [await place.signedIn('alice'), await place.signedIn('dan')];
      const answers = await Promise.all([place.link(alice, 'contested'), place.link(dan, 'contested')]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const lists = [await alice.get(identitiesPath), await dan.get(identitiesPath)];
      expect(lists.flatMap(({ json }) => json.identities)).toHaveLength(1);
    });
  });

  describe('refuses', () => {
    /** Of somebody who could sign in. */
    const subject = 'refused';
    beforeAll(async () => {
      await place.link(await place.signedIn('alice'), subject);
    });
    const isRefused = async (browser: Browser, back: URL, status: number) => {
      const answer = await browser.get(pathOf(back));
      expect([answer.status, answer.headers.location, answer.headers['content-type']]).toEqual([
        status,
        undefined,
        'text/html; charset=utf-8',
      ]);
      expect(await place.whoIs(browser)).toBeUndefined();
      return answer;
    };
    const changed = (back: URL, name: string, value: string | undefined): URL => {
      const url = new URL(back);
      if (value === undefined) url.searchParams.delete(name);
      else url.searchParams.set(name, value);
      return url;
    };

    it.each([
      ['another state', 'state', 'x'.repeat(43), 400],
      ['no state', 'state', undefined, 400],
      ['a huge state', 'state', 'x'.repeat(65_536), 400],
      ['a state with control characters', 'state', 'a\u0001\r\nb', 400],
      ['the iss of another provider', 'iss', 'https://evil.example', 403],
      ['no iss', 'iss', undefined, 403],
      ['no code', 'code', undefined, 403],
      ['another code', 'code', 'x'.repeat(43), 403],
      ['a huge code', 'code', 'x'.repeat(65_536), 400],
      ['an error beside the code', 'error', 'access_denied', 403],
    ] as const)('%s', async (_title, name, value, status) => {
      const browser = openBrowser(place.server);
      await isRefused(browser, changed(await place.begin(browser, subject), name, value), status);
    });

    it('a doubled code or state', async () => {
      for (const name of ['code', 'state']) {
        const browser = openBrowser(place.server);
        const back = await place.begin(browser, subject);
        back.searchParams.append(name, back.searchParams.get(name) ?? '');
        await isRefused(browser, back, 400);
      }
    });

    it('an attempt that another browser began, or whose cookie was replaced', async () => {
      const mine = openBrowser(place.server);
      const back = await place.begin(mine, subject);
      await isRefused(openBrowser(place.server), back, 400);
      const other = openBrowser(place.server);
      await other.get('/sign-in/sso');
      await isRefused(other, back, 400);
      const doubled = openBrowser(place.server);
      const held = mine.cookies.get(attemptCookie) ?? '';
      const answer = await doubled.get(pathOf(back), {
        cookie: `${attemptCookie}=${held}; ${attemptCookie}=${held}`,
      });
      expect(answer.status).toBe(400);
      for (const value of ['', 'x', `${held}x`, `${held.split('.')[0]}.e30`, 'a.b.c']) {
        other.cookies.set(attemptCookie, value);
        await isRefused(other, back, 400);
      }
    });

    it('a code that comes twice', async () => {
      const browser = openBrowser(place.server);
      const back = await place.begin(browser, subject);
      const held = browser.cookies.get(attemptCookie) ?? '';
      expect((await browser.get(pathOf(back))).status).toBe(303);
      const again = openBrowser(place.server);
      again.cookies.set(attemptCookie, held);
      await isRefused(again, back, 403);
    });

    it.each<[string, (claims: Record<string, unknown>) => Record<string, unknown>, 'another'?]>([
      ['another nonce', (claims) => ({ ...claims, nonce: 'another' })],
      ['no nonce', ({ nonce: _none, ...claims }) => claims],
      ['the issuer of another provider', (claims) => ({ ...claims, iss: 'https://evil.example' })],
      ['another audience', (claims) => ({ ...claims, aud: 'another' })],
      ['several audiences and no party', (claims) => ({ ...claims, aud: ['another', 'else'] })],
      ['a past end', (claims) => ({ ...claims, exp: Math.floor(Date.now() / 1000) - 3600 })],
      ['an issue to come', (claims) => ({ ...claims, iat: Math.floor(Date.now() / 1000) + 5000 })],
      ['no subject', ({ sub: _none, ...claims }) => claims],
      ['a subject of 256 characters', (claims) => ({ ...claims, sub: 'x'.repeat(256) })],
      ['a subject that is no text', (claims) => ({ ...claims, sub: 7 })],
      ['the signature of another key', (claims) => claims, 'another'],
    ])('an ID token with %s', async (_title, change, key) => {
      provider.changeTokens(change, key);
      try {
        const browser = openBrowser(place.server);
        await isRefused(browser, await place.begin(browser, subject), 403);
      } finally {
        provider.changeTokens(undefined);
      }
    });

    it('a person who declined at the provider, with the reason as the provider names it', async () => {
      const browser = openBrowser(place.server);
      const back = await place.begin(browser, subject);
      const state = back.searchParams.get('state') ?? '';
      const said = (error: string) =>
        new URL(
          `${back.origin}${back.pathname}?${new URLSearchParams({ state, error, iss: provider.issuer })}`,
        );
      const held = browser.cookies.get(attemptCookie) ?? '';
      expect((await isRefused(browser, said('access_denied'), 403)).text).toContain('access_denied');
      browser.cookies.set(attemptCookie, held);
      expect((await isRefused(browser, said('<b>call 555'), 403)).text).not.toContain('555');
    });
  });

  describe('says so where the provider', () => {
    /** What an answer without end could send before nobody read on. */
    let sentBytes = 0;
    const failures: [string, Parameters<SignInProvider['intercept']>[0]][] = [
      ['fails', (_path, response) => !!response.writeHead(500).end('{}')],
      ['never answers', () => true],
      [
        'answers without end',
        (_path, response) => {
          response.writeHead(200, { 'content-type': 'application/json' });
          sentBytes = 0;
          const write = () => {
            do sentBytes += 65_536;
            while (response.writable && response.write('x'.repeat(65_536)));
            if (response.writable) response.once('drain', write);
          };
          response.once('error', () => undefined);
          write();
          return true;
        },
      ],
      [
        'leads elsewhere',
        (_path, response) => !!response.writeHead(302, { location: 'https://127.0.0.1:1/' }).end(),
      ],
      ['hangs up', (_path, response) => !!response.socket?.destroy()],
      [
        'answers with what is no JSON',
        (_path, response) => !!response.writeHead(200, { 'content-type': 'application/json' }).end('<p>'),
      ],
    ];

    it.each(failures)('%s when it is first asked', async (_title, answer) => {
      // What is known of the provider is forgotten in an hour.
      await place.server.call('POST', '/test/v1/clock', {
        token: place.server.adminToken,
        body: { advance: '2h' },
      });
      provider.intercept(answer);
      try {
        const browser = openBrowser(place.server);
        const begun = await browser.get('/sign-in/sso');
        expect([begun.status, begun.text]).toEqual([502, expect.stringContaining('does not answer')]);
        expect(begun.text).toContain('<a href="/sign-in">Back to sign-in</a>');
        expect(begun.headers['set-cookie']).toBeUndefined();
        // Half a megabyte is read, and some more lies in buffers on the way.
        expect(sentBytes).toBeLessThan(32 * 1024 * 1024);
      } finally {
        provider.intercept(undefined);
      }
      expect((await openBrowser(place.server).get('/sign-in/sso')).status).toBe(303);
    });

    it.each([
      ['authorization_endpoint', 'http://login.example/'],
      ['authorization_endpoint', 'javascript:alert(1)'],
      ['authorization_endpoint', ['https://login.example/']],
      ['token_endpoint', undefined],
      ['jwks_uri', 'keys'],
      ['userinfo_endpoint', 'http://login.example/'],
    ])('names as its %s %j, and asks again at the next visit', async (name, address) => {
      await place.server.call('POST', '/test/v1/clock', {
        token: place.server.adminToken,
        body: { advance: '2h' },
      });
      const { issuer } = provider;
      const known = {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
      };
      provider.intercept((_path, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        return !!response.end(JSON.stringify({ ...known, [name]: address }));
      });
      try {
        const begun = await openBrowser(place.server).get('/sign-in/sso');
        expect([begun.status, begun.text]).toEqual([502, expect.stringContaining('does not answer')]);
      } finally {
        provider.intercept(undefined);
      }
      expect((await openBrowser(place.server).get('/sign-in/sso')).status).toBe(303);
    });

    it.each(failures)('%s when a code is exchanged', async (title, answer) => {
      const browser = openBrowser(place.server);
      const back = await place.begin(browser, 'anybody');
      provider.intercept((path, response) => path === '/token' && (answer?.(path, response) ?? false));
      try {
        const { status, text } = await browser.get(pathOf(back));
        const isOutage = !['leads elsewhere', 'answers with what is no JSON'].includes(title);
        expect([status, text]).toEqual([isOutage ? 502 : 403, expect.any(String)]);
        expect(await place.whoIs(browser)).toBeUndefined();
      } finally {
        provider.intercept(undefined);
      }
    });
  });

  it('asks for the keys and addresses of the provider once in an hour, however many come', async () => {
    await place.server.call('POST', '/test/v1/clock', {
      token: place.server.adminToken,
      body: { advance: '2h' },
    });
    provider.calls.length = 0;
    const begun = await Promise.all(
      Array.from({ length: 20 }, () => openBrowser(place.server).get('/sign-in/sso')),
    );
    expect(begun.every(({ status }) => status === 303)).toBe(true);
    expect(provider.calls).toEqual(['/.well-known/openid-configuration']);
  });

  it('goes by the clock of the server: an attempt lives ten minutes, an ID token until its end', async () => {
    const advance = (time: string) =>
      place.server.call('POST', '/test/v1/clock', {
        token: place.server.adminToken,
        body: { advance: time },
      });
    await place.link(await place.signedIn('alice'), 'punctual');
    const [early, late] = [openBrowser(place.server), openBrowser(place.server)];
    const [soon, later] = [await place.begin(early, 'punctual'), await place.begin(late, 'punctual')];
    await advance('9m');
    expect((await early.get(pathOf(soon))).status).toBe(303);
    await advance('2m');
    expect((await late.get(pathOf(later))).status).toBe(400);
    const now = Date.parse(
      (await place.server.call('GET', '/test/v1/clock', { token: place.server.adminToken })).json.now,
    );
    for (const [seconds, status] of [
      [600, 303],
      [-600, 403],
    ] as const) {
      provider.changeTokens((claims) => ({ ...claims, exp: Math.floor(now / 1000) + seconds }));
      expect((await place.signIn('punctual')).status).toBe(status);
    }
    provider.changeTokens(undefined);
  });
});

onOwnServers('Single sign-on that creates accounts', ({ postgres }) => {
  let place: Place;
  const people = '/workspace/v1/organizations/1/users';
  const listed = async (): Promise<{ email: string; role: string; seat: string; handle: string }[]> =>
    (await place.oauth.own('admin', 'GET', people)).json.users;

  beforeAll(async () => {
    place = await openPlace(postgres, {
      VITRINE_OIDC_CREATE_IN: '1',
      VITRINE_OIDC_CREATE_SEAT: 'dev',
      VITRINE_OIDC_DOMAINS: 'acme.example, Other.Example',
    });
  });
  afterAll(() => place?.close());

  it('creates an account once, in the organization and with the seat that the settings name', async () => {
    const claims = { email: 'Eve@ACME.example', email_verified: true, name: 'Eve\u202e \u0000Adams' };
    place.provider.people.set('eve', claims);
    const browser = openBrowser(place.server);
    expect((await place.signIn('eve', browser)).status).toBe(303);
    expect(await place.whoIs(browser)).toMatchObject({ handle: 'Eve Adams', email: 'Eve@ACME.example' });
    expect((await place.signIn('eve')).status).toBe(303);
    const found = (await listed()).filter(({ email }) => email === claims.email);
    expect(found).toEqual([expect.objectContaining({ role: 'member', seat: 'dev' })]);
  });

  it('creates one account where somebody comes twice at the same moment', async () => {
    place.provider.people.set('twin', { email: 'twin@acme.example', email_verified: true });
    const browsers = [openBrowser(place.server), openBrowser(place.server), openBrowser(place.server)];
    const backs = await Promise.all(browsers.map((browser) => place.begin(browser, 'twin')));
    const answers = await Promise.all(browsers.map((browser, at) => browser.get(pathOf(backs[at] as URL))));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect((await listed()).filter(({ email }) => email === 'twin@acme.example')).toHaveLength(1);
  });

  it('leaves an account alone whose e-mail address is the same', async () => {
    const body = { email: 'frank@acme.example', handle: 'Frank', password };
    expect((await place.oauth.own('admin', 'POST', people, body)).status).toBe(200);
    place.provider.people.set('not-frank', {
      email: 'FRANK@acme.example',
      email_verified: true,
      name: 'Frank',
    });
    const browser = openBrowser(place.server);
    expect((await place.signIn('not-frank', browser)).status).toBe(403);
    expect(await place.whoIs(browser)).toBeUndefined();
    expect((await listed()).filter(({ handle }) => handle === 'Frank')).toHaveLength(1);
  });

  it.each<[string, Record<string, unknown>]>([
    ['no e-mail address', { name: 'X' }],
    ['one that is not verified', { email: 'x@acme.example', email_verified: false }],
    ['one that nothing is said of', { email: 'y@acme.example' }],
    ['one of another domain', { email: 'x@evil.example', email_verified: true }],
    ['one of a domain below', { email: 'x@sub.acme.example', email_verified: true }],
    ['one that only ends like it', { email: 'x@notacme.example', email_verified: true }],
    ['two in one', { email: 'x@evil.example,y@acme.example', email_verified: true }],
    ['a huge one', { email: `${'x'.repeat(400)}@acme.example`, email_verified: true }],
    ['one with a line break', { email: 'x\r\nBcc:y@acme.example', email_verified: true }],
    ['one that is no text', { email: ['x@acme.example'], email_verified: true }],
  ])('creates no account for %s', async (title, claims) => {
    const before = await listed();
    place.provider.people.set(title, claims);
    const browser = openBrowser(place.server);
    const answer = await place.signIn(title, browser);
    expect([answer.status, await place.whoIs(browser)]).toEqual([403, undefined]);
    expect(await listed()).toEqual(before);
  });

  it('does not let people unlink their last way to sign in', async () => {
    place.provider.people.set('only', { email: 'only@acme.example', email_verified: true });
    const browser = openBrowser(place.server);
    await place.signIn('only', browser);
    const path = async () => `${identitiesPath}/${(await browser.get(identitiesPath)).json.identities[0].id}`;
    expect((await place.write(browser, 'DELETE', await path())).status).toBe(409);
    place.provider.people.set('second', { email: 'only@acme.example', email_verified: true });
    expect((await place.link(browser, 'second', {})).status).toBe(200);
    expect((await place.write(browser, 'DELETE', await path())).status).toBe(200);
    expect((await place.write(browser, 'DELETE', await path())).status).toBe(409);
  });

  it('ends with the person', async () => {
    place.provider.people.set('leaver', { email: 'leaver@acme.example', email_verified: true });
    const browser = openBrowser(place.server);
    await place.signIn('leaver', browser);
    const { id } = (await place.whoIs(browser)) ?? { id: '' };
    expect((await place.oauth.own('admin', 'DELETE', `${people}/${id}`)).status).toBe(200);
    expect(await place.whoIs(browser)).toBeUndefined();
    const again = openBrowser(place.server);
    await place.signIn('leaver', again);
    expect((await place.whoIs(again))?.id).not.toBe(id);
  });
});

onOwnServers('Single sign-on as the only way to sign in', ({ postgres }) => {
  let place: Place;
  beforeAll(async () => {
    place = await openPlace(postgres, { VITRINE_OIDC_ONLY: 'on' });
  });
  afterAll(() => place?.close());

  it('accepts no passwords but those of administrators of the installation', async () => {
    const browser = openBrowser(place.server);
    const answer = await place.oauth.visit('bob', '/sign-in', browser);
    expect([answer.status, /role="alert">([^<]*)/.exec(answer.text)?.[1]]).toEqual([
      403,
      'The e-mail address or the password is wrong.',
    ]);
    expect(await place.whoIs(browser)).toBeUndefined();
    const users = '/workspace/v1/organizations/1/users';
    const [administrator] = (await place.oauth.own('admin', 'GET', users)).json.users;
    await place.oauth.own('admin', 'PUT', `${users}/${administrator.id}`, { password });
    const page = await browser.get('/sign-in');
    await browser.submit(page, 'Sign in', { email: administrator.email, password });
    expect((await place.whoIs(browser))?.id).toBe(administrator.id);
  });

  it('lets invited people in by the provider, with the address that was invited', async () => {
    const { provider, oauth, server } = place;
    provider.people.set('nora', { email: 'Nora@acme.example', email_verified: true, name: 'Nora' });
    provider.people.set('eve', { email: 'eve@acme.example', email_verified: true });
    provider.people.set('unproven', { email: 'nora@acme.example', email_verified: false });
    const path = await peopleOf(oauth).link('nora@acme.example', { role: 'guest', seat: 'dev' });
    const page = await openBrowser(server).get(path);
    expect([page.text.includes('/sign-in/sso?next='), page.text.includes('name="password"')]).toEqual([
      true,
      false,
    ]);
    const byPassword = openBrowser(server);
    const { form_token = '' } = formsOf(await byPassword.get('/sign-in'))[0]?.fields ?? {};
    const form = { form_token, handle: 'Nora', password: goodPassword };
    expect((await byPassword.post(path, form)).status).toBe(403);
    for (const subject of ['eve', 'unproven']) {
      const other = openBrowser(server);
      await other.get(pathOf(await place.begin(other, subject, path)));
      expect(await place.whoIs(other)).toBeUndefined();
    }
    const browser = openBrowser(server);
    const back = await browser.get(pathOf(await place.begin(browser, 'nora', path)));
    expect([back.status, back.headers.location]).toEqual([303, '/']);
    const invited = { handle: 'Nora', organization: oauth.world.id('900'), role: 'guest', seat: 'dev' };
    expect(await place.whoIs(browser)).toMatchObject(invited);
    expect((await openBrowser(server).get(path)).status).toBe(404);
    const again = openBrowser(server);
    await place.signIn('nora', again);
    expect(await place.whoIs(again)).toMatchObject(invited);
  });

  it('sends nobody a link to choose a password that opens nothing', async () => {
    const { oauth } = place;
    const path = `${peopleOf(oauth).users}/${oauth.world.id('12')}/password-reset`;
    expect((await oauth.own('alice', 'POST', path)).status).toBe(409);
  });
});

onOwnServers('A server without single sign-on', ({ postgres }) => {
  it('has no button for it, and nothing at its addresses', async () => {
    const server = await startServer({ postgres });
    try {
      const browser = openBrowser(server);
      expect((await browser.get('/sign-in')).text).not.toContain('/sign-in/sso');
      for (const path of ['/sign-in/sso', '/sign-in/sso/callback?state=x&code=y'])
        expect((await browser.get(path)).status).toBe(404);
    } finally {
      await server.stop();
      await server.installation.remove();
    }
  });
});
