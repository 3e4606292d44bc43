import { beforeEach, describe, expect, it } from 'vitest';
import { type Browser, formsOf, openBrowser } from './harness/browser.ts';
import { onEachEngine, onOwnServers } from './harness/engines.ts';
import { smallFile } from './harness/example-file.ts';
import { type OauthWorld, oauthWorld, password } from './harness/oauth.ts';
import {
  bySession,
  expectGuarded,
  goodPassword,
  otherPassword,
  type PeopleOf,
  peopleOf,
  personIn,
  signIn,
} from './harness/people.ts';
import { withServer } from './harness/server.ts';

const own = 'PUT /workspace/v1/me/password';

onEachEngine('Passwords', (engine) => {
  let oauth: OauthWorld;
  let acme: PeopleOf;
  const bob = () => oauth.world.id('12');
  const signedIn = async (given = password, person: Parameters<OauthWorld['emailOf']>[0] = 'bob') =>
    (await signIn(engine, oauth.emailOf(person), given)) as Browser;
  const choose = async (path: string, given: string, browser = openBrowser(engine)) =>
    browser.submit(await browser.get(path), 'Change the password', { password: given });

  beforeEach(async () => {
    oauth = await oauthWorld(engine);
    acme = peopleOf(oauth);
  });

  describe('are changed by their owner', () => {
    it('who knows the current one, and is signed out everywhere else', async () => {
      const [here, there] = [await signedIn(), await signedIn()];
      const path = await acme.resetLink(bob());
      const body = { current_password: password, new_password: goodPassword };
      expect((await bySession(oauth, here, own, body)).status).toBe(200);
      expect([await personIn(here), await personIn(there)]).toEqual([
        expect.objectContaining({ handle: 'Bob' }),
        undefined,
      ]);
      expect([await signedIn(password), (await signedIn(goodPassword)) !== undefined]).toEqual([
        undefined,
        true,
      ]);
      expect((await openBrowser(engine).get(path)).status).toBe(404);
      expect((await oauth.own('bob', 'GET', '/workspace/v1/me/tokens')).status).toBe(200);
    });

    it('and not with a wrong current password, however it is sent', async () => {
      const browser = await signedIn();
      const body = { current_password: 'wrong', new_password: goodPassword };
      expect((await bySession(oauth, browser, own, body)).status).toBe(403);
      expect((await oauth.own('bob', 'PUT', '/workspace/v1/me/password', body)).status).toBe(403);
      const path = `${acme.users}/${oauth.world.id('11')}`;
      const alice = await signedIn(password, 'alice');
      const change = { password: goodPassword };
      expect((await bySession(oauth, alice, `PUT ${path}`, change)).status).toBe(403);
      expect(await signedIn(password, 'alice')).toBeDefined();
    });

    it('after five wrong guesses at the most', async () => {
      const body = { current_password: 'wrong', new_password: goodPassword };
      const guess = async (given: object) =>
        (await oauth.own('bob', 'PUT', '/workspace/v1/me/password', given)).status;
      const statuses = [];
      for (let count = 0; count < 6; count += 1) statuses.push(await guess(body));
      expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
      expect(await guess({ ...body, current_password: password })).toBe(429);
    });

    it.each<[string, object | undefined]>([
      ['without a body', undefined],
      ['without either', {}],
      ['without the new one', { current_password: password }],
      ['without the one before', { new_password: goodPassword }],
      ['with null before', { current_password: null, new_password: goodPassword }],
      ['to null', { current_password: password, new_password: null }],
      ['to a short one', { current_password: password, new_password: 'short' }],
      ['to a list', { current_password: password, new_password: ['seven quiet otters'] }],
      ['to a huge one', { current_password: password, new_password: 'x'.repeat(2000) }],
      ['with a huge one before', { current_password: 'x'.repeat(65_536), new_password: goodPassword }],
      ['to the name and a number', { current_password: password, new_password: 'bob bob bob 12' }],
    ])('and not %s', async (_title, body) => {
      expect((await oauth.own('bob', 'PUT', '/workspace/v1/me/password', body)).status).toBe(400);
      expect(await signedIn()).toBeDefined();
    });
  });

  describe('that were forgotten', () => {
    it('are reset by a link that works once, and ends sessions and other links', async () => {
      const before = await signedIn();
      const path = await acme.resetLink(bob());
      const page = await openBrowser(engine).get(path);
      expectGuarded(page);
      expect(page.text).toContain(oauth.emailOf('bob'));
      const browser = openBrowser(engine);
      const changed = await choose(path, goodPassword, browser);
      expect([changed.status, changed.text.includes('Your password is changed')]).toEqual([200, true]);
      expect([await personIn(browser), await personIn(before)]).toEqual([undefined, undefined]);
      expect([await signedIn(password), (await signedIn(goodPassword)) !== undefined]).toEqual([
        undefined,
        true,
      ]);
      expect((await openBrowser(engine).get(path)).status).toBe(404);
      expect((await oauth.own('bob', 'GET', '/workspace/v1/me/tokens')).status).toBe(200);
    });

    it('are reset by the newest link only', async () => {
      const [first, second] = [await acme.resetLink(bob()), await acme.resetLink(bob())];
      const status = async (path: string) => (await openBrowser(engine).get(path)).status;
      expect([await status(first), await status(second)]).toEqual([404, 200]);
    });

    it('are reset by only one of two requests at the same instant', async () => {
      const path = await acme.resetLink(bob());
      const browsers = [openBrowser(engine), openBrowser(engine)];
      const pages = await Promise.all(browsers.map((browser) => browser.get(path)));
      const answers = await Promise.all(
        browsers.map((browser, index) =>
          browser.submit(pages[index] as (typeof pages)[0], 'Change the password', {
            password: index === 0 ? goodPassword : otherPassword,
          }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
      const won = answers[0]?.status === 200 ? goodPassword : otherPassword;
      expect(await signedIn(won)).toBeDefined();
      expect(await signedIn(won === goodPassword ? otherPassword : goodPassword)).toBeUndefined();
    });

    it.each([
      ['another', () => 'A'.repeat(43)],
      ['a cut', (token: string) => token.slice(1)],
      ['a longer', (token: string) => `${token}0`],
    ])('stay unchanged with %s token', async (_title, change) => {
      const path = await acme.resetLink(bob());
      const wrong = `/reset-password/${change(path.split('/').at(-1) as string)}`;
      const browser = openBrowser(engine);
      const fields = formsOf(await browser.get('/sign-in'))[0]?.fields;
      expect((await browser.get(wrong)).status).toBe(404);
      const form = { form_token: fields?.form_token ?? '', password: goodPassword };
      expect((await browser.post(wrong, form)).status).toBe(404);
      expect(await signedIn()).toBeDefined();
    });

    it('stay unchanged with a link of the other kind', async () => {
      const reset = (await acme.resetLink(bob())).split('/').at(-1);
      const invitation = (await acme.link('somebody@example.com')).split('/').at(-1);
      expect((await openBrowser(engine).get(`/invitation/${reset}`)).status).toBe(404);
      expect((await openBrowser(engine).get(`/reset-password/${invitation}`)).status).toBe(404);
    });

    it('stay unchanged where the form is of another browser or the new password is unfit', async () => {
      const path = await acme.resetLink(bob());
      const browser = openBrowser(engine);
      await browser.get(path);
      const other = formsOf(await openBrowser(engine).get(path))[0]?.fields.form_token ?? '';
      for (const form_token of ['', 'x', other])
        expect((await browser.post(path, { form_token, password: goodPassword })).status).toBe(403);
      expect((await choose(path, 'short')).status).toBe(400);
      expect((await choose(path, `${oauth.emailOf('bob')}1`)).status).toBe(400);
      expect((await choose(path, 'x'.repeat(65_536))).status).toBe(400);
      expect(await signedIn()).toBeDefined();
      expect((await choose(path, goodPassword)).status).toBe(200);
    });

    it('lead to a page that says who can help where no mail is sent', async () => {
      const page = await openBrowser(engine).get('/forgot-password');
      expectGuarded(page);
      expect([page.status, page.text.includes('Ask your administrator')]).toEqual([200, true]);
      const browser = openBrowser(engine);
      const fields = formsOf(await browser.get('/sign-in'))[0]?.fields;
      const form = { form_token: fields?.form_token ?? '', email: oauth.emailOf('bob') };
      const sent = await browser.post('/forgot-password', form);
      expect(sent.text).toBe(page.text);
    });
  });

  describe('of people without roles elsewhere', () => {
    const resetOf = (id: string, as = 'alice') => oauth.own(as, 'POST', `${acme.users}/${id}/password-reset`);

    it('may be reset by an administrator of their organization', async () => {
      expect((await resetOf(bob(), 'bob')).status).toBe(403);
      expect((await resetOf(bob(), 'dan')).status).toBe(404);
      expect((await resetOf(oauth.world.id('14'))).status).toBe(404);
      const elsewhere = peopleOf(oauth, '901', 'dan').users;
      expect((await oauth.own('dan', 'POST', `${elsewhere}/${bob()}/password-reset`)).status).toBe(404);
      expect((await resetOf(bob())).json).toEqual({
        delivery: 'shown',
        link: expect.stringMatching(/^https:\/\/.*\/reset-password\/[\w-]{43}$/),
        expires_at: expect.any(String),
      });
    });
  });

  describe('of people who also work elsewhere', () => {
    const made = async (as: string, method: string, path: string, body?: object) => {
      const { status, text, json } = await oauth.own(as, method, path, body);
      expect([status, text]).toEqual([200, expect.anything()]);
      return json;
    };
    const team = () => made('dan', 'POST', '/workspace/v1/teams', { name: 'Theirs' });
    const project = async (of: string) =>
      (await made('dan', 'POST', '/workspace/v1/projects', { name: 'Theirs', team: of })).id as string;
    const join = (place: string, role: string) =>
      made('admin', 'PUT', `/workspace/v1/${place}/members/${bob()}`, { role });
    const leave = (place: string) => made('admin', 'DELETE', `/workspace/v1/${place}/members/${bob()}`);
    const joinTeam = async (role: string) => join(`teams/${(await team()).id}`, role);
    /** How Bob of Acme gets to one thing, and no other, of Dan's organization. */
    const ways: Readonly<Record<string, () => Promise<unknown>>> = {
      'a viewer of a team': () => joinTeam('viewer'),
      'an admin of a team': () => joinTeam('admin'),
      'a member of a project': async () => join(`projects/${await project((await team()).id)}`, 'viewer'),
      'the owner of a file': async () => {
        const within = await project((await team()).id);
        await join(`projects/${within}`, 'editor');
        await made('bob', 'POST', '/workspace/v1/files', { name: 'Mine', project: within });
        await leave(`projects/${within}`);
      },
      'the maker of an app': async () => {
        const { id } = await team();
        await join(`teams/${id}`, 'editor');
        await made('bob', 'POST', '/workspace/v1/apps', { name: 'Mine', team: id });
        await leave(`teams/${id}`);
      },
    };
    const everyWay = async (as: string) => {
      const user = `${acme.users}/${bob()}`;
      return [
        (await oauth.own(as, 'POST', `${user}/password-reset`)).status,
        (await oauth.own(as, 'PUT', user, { password: goodPassword })).status,
        (await oauth.own(as, 'PUT', user, { email: 'mallory@example.com' })).status,
      ];
    };

    it.each(Object.entries(ways))(
      'as %s may not be reset by an administrator of one organization',
      async (_way, workElsewhere) => {
        await workElsewhere();
        const answer = await oauth.own('alice', 'POST', `${acme.users}/${bob()}/password-reset`);
        expect(answer.json.err).toContain('also works in another organization');
        expect(answer.text).not.toContain('reset-password/');
        expect(await everyWay('alice')).toEqual([403, 403, 403]);
        expect(await signedIn()).toBeDefined();
        const name = { handle: 'Robert', seat: 'dev' };
        expect((await oauth.own('alice', 'PUT', `${acme.users}/${bob()}`, name)).status).toBe(200);
      },
    );

    it('may be reset where they only made a branch of a file that a link let them edit', async () => {
      const within = await project((await team()).id);
      const { key } = await made('dan', 'POST', '/workspace/v1/files', { name: 'Open', project: within });
      await made('dan', 'PATCH', `/workspace/v1/files/${key}`, { link_access: 'edit' });
      await made('dan', 'PUT', `/workspace/v1/files/${key}/content`, smallFile('Open'));
      await made('bob', 'POST', `/workspace/v1/files/${key}/branches`, { name: 'Mine' });
      expect(await everyWay('alice')).toEqual([200, 200, 200]);
    });

    it('may be reset by the administrator of the installation', async () => {
      await joinTeam('viewer');
      expect(await everyWay('admin')).toEqual([200, 200, 200]);
    });

    it('are not reset by a link that was shown before', async () => {
      const path = await acme.resetLink(bob());
      expect((await openBrowser(engine).get(path)).status).toBe(200);
      await joinTeam('viewer');
      expect((await openBrowser(engine).get(path)).status).toBe(404);
      const browser = openBrowser(engine);
      const fields = formsOf(await browser.get('/sign-in'))[0]?.fields;
      const form = { form_token: fields?.form_token ?? '', password: goodPassword };
      expect((await browser.post(path, form)).status).toBe(404);
      expect(await signedIn()).toBeDefined();
    });
  });

  it('are not reset by a link whose holder is no administrator any more', async () => {
    const user = `${acme.users}/${oauth.world.id('13')}`;
    expect((await oauth.own('alice', 'PUT', user, { role: 'admin' })).status).toBe(200);
    const path = await acme.resetLink(bob(), 'carla');
    expect((await openBrowser(engine).get(path)).status).toBe(200);
    expect((await oauth.own('alice', 'PUT', user, { role: 'member' })).status).toBe(200);
    expect((await openBrowser(engine).get(path)).status).toBe(404);
  });

  it('are not reset by a link that went to another address', async () => {
    const path = await acme.resetLink(bob());
    const change = { email: `other-${oauth.emailOf('bob')}` };
    expect((await oauth.own('alice', 'PUT', `${acme.users}/${bob()}`, change)).status).toBe(200);
    expect((await openBrowser(engine).get(path)).status).toBe(404);
  });

  it('of removed people open nothing', async () => {
    const [browser, path] = [await signedIn(), await acme.resetLink(bob())];
    const heir = oauth.world.id('13');
    const removed = await oauth.own('alice', 'DELETE', `${acme.users}/${bob()}?files_to=${heir}`);
    expect(removed.status).toBe(200);
    expect(await personIn(browser)).toBeUndefined();
    expect(await signedIn()).toBeUndefined();
    expect((await openBrowser(engine).get(path)).status).toBe(404);
    expect((await oauth.own('bob', 'GET', '/workspace/v1/me/tokens')).status).toBe(403);
  });

  it('are held to the same policy where an administrator sets them', async () => {
    for (const given of ['short', 'bobbobbobbob', oauth.emailOf('bob')]) {
      const answer = await oauth.own('alice', 'PUT', `${acme.users}/${bob()}`, { password: given });
      expect(answer.status).toBe(400);
    }
    expect(await signedIn()).toBeDefined();
  });
});

onOwnServers('The first password of the administrator of the installation', ({ postgres }) => {
  it("is chosen with the administrator's token, once, and opens the console", async () => {
    await withServer({ postgres }, async ({ call, adminToken, ...target }) => {
      const change = (token: string, body: object) =>
        call('PUT', '/workspace/v1/me/password', { headers: { 'x-service-token': token }, body });
      const narrow = await call('POST', '/workspace/v1/me/tokens', {
        headers: { 'x-service-token': adminToken },
        body: { name: 'narrow', scopes: ['workspace:write'] },
      });
      expect((await change(narrow.json.token, { new_password: goodPassword })).status).toBe(400);
      expect((await change(adminToken, { new_password: goodPassword })).status).toBe(200);
      const browser = await signIn(target, 'administrator@localhost', goodPassword);
      expect(await personIn(browser as Browser)).toMatchObject({ handle: 'Administrator' });
      expect((await change(adminToken, { new_password: otherPassword })).status).toBe(400);
    });
  });
});
