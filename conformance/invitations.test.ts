import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Browser, formsOf, openBrowser } from './harness/browser.ts';
import { onEachEngine } from './harness/engines.ts';
import { type OauthWorld, oauthWorld, password } from './harness/oauth.ts';
import {
  expectGuarded,
  goodPassword,
  type PeopleOf,
  peopleOf,
  personIn,
  signIn,
  wordsOf,
} from './harness/people.ts';

const cookie = '__Host-vitrine-session';

onEachEngine('Invitations', (engine) => {
  let oauth: OauthWorld;
  let acme: PeopleOf;
  const fresh = () => `new-${randomUUID()}@example.com`;
  const accept = async (path: string, given: Record<string, string> = {}, browser = openBrowser(engine)) =>
    browser.submit(await browser.get(path), 'Join', { handle: 'Nora', password: goodPassword, ...given });

  beforeAll(async () => {
    oauth = await oauthWorld(engine);
    acme = peopleOf(oauth);
  });

  it('let a person join once, who chooses a name and a password', async () => {
    const email = fresh();
    const path = await acme.link(email, { handle: 'Proposed', role: 'guest', seat: 'dev' });
    const browser = openBrowser(engine);
    const page = await browser.get(path);
    expectGuarded(page);
    expect(page.text).toContain('Join Acme');
    expect(formsOf(page)[0]?.fields.handle).toBe('Proposed');
    const joined = await browser.submit(page, 'Join', { handle: '  Nora Øst ', password: goodPassword });
    expect([joined.status, joined.headers.location]).toEqual([303, '/']);
    const organization = oauth.world.id('900');
    const nora = { handle: 'Nora Øst', email, organization, role: 'guest', seat: 'dev' };
    expect(await personIn(browser)).toMatchObject(nora);
    expect(await personIn((await signIn(engine, email, goodPassword)) as Browser)).toMatchObject(nora);
    expect((await openBrowser(engine).get(path)).status).toBe(404);
    const { users } = (await oauth.own('alice', 'GET', acme.users)).json;
    expect(users.filter((user: { email: string }) => user.email === email)).toHaveLength(1);
  });

  it('are accepted by only one of two people at the same instant', async () => {
    const email = fresh();
    const path = await acme.link(email);
    const [one, other] = [openBrowser(engine), openBrowser(engine)];
    const pages = [await one.get(path), await other.get(path)];
    const answers = await Promise.all(
      [one, other].map((browser, index) =>
        browser.submit(pages[index] as (typeof pages)[0], 'Join', {
          handle: `Twin ${index}`,
          password: goodPassword,
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 404]);
    const { users } = (await oauth.own('alice', 'GET', acme.users)).json;
    expect(users.filter((user: { email: string }) => user.email === email)).toHaveLength(1);
  });

  it('begin a session with a fresh secret', async () => {
    const browser = openBrowser(engine);
    const path = await acme.link(fresh());
    browser.cookies.set(cookie, 'B'.repeat(43));
    await accept(path, {}, browser);
    expect(browser.cookies.get(cookie)).not.toBe('B'.repeat(43));
    expect(await personIn(browser)).toMatchObject({ handle: 'Nora' });
  });

  it('are listed without their links, sent again with a new one, and withdrawn', async () => {
    const email = fresh();
    const made = (await acme.invite(email)).json;
    expect(made).toMatchObject({ email, role: 'member', seat: 'full', delivery: 'shown', expired: false });
    const listed = async () =>
      (await oauth.own('alice', 'GET', acme.invitations)).json.invitations.find(
        ({ id }: { id: string }) => id === made.id,
      );
    expect(JSON.stringify(await listed())).not.toContain('link');
    const again = (await oauth.own('alice', 'POST', `${acme.invitations}/${made.id}/send`)).json;
    expect(again.link).not.toBe(made.link);
    const status = async ({ link }: { link: string }) =>
      (await openBrowser(engine).get(new URL(link).pathname)).status;
    expect([await status(made), await status(again)]).toEqual([404, 200]);
    expect((await oauth.own('alice', 'DELETE', `${acme.invitations}/${made.id}`)).status).toBe(200);
    expect([await listed(), await status(again)]).toEqual([undefined, 404]);
    expect((await oauth.own('alice', 'DELETE', `${acme.invitations}/${made.id}`)).status).toBe(404);
    expect((await oauth.own('alice', 'POST', `${acme.invitations}/${made.id}/send`)).status).toBe(404);
  });

  it('exist once for each address, and never for people of the organization', async () => {
    const email = fresh();
    await acme.link(email);
    expect((await acme.invite(email.toUpperCase())).status).toBe(409);
    expect((await acme.invite(oauth.emailOf('bob'))).status).toBe(409);
    const made = await oauth.own('alice', 'POST', acme.users, { email, handle: 'Added' });
    expect(made.status).toBe(200);
    const { invitations } = (await oauth.own('alice', 'GET', acme.invitations)).json;
    expect(invitations.map((one: { email: string }) => one.email)).not.toContain(email);
  });

  it('can be sent, listed and withdrawn by administrators only', async () => {
    const made = (await acme.invite(fresh())).json;
    for (const [as, status] of [
      ['bob', 403],
      ['dan', 404],
    ] as const) {
      expect((await acme.invite(fresh(), {}, as)).status).toBe(status);
      expect((await oauth.own(as, 'GET', acme.invitations)).status).toBe(status);
      expect((await oauth.own(as, 'DELETE', `${acme.invitations}/${made.id}`)).status).toBe(status);
      expect((await oauth.own(as, 'POST', `${acme.invitations}/${made.id}/send`)).status).toBe(status);
    }
    const elsewhere = peopleOf(oauth, '901', 'dan').invitations;
    expect((await oauth.own('dan', 'DELETE', `${elsewhere}/${made.id}`)).status).toBe(404);
    expect((await oauth.own('dan', 'POST', `${elsewhere}/${made.id}/send`)).status).toBe(404);
  });

  it('are void once the person who sent them may no longer invite', async () => {
    const world = await oauthWorld(engine);
    const people = peopleOf(world);
    const bob = `${people.users}/${world.world.id('12')}`;
    expect((await world.own('alice', 'PUT', bob, { role: 'admin' })).status).toBe(200);
    const { link, id } = (await people.invite(fresh(), { role: 'admin' }, 'bob')).json;
    const path = new URL(link).pathname;
    const open = await openBrowser(engine).get(path);
    expect((await world.own('alice', 'PUT', bob, { role: 'member' })).status).toBe(200);
    expect([open.status, (await openBrowser(engine).get(path)).status]).toEqual([200, 404]);
    expect((await world.own('alice', 'PUT', bob, { role: 'admin' })).status).toBe(200);
    expect((await openBrowser(engine).get(path)).status).toBe(404);
    const again = (await world.own('alice', 'POST', `${people.invitations}/${id}/send`)).json;
    expect((await openBrowser(engine).get(new URL(again.link).pathname)).status).toBe(200);
  });

  describe('for an address that has an account elsewhere', () => {
    it('look like those for any other', async () => {
      const world = await oauthWorld(engine);
      const people = peopleOf(world);
      const [known, unknown] = [world.emailOf('dan'), fresh()];
      const answers = [await people.invite(known), await people.invite(unknown)];
      expect(answers.map(({ status, json }) => [status, Object.keys(json)])).toEqual([
        [200, Object.keys(answers[1]?.json)],
        [200, Object.keys(answers[1]?.json)],
      ]);
      const pages = [];
      for (const [index, { json }] of answers.entries()) {
        const path = new URL(json.link).pathname;
        const page = await openBrowser(engine).get(path);
        const email = [known, unknown][index] as string;
        pages.push([page.status, wordsOf(page, path, encodeURIComponent(path), email)]);
      }
      expect(pages[0]).toEqual(pages[1]);
    });

    it('are accepted by the person signed in with that account, and leave the account as it is', async () => {
      const world = await oauthWorld(engine);
      const people = peopleOf(world);
      const email = world.emailOf('dan');
      const path = await people.link(email.toUpperCase(), { seat: 'view' });
      const browser = openBrowser(engine);
      const first = await browser.get(path);
      const signInPath = /href="([^"]*\/sign-in\?[^"]*)"/.exec(first.text)?.[1] ?? '';
      const back = await browser.submit(await browser.get(signInPath), 'Sign in', { email, password });
      expect(back.headers.location).toBe(path);
      const page = await browser.get(path);
      expectGuarded(page);
      expect(page.text).toContain('You are signed in as <strong>Dan</strong>');
      const dan = await personIn(browser);
      expect(dan).toMatchObject({ organization: world.world.id('901'), role: 'admin' });
      expect((await browser.submit(page, 'Join')).status).toBe(303);
      const here = await personIn(browser);
      expect(here).toMatchObject({ handle: 'Dan', organization: world.world.id('900'), role: 'member' });
      expect(here.id).not.toBe(dan.id);
      const there = (await signIn(engine, email, password, dan.id)) as Browser;
      expect(await personIn(there)).toEqual(dan);
      expect((await openBrowser(engine).get(path)).status).toBe(404);
    });

    it('are accepted by nobody else, and never by opening the page', async () => {
      const world = await oauthWorld(engine);
      const people = peopleOf(world);
      const path = await people.link(world.emailOf('dan'));
      const bob = (await signIn(engine, world.emailOf('bob'), password)) as Browser;
      const page = await bob.get(path);
      expect(page.text).toContain('This invitation is for somebody else');
      const { csrf_token } = (await bob.get('/workspace/v1/session')).json;
      expect((await bob.post(`${path}/join`, { form_token: csrf_token })).status).toBe(403);
      const nobody = await openBrowser(engine).post(`${path}/join`, { form_token: 'x' });
      expect([nobody.status, String(nobody.headers.location)]).toEqual([
        303,
        expect.stringMatching(/^\/sign-in\?next=/),
      ]);
      const dan = (await signIn(engine, world.emailOf('dan'), password)) as Browser;
      await dan.get(path);
      expect((await dan.post(`${path}/join`, { form_token: 'x' })).status).toBe(403);
      expect(await personIn(dan)).toMatchObject({ organization: world.world.id('901') });
      expect((await dan.get(path)).status).toBe(200);
    });
  });

  it.each([
    ['another token', () => 'A'.repeat(43)],
    ['a cut token', (token: string) => token.slice(0, -1)],
    ['a longer token', (token: string) => `${token}A`],
    ['other letters', (token: string) => token.toUpperCase()],
    ['no token that could be', () => '%01'],
    ['a long one', () => 'A'.repeat(900)],
  ])('lead nowhere with %s', async (_title, change) => {
    const path = await acme.link(fresh());
    const wrong = `/invitation/${change(path.split('/').at(-1) as string)}`;
    if (wrong === path) return;
    const browser = openBrowser(engine);
    const answer = await browser.get(wrong);
    expect(answer.status).toBe(404);
    const fields = formsOf(await browser.get('/sign-in'))[0]?.fields;
    const form = { form_token: fields?.form_token ?? '', handle: 'Eve', password: goodPassword };
    expect((await browser.post(wrong, form)).status).toBe(404);
    expect((await openBrowser(engine).get(path)).status).toBe(200);
  });

  it('accept only forms that carry their token', async () => {
    const path = await acme.link(fresh());
    const given = { handle: 'Eve', password: goodPassword };
    const browser = openBrowser(engine);
    await browser.get(path);
    const other = formsOf(await openBrowser(engine).get(path))[0]?.fields.form_token ?? '';
    for (const form_token of ['', 'nonsense', other])
      expect((await browser.post(path, { ...given, form_token })).status).toBe(403);
    expect((await openBrowser(engine).post(path, { ...given, form_token: other })).status).toBe(403);
    expect((await browser.get(path)).status).toBe(200);
  });

  it.each([
    ['a short password', { password: 'eleven char' }, 'at least 12 characters'],
    ['an empty one', { password: '' }, 'at least 12 characters'],
    ['one character again and again', { password: 'aaaaaaaaaaaaaaaa' }, 'three different'],
    [
      'the name as password',
      { handle: 'Leonora Finkelstein', password: 'leonorafinkelstein1' },
      'not made of',
    ],
    ['the address as password', { password: 'ADDRESS' }, 'not made of'],
    ['no name', { handle: '  ' }, 'name is missing'],
    ['a name of two lines', { handle: 'Nora\nBcc: x' }, 'one line'],
    ['a name that turns text around', { handle: 'Nora \u202e' }, 'which turns the direction of text'],
  ])(
    'refuse %s, and keep what was typed into the form',
    async (_title, given: Record<string, string>, sentence) => {
      const email = fresh();
      const path = await acme.link(email);
      const filledIn = given.password === 'ADDRESS' ? { password: `${email.split('@')[0]}2026` } : given;
      const answer = await accept(path, filledIn);
      expect([answer.status, /role="alert">([^<]*)/.exec(answer.text)?.[1]]).toEqual([
        400,
        expect.stringContaining(sentence),
      ]);
      expect(answer.text).not.toContain(goodPassword);
      expect((await accept(path)).status).toBe(303);
    },
  );

  it('accept long passwords of any characters', async () => {
    const email = fresh();
    const long = `🦦 ${'ein sehr langer Satz mit Ümlauten, '.repeat(25)}`;
    expect((await accept(await acme.link(email), { password: long })).status).toBe(303);
    expect(await signIn(engine, email, long)).toBeDefined();
    expect(await signIn(engine, email, long.slice(0, -1))).toBeUndefined();
  });

  it('show names as text', async () => {
    const world = await oauthWorld(engine);
    const path = `/workspace/v1/organizations/${world.world.id('900')}`;
    const name = '<script>alert(1)</script>&"\'';
    expect((await world.own('alice', 'PUT', path, { name })).status).toBe(200);
    const page = await openBrowser(engine).get(await peopleOf(world).link(fresh(), { handle: name }));
    expect(page.text).not.toContain('<script>');
    expect(formsOf(page)[0]?.fields.handle).toBe(name);
  });

  it.each([
    undefined,
    {},
    { email: null },
    { email: 5 },
    { email: '' },
    { email: 'no address' },
    { email: 'two@example.com,three@example.com' },
    { email: 'a@example.com\r\nBcc: b@example.com' },
    { email: 'a\u0000@example.com' },
    { email: 'a\u0001@example.com' },
    { email: '<a@example.com>' },
    { email: 'a@example.com', role: 'owner' },
    { email: 'a@example.com', role: null },
    { email: 'a@example.com', seat: 'window' },
    { email: 'a@example.com', handle: '' },
    { email: 'a@example.com', handle: ' ' },
    { email: 'a@example.com', handle: 'a\r\nb' },
  ])('refuse the address %j', async (body) => {
    const answer = await oauth.own('alice', 'POST', acme.invitations, body);
    expect([answer.status, answer.json.error]).toEqual([400, true]);
  });

  it('refuse an address or a name that is too long', async () => {
    const long = [
      { email: `${'a'.repeat(400)}@example.com` },
      { email: fresh(), handle: 'x'.repeat(65_536) },
    ];
    for (const body of long)
      expect((await oauth.own('alice', 'POST', acme.invitations, body)).status).toBe(400);
  });

  it('refuse forms that are huge, have doubled fields or are not forms', async () => {
    const path = await acme.link(fresh());
    const browser = openBrowser(engine);
    const form_token = formsOf(await browser.get(path))[0]?.fields.form_token ?? '';
    const ofLength = (length: number) =>
      browser.post(path, { form_token, handle: 'x'.repeat(length), password: 'x'.repeat(length) });
    const doubled = await browser.post(
      path,
      `form_token=${form_token}&handle=a&handle=b&password=${goodPassword}`,
    );
    const json = await browser.post(
      path,
      JSON.stringify({ form_token, handle: 'a', password: goodPassword }),
      {
        'content-type': 'application/json',
      },
    );
    const refusals = [await ofLength(60_000), await ofLength(65_536), doubled, json];
    expect(refusals.map(({ status }) => status)).toEqual([400, 413, 400, 400]);
    expect((await browser.get(path)).status).toBe(200);
  });
});
