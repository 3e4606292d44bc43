import { beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from './harness/browser.ts';
import type { Answer } from './harness/client.ts';
import { onEachEngine } from './harness/engines.ts';
import { expectError } from './harness/error-checks.ts';
import { pixelPng } from './harness/example-file.ts';
import { appScopes, callback, expectRefusal, type OauthWorld, oauthWorld } from './harness/oauth.ts';

const apps = '/workspace/v1/apps';
const logo = `data:image/png;base64,${pixelPng.toString('base64')}`;
const steps = { steps: 'Sign in and press the button.' };
const published = { redirect_urls: [callback], scopes: appScopes };
const complete = {
  ...published,
  visibility: 'public',
  description: 'Measures.',
  logo,
  testing_instructions: steps,
};

onEachEngine('Apps', (engine) => {
  let oauth: OauthWorld;
  const organization = () => oauth.world.id('900');
  const own = (as: string, method: string, path: string, body?: object) =>
    oauth.own(as, method, `${apps}${path}`, body);
  /** An app of Bob's, of the organization. */
  const make = async (more: object = {}, as = 'bob') => {
    const answer = await own(as, 'POST', '', { name: 'Mine', organization: organization(), ...more });
    expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.anything()]);
    return answer.json as { client_id: string; client_secret: string };
  };
  const change = (id: string, changes: object, as = 'bob') => own(as, 'PUT', `/${id}`, changes);
  const publish = (id: string, as = 'bob') => own(as, 'POST', `/${id}/publish`);
  /** Of the revision that is there, where none is named. */
  const review = async (id: string, body: object, as = 'admin') => {
    const { revision } = (await own('admin', 'GET', `/${id}`)).json;
    return own(as, 'POST', `/${id}/review`, { revision, ...body });
  };
  const get = async (id: string) => (await own('bob', 'GET', `/${id}`)).json;
  const visit = (person: Parameters<OauthWorld['visit']>[0], id: string) =>
    oauth.visit(person, oauth.page({ client_id: id }));
  /** Whether the person is asked to allow the app; else they are told that it is not open to them. */
  const mayAllow = async (person: Parameters<OauthWorld['visit']>[0], id: string) => {
    const page = await visit(person, id);
    expect(page.text).toMatch(page.status === 200 ? />Allow</ : /not open to your account/);
    return page.status === 200;
  };
  const tokensOf = async (
    person: Parameters<OauthWorld['visit']>[0],
    made: Awaited<ReturnType<typeof make>>,
  ) => {
    const { client_id: clientId, client_secret: clientSecret } = made;
    const code = await oauth.code(person, { client_id: clientId });
    return oauth.exchange(code, {}, { clientId, clientSecret });
  };
  const expectBadRequest = (answer: Answer, says: RegExp) => {
    expect(answer.status).toBe(400);
    expect(answer.json.err).toMatch(says);
  };

  beforeAll(async () => {
    oauth = await oauthWorld(engine);
  });

  describe('Making an app', () => {
    it('[OAUTH-01] an app without a name is not made', async () => {
      const place = { organization: organization() };
      expectBadRequest(await own('bob', 'POST', '', place), /name/);
      expectBadRequest(await own('bob', 'POST', '', { ...place, name: '' }), /name/);
      expectBadRequest(await own('bob', 'POST', '', { ...place, name: '  ' }), /name/);
    });

    it('[OAUTH-02] an app is made for a team or an organization', async () => {
      expectBadRequest(await own('bob', 'POST', '', { name: 'App' }), /team.*organization/);
      const both = { organization: organization(), team: oauth.world.id('100') };
      expectBadRequest(await own('bob', 'POST', '', { name: 'App', ...both }), /one of them/);
      expect((await own('bob', 'POST', '', { name: 'App', team: both.team })).json.team).toBe(both.team);
    });

    it('nobody makes an app for a team or organization that they do not belong to', async () => {
      expect((await own('dan', 'POST', '', { name: 'App', organization: organization() })).status).toBe(403);
      expect((await own('dan', 'POST', '', { name: 'App', team: oauth.world.id('100') })).status).toBe(404);
    });

    it('members of an organization or team make apps who are neither guests nor viewers', async () => {
      const team = oauth.world.id('100');
      const user = `/workspace/v1/organizations/${organization()}/users/${oauth.world.id('12')}`;
      const refused = async (as: string, place: object, says: RegExp) =>
        expectError(await own(as, 'POST', '', { name: 'App', ...place }), 403, says);
      await refused('carla', { team }, /viewer of a team cannot make apps/);
      expect((await own('alice', 'POST', '', { name: 'App', team })).status).toBe(200);
      expect((await own('admin', 'POST', '', { name: 'App', team })).status).toBe(200);
      expect((await oauth.own('alice', 'PUT', user, { role: 'guest' })).status).toBe(200);
      await refused('bob', { team }, /guest of an organization cannot make apps/);
      await refused('bob', { organization: organization() }, /guest of an organization cannot make apps/);
      expect((await oauth.own('alice', 'PUT', user, { role: 'member' })).status).toBe(200);
      expect((await own('bob', 'POST', '', { name: 'App', team })).status).toBe(200);
    });

    it('[OAUTH-05, OAUTH-06, OAUTH-12, OAUTH-16, OAUTH-17] an app begins as a private draft with an id and, this once, a secret', async () => {
      const made = await make();
      expect([typeof made.client_id, typeof made.client_secret]).toEqual(['string', 'string']);
      const later = await get(made.client_id);
      expect([later.client_id, later.state, later.visibility]).toEqual([made.client_id, 'draft', 'private']);
      for (const answer of [
        await own('bob', 'GET', ''),
        await own('bob', 'GET', `/${made.client_id}`),
        await change(made.client_id, { description: 'x' }),
      ])
        expect(answer.text).not.toMatch(new RegExp(`secret|${made.client_secret}`));
      expectBadRequest(await change(made.client_id, { visibility: 'secret' }), /visibility/);
    });
  });

  describe('Configuring an app', () => {
    it('[OAUTH-04] an app gets another name, which people then see', async () => {
      const { client_id } = await make(published);
      await change(client_id, { name: 'Renamed' });
      expect((await visit('bob', client_id)).text).toContain('Allow Renamed');
    });

    it('[OAUTH-27] an app that is half-filled stays a draft with the changes', async () => {
      const { client_id } = await make();
      await change(client_id, { description: 'Half', scopes: ['file_content:read'] });
      const { state, description, scopes } = await get(client_id);
      expect([state, description, scopes]).toEqual(['draft', 'Half', ['file_content:read']]);
    });

    it('[OAUTH-09] an app has several redirect URLs, each of which works', async () => {
      const redirect_urls = [callback, 'https://app.example/second'];
      const { client_id } = await make({ ...published, redirect_urls });
      for (const redirect_uri of redirect_urls)
        expect((await oauth.visit('bob', oauth.page({ client_id, redirect_uri }))).status).toBe(200);
    });

    it.each([
      'http://app.example/callback',
      '/callback',
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'https://user:pass@app.example/',
      'https://app.example/#part',
      'https://app.example\\@evil.example/',
      'https://app.example/a b',
      'https://app.example/\r\nLocation:x',
      'https://',
    ])('not with the redirect URL %j', async (url) => {
      const { client_id } = await make();
      expectBadRequest(await change(client_id, { redirect_urls: [url] }), /redirect URL/);
    });

    it.each([['workspace:write'], ['test:control'], ['nonsense']])('not with the scope %s', async (scope) => {
      const { client_id } = await make();
      expectBadRequest(await change(client_id, { scopes: [scope] }), /scope/);
    });

    it('an app takes no logo that is no image', async () => {
      const { client_id } = await make();
      const script = Buffer.from('<svg onload="alert(1)"/>').toString('base64');
      expectBadRequest(await change(client_id, { logo: `data:image/png;base64,${script}` }), /logo/);
      expectBadRequest(await change(client_id, { logo: `data:image/svg+xml;base64,${script}` }), /logo/);
      expectBadRequest(await change(client_id, { logo: logo.replace('png', 'gif') }), /logo/);
    });

    it.each([
      { website: 'http://app.example/' },
      { website: 'https://user@app.example/' },
      { website: 'javascript:alert(1)' },
      { website: 'https://app.example/\n' },
      { support_contact: 'nobody' },
      { support_contact: 'a@app.example, b@app.example' },
      { support_contact: 'http://app.example/' },
    ])('not with a website or support contact that is not one: %j', async (change_) => {
      const { client_id } = await make();
      expectBadRequest(await change(client_id, change_), /website|support contact/);
    });

    it('an app gets a website and a support contact, and loses them again', async () => {
      const { client_id } = await make({ website: 'https://app.example/about' });
      const changed = await change(client_id, { support_contact: 'help@app.example' });
      const places = ({ website, support_contact }: Answer['json']) => [website, support_contact];
      expect(places(changed.json)).toEqual(['https://app.example/about', 'help@app.example']);
      expect(places((await change(client_id, { website: null, support_contact: null })).json)).toEqual([
        null,
        null,
      ]);
    });

    it('apps are listed with the names of what they belong to', async () => {
      const { client_id } = await make({ organization: undefined, team: oauth.world.id('100') });
      const { apps: listed } = (await own('bob', 'GET', '')).json;
      expect(listed.find((one: { client_id: string }) => one.client_id === client_id)).toMatchObject({
        organization_name: 'Acme',
        team_name: 'Core',
        creator_name: 'Bob',
      });
    });

    it('its creator and the admins configure an app, and nobody else', async () => {
      const { client_id } = await make();
      for (const as of ['carla', 'dan']) {
        expect((await change(client_id, { name: 'Theirs' }, as)).status).toBe(404);
        expect((await own(as, 'GET', '')).text).not.toContain(client_id);
        expect((await own(as, 'DELETE', `/${client_id}`)).status).toBe(404);
        expect((await publish(client_id, as)).status).toBe(404);
      }
      expect((await change(client_id, { name: 'By Alice' }, 'alice')).status).toBe(200);
    });
  });

  it.each<[object, RegExp]>([
    [{ name: 'Acme\u202egnp.exe' }, /holds U\+202E, which turns/],
    [{ name: 'Acme\u200b' }, /cannot be seen/],
    [{ name: 'Two\nlines' }, /one line of text/],
    [{ description: 'Reads \u2066nothing' }, /cannot be seen/],
    [{ description: 'Rings \u0007' }, /cannot be seen/],
  ])('may not have a name or a description of characters that nobody sees: %j', async (change, words) => {
    const { client_id } = await make();
    expectBadRequest(await own('bob', 'PUT', `/${client_id}`, change), words);
    const whole = await own('bob', 'PUT', `/${client_id}`, {
      name: 'Zoë 設計 👩‍💻',
      description: 'One\nTwo',
    });
    expect(whole.status).toBe(200);
  });

  it('apps of a team are lost to a creator who has left it', async () => {
    const team = oauth.world.id('100');
    const member = `/workspace/v1/teams/${team}/members/${oauth.world.id('14')}`;
    expect((await oauth.own('admin', 'PUT', member, { role: 'editor' })).status).toBe(200);
    const { client_id, status } = (await own('dan', 'POST', '', { name: 'Theirs', team })).json;
    expect([status, (await own('dan', 'GET', `/${client_id}`)).status]).toEqual([undefined, 200]);
    const listed = async () =>
      (await own('dan', 'GET', '')).json.apps.some(
        (one: { client_id: string }) => one.client_id === client_id,
      );
    expect(await listed()).toBe(true);
    expect((await oauth.own('admin', 'DELETE', member)).status).toBe(200);
    expect((await own('dan', 'GET', `/${client_id}`)).status).toBe(404);
    expect((await own('dan', 'PUT', `/${client_id}`, { redirect_urls: [callback] })).status).toBe(404);
    expect(await listed()).toBe(false);
    expect((await own('alice', 'GET', `/${client_id}`)).status).toBe(200);
  });

  describe('Publishing an app', () => {
    it('[OAUTH-18, OAUTH-25] a private app is published at once, for its organization', async () => {
      const made = await make(published);
      expect((await publish(made.client_id)).json.state).toBe('private');
      const people = ['alice', 'bob', 'carla', 'dan'] as const;
      const allowed = await Promise.all(people.map((person) => mayAllow(person, made.client_id)));
      expect(allowed).toEqual([true, true, true, false]);
      expect((await tokensOf('carla', made)).status).toBe(200);
    });

    it('a private app shows its name to nobody else, whatever these decide', async () => {
      const made = await make({ ...published, name: 'Secret plans' });
      await publish(made.client_id);
      const browser = openBrowser(engine);
      await oauth.visit('dan', '/sign-in', browser);
      const { csrf_token } = (await browser.get('/workspace/v1/session')).json;
      for (const decision of ['allow', 'deny']) {
        const page = oauth.page({ client_id: made.client_id });
        const answer = await browser.post(page, { form_token: csrf_token, decision });
        expect([answer.status, answer.text]).toEqual([403, expect.not.stringContaining('Secret plans')]);
      }
    });

    it('[OAUTH-25] an app of a team is published for the people of the team', async () => {
      const team = oauth.world.id('100');
      const { client_id } = await make({ ...published, organization: undefined, team });
      await publish(client_id);
      expect([await mayAllow('carla', client_id), await mayAllow('erin', client_id)]).toEqual([true, false]);
    });

    it.each([
      ['[OAUTH-09] not without redirect_urls', 'redirect_urls', []],
      ['[OAUTH-11] not without scopes', 'scopes', []],
      ['[OAUTH-13] not without logo', 'logo', null],
      ['[OAUTH-13] not without description', 'description', ''],
      ['[OAUTH-14] not without testing_instructions', 'testing_instructions', null],
    ])('%s', async (_title, field, value) => {
      const { client_id } = await make({ ...complete, [field]: value });
      expectBadRequest(await publish(client_id), /still needs/);
      expect((await get(client_id)).state).toBe('draft');
    });

    it('[OAUTH-11, OAUTH-13, OAUTH-15] an app is published with the required fields and no more', async () => {
      const { client_id } = await make(published);
      expect((await publish(client_id)).json.scopes).toEqual(appScopes);
      const submitted = await make(complete);
      expect((await publish(submitted.client_id)).status).toBe(200);
    });

    it('[OAUTH-21] a private app is changed at once', async () => {
      const { client_id } = await make(published);
      await publish(client_id);
      expect((await change(client_id, { description: 'Newer words.' })).json.state).toBe('private');
      expect((await visit('carla', client_id)).text).toContain('Newer words.');
      expectBadRequest(await change(client_id, { redirect_urls: [] }), /redirect URL/);
    });
  });

  it('apps that are private are made public step by step, and serve their organization until they are', async () => {
    const { client_id } = await make(published);
    await publish(client_id);
    const half = await change(client_id, { visibility: 'public', description: 'Measures.' });
    expect([half.status, half.json.state, half.json.review]).toEqual([200, 'private', 'none']);
    expectBadRequest(await publish(client_id), /a logo, testing instructions/);
    await change(client_id, { logo, testing_instructions: steps });
    const { state, review: waiting, submitted_at } = (await publish(client_id)).json;
    expect([state, waiting, Number.isNaN(Date.parse(submitted_at))]).toEqual(['private', 'pending', false]);
    expect([await mayAllow('carla', client_id), await mayAllow('dan', client_id)]).toEqual([true, false]);
    expect((await review(client_id, { decision: 'approve' })).json.state).toBe('public');
    expect(await mayAllow('dan', client_id)).toBe(true);
  });

  it('[PROJ-06] apps ask for the lists of projects, which the administrators of their organization open', async () => {
    const { client_id } = await make(published);
    const access = (as: string, method: string, body?: object) =>
      own(as, method, `/${client_id}/projects-access`, body);
    expect((await access('bob', 'POST')).json.projects_access).toBe('requested');
    expect((await access('carla', 'POST')).status).toBe(404);
    expect((await access('bob', 'PUT', { approved: true })).status).toBe(403);
    expect((await access('alice', 'PUT', { approved: true })).json.projects_access).toBe('approved');
    expect((await access('bob', 'POST')).json.projects_access).toBe('approved');
  });

  it('[OAUTH-23, OAUTH-24] apps that are drafts serve their creator and the admins', async () => {
    const made = await make(published);
    const people = ['alice', 'bob', 'carla', 'dan'] as const;
    const allowed = await Promise.all(people.map((person) => mayAllow(person, made.client_id)));
    expect(allowed).toEqual([true, true, false, false]);
    expect((await tokensOf('bob', made)).status).toBe(200);
    const browser = openBrowser(engine);
    const page = await oauth.visit('bob', oauth.page({ client_id: made.client_id }), browser);
    const theirs = openBrowser(engine);
    await oauth.visit('carla', '/sign-in', theirs);
    const session = (await theirs.get('/workspace/v1/session')).json;
    const sent = await theirs.post(oauth.page({ client_id: made.client_id }), {
      form_token: session.csrf_token,
      decision: 'allow',
    });
    expect([page.status, sent.status, sent.headers.location]).toEqual([200, 403, undefined]);
  });

  describe('Public apps', () => {
    it('[OAUTH-03, OAUTH-19, OAUTH-20, OAUTH-26] public apps serve everybody once they are approved', async () => {
      const made = await make(complete);
      const submitted = await publish(made.client_id);
      expect([submitted.json.state, submitted.json.review]).toEqual(['draft', 'pending']);
      expect(await mayAllow('dan', made.client_id)).toBe(false);
      const queue = await own('admin', 'GET', '?review=pending');
      expect(queue.json.apps.map((one: { client_id: string }) => one.client_id)).toContain(made.client_id);
      const approved = await review(made.client_id, { decision: 'approve' });
      expect([approved.json.state, approved.json.review]).toEqual(['public', 'none']);
      expect((await tokensOf('dan', made)).json.user_id_string).toBe(oauth.world.id('14'));
    });

    it('[OAUTH-22] public apps keep the approved configuration until a change of it is approved', async () => {
      const { client_id } = await make(complete);
      await publish(client_id);
      await review(client_id, { decision: 'approve' });
      const changed = await change(client_id, {
        description: 'Unseen words.',
        scopes: ['file_content:read'],
      });
      expect([changed.json.state, changed.json.review, changed.json.live.description]).toEqual([
        'public',
        'pending',
        'Measures.',
      ]);
      const before = await visit('dan', client_id);
      expect(before.text).toContain('Measures.');
      expect(before.text).not.toContain('Unseen');
      await review(client_id, { decision: 'approve' });
      expect((await visit('dan', client_id)).text).toContain('Unseen words.');
    });

    it('public apps need no review of a change that restores the approved configuration', async () => {
      const { client_id } = await make(complete);
      await publish(client_id);
      await review(client_id, { decision: 'approve' });
      expect((await change(client_id, { name: 'Another' })).json.review).toBe('pending');
      const { review: waiting, submitted_at } = (await change(client_id, { name: 'Mine' })).json;
      expect([waiting, submitted_at]).toEqual(['none', null]);
      expect((await review(client_id, { decision: 'approve' })).status).toBe(409);
    });

    it('public apps are rejected with a comment, and submitted again', async () => {
      const { client_id } = await make(complete);
      await publish(client_id);
      expectBadRequest(await review(client_id, { decision: 'send_back' }), /words/);
      await review(client_id, { decision: 'send_back', words: 'Say what it measures.' });
      const { state, review: outcome, review_words } = await get(client_id);
      expect([state, outcome, review_words]).toEqual(['draft', 'sent_back', 'Say what it measures.']);
      expect((await review(client_id, { decision: 'approve' })).status).toBe(409);
      expect((await publish(client_id)).json.review).toBe('pending');
    });

    it('public apps are approved only at the revision that was looked at', async () => {
      const { client_id } = await make(complete);
      await publish(client_id);
      const unseen = await own('admin', 'POST', `/${client_id}/review`, { decision: 'approve' });
      expectBadRequest(unseen, /revision/);
      expect((await get(client_id)).review).toBe('pending');
    });

    it('public apps are reviewed by administrators of the installation, as they were looked at', async () => {
      const { client_id } = await make(complete);
      const { revision } = (await publish(client_id)).json;
      expect((await review(client_id, { decision: 'approve' }, 'alice')).status).toBe(403);
      expect((await review(client_id, { decision: 'approve' }, 'dan')).status).toBe(404);
      await change(client_id, { description: 'Something else.' });
      expect((await review(client_id, { decision: 'approve' })).status).toBe(409);
      await publish(client_id);
      expect((await review(client_id, { decision: 'approve', revision })).status).toBe(409);
      expect((await get(client_id)).state).toBe('draft');
    });

    it('public apps do not become private', async () => {
      const { client_id } = await make(complete);
      await publish(client_id);
      await review(client_id, { decision: 'approve' });
      expectBadRequest(await change(client_id, { visibility: 'private' }), /private/);
    });
  });

  it('[OAUTH-25] apps of a team no longer act for people who left it', async () => {
    const team = oauth.world.id('100');
    const made = await make({ ...published, organization: undefined, team });
    await publish(made.client_id);
    const { client_id: clientId, client_secret: clientSecret } = made;
    const { json } = await tokensOf('carla', made);
    const others = (await tokensOf('bob', made)).json;
    const code = await oauth.code('carla', { client_id: clientId });
    const member = `/workspace/v1/teams/${team}/members/${oauth.world.id('13')}`;
    expect((await oauth.own('admin', 'DELETE', member)).status).toBe(200);
    const asApp = { clientId, clientSecret };
    expectError(await oauth.asApp(json.access_token), 403, /^Invalid token/);
    expect((await oauth.asApp(others.access_token)).status).toBe(200);
    expectRefusal(await oauth.exchange(code, {}, asApp), 'invalid_grant');
    expectRefusal(await oauth.refresh(json.refresh_token, asApp), 'invalid_grant');
    expect((await oauth.own('admin', 'PUT', member, { role: 'viewer' })).status).toBe(200);
  });

  it('apps exchange no code for an address that they gave up, nor once they are deleted', async () => {
    const made = await make(published);
    const asApp = { clientId: made.client_id, clientSecret: made.client_secret };
    const code = () => oauth.code('bob', { client_id: made.client_id });
    const [early, late] = [await code(), await code()];
    expect((await change(made.client_id, { redirect_urls: ['https://app.example/new'] })).status).toBe(200);
    expectRefusal(await oauth.exchange(early, {}, asApp), 'invalid_grant');
    expect((await change(made.client_id, { redirect_urls: [callback] })).status).toBe(200);
    expectRefusal(await oauth.exchange(early, {}, asApp), 'invalid_grant');
    expect((await oauth.own('bob', 'DELETE', `/workspace/v1/apps/${made.client_id}`)).status).toBe(200);
    expectRefusal(await oauth.exchange(late, {}, asApp), 'invalid_client');
  });

  it('[OAUTH-24] apps that are drafts no longer act for people who stopped being admins', async () => {
    const made = await make(published);
    const user = `/workspace/v1/organizations/${organization()}/users/${oauth.world.id('13')}`;
    expect((await oauth.own('admin', 'PUT', user, { role: 'admin' })).status).toBe(200);
    const { access_token } = (await tokensOf('carla', made)).json;
    expect((await oauth.asApp(access_token)).status).toBe(200);
    expect((await oauth.own('admin', 'PUT', user, { role: 'member' })).status).toBe(200);
    expectError(await oauth.asApp(access_token), 403, /^Invalid token/);
  });

  describe('Apps that give a scope up', () => {
    const fewer = { scopes: ['file_content:read'] };
    const expectNarrowed = async (token: string) =>
      expectError(await oauth.asApp(token), 403, /^Invalid scope/);
    const allowedBy = async (person: string, clientId: string) => {
      const { apps: allowed } = (await oauth.own(person, 'GET', '/workspace/v1/me/apps')).json;
      return allowed.find((one: { client_id: string }) => one.client_id === clientId).scopes;
    };

    it.each(['draft', 'private'])(
      '[SCOPE-02] apps that give a scope up lose it at once while they are %s',
      async (state) => {
        const [made, other] = [await make(published), await make(published)];
        if (state === 'private') await publish(made.client_id);
        const tokens = [await tokensOf('bob', made), await tokensOf('alice', made)];
        const { access_token: untouched } = (await tokensOf('bob', other)).json;
        for (const { json } of tokens) expect((await oauth.asApp(json.access_token)).status).toBe(200);
        expect((await change(made.client_id, fewer)).json.state).toBe(state);
        for (const { json } of tokens) await expectNarrowed(json.access_token);
        expect(await allowedBy('bob', made.client_id)).toEqual(fewer.scopes);
        const { access_token } = tokens[0]?.json ?? {};
        const kept = await oauth.asApp(access_token, '/v1/files/nothing/nodes?ids=1:2');
        expect(kept.status).toBe(404);
        expect((await oauth.asApp(untouched)).status).toBe(200);
      },
    );

    it('[SCOPE-02] apps that give a scope up do not get the scope by an earlier refresh token or code, until they have it again', async () => {
      const made = await make(published);
      const { client_id: clientId, client_secret: clientSecret } = made;
      const asApp = { clientId, clientSecret };
      const { json } = await tokensOf('bob', made);
      const code = await oauth.code('alice', { client_id: clientId });
      expect((await change(clientId, fewer)).status).toBe(200);
      const refreshed = await oauth.refresh(json.refresh_token, asApp);
      await expectNarrowed(refreshed.json.access_token);
      await expectNarrowed((await oauth.exchange(code, {}, asApp)).json.access_token);
      expect((await change(clientId, { scopes: appScopes })).status).toBe(200);
      await expectNarrowed(refreshed.json.access_token);
      const again = await oauth.refresh(json.refresh_token, asApp);
      expect((await oauth.asApp(again.json.access_token)).status).toBe(200);
    });

    it('[SCOPE-02, OAUTH-22] apps that give a scope up keep the scope while they are public until the change is approved, and no longer', async () => {
      const made = await make(complete);
      await publish(made.client_id);
      await review(made.client_id, { decision: 'approve' });
      const { access_token } = (await tokensOf('dan', made)).json;
      expect((await change(made.client_id, fewer)).json.review).toBe('pending');
      expect((await oauth.asApp(access_token)).status).toBe(200);
      expect(await allowedBy('dan', made.client_id)).toEqual(appScopes);
      expect((await review(made.client_id, { decision: 'approve' })).status).toBe(200);
      await expectNarrowed(access_token);
    });

    it('[SCOPE-02] apps that give a scope up lose the scope by a workspace file, too', async () => {
      const made = await make(published);
      const { access_token } = (await tokensOf('bob', made)).json;
      const entry = { client_id: made.client_id, name: 'Mine', organization: organization(), ...fewer };
      const applied = await oauth.own('admin', 'POST', '/workspace/v1/apply', { apps: [entry] });
      expect([applied.status, applied.json.updated?.length]).toEqual([200, 1]);
      await expectNarrowed(access_token);
    });
  });

  it('apps that get a new secret refuse the one before', async () => {
    const made = await make(published);
    const again = await own('bob', 'POST', `/${made.client_id}/secret`);
    expect(again.json.client_secret).not.toBe(made.client_secret);
    expectRefusal(await tokensOf('bob', made), 'invalid_client');
    expect((await tokensOf('bob', again.json)).status).toBe(200);
  });

  it('apps that are deleted lose their tokens', async () => {
    const made = await make(published);
    const { access_token } = (await tokensOf('bob', made)).json;
    expect((await own('bob', 'DELETE', `/${made.client_id}`)).status).toBe(200);
    expect((await oauth.asApp(access_token)).status).toBe(403);
    expect((await openBrowser(engine).get(oauth.page({ client_id: made.client_id }))).status).toBe(400);
  });
});
