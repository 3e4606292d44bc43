import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { type Browser, formsOf, openBrowser } from './harness/browser.ts';
import { onEachEngine } from './harness/engines.ts';
import { type OauthWorld, oauthWorld, password } from './harness/oauth.ts';
import { goodPassword, type PeopleOf, peopleOf, personIn } from './harness/people.ts';

const fromHere = { 'sec-fetch-site': 'same-origin' };
const cookie = '__Host-vitrine-session';

onEachEngine('A form of a page that was loaded before another', (engine) => {
  let oauth: OauthWorld;
  let acme: PeopleOf;
  beforeAll(async () => {
    oauth = await oauthWorld(engine);
    acme = peopleOf(oauth);
  });

  async function signedIn(): Promise<Browser> {
    const browser = openBrowser(engine);
    await oauth.visit('bob', '/sign-in?next=%2Ffiles', browser);
    return browser;
  }

  /** Each form, where it is in a browser, and what is typed into it. */
  const forms = {
    'sign-in': async () => ({
      browser: openBrowser(engine),
      path: '/sign-in?next=%2Ffiles',
      button: 'Sign in',
      typed: { email: oauth.emailOf('bob'), password },
      kept: oauth.emailOf('bob'),
    }),
    invitation: async () => ({
      browser: openBrowser(engine),
      path: await acme.link(`${randomUUID()}@example.com`),
      button: 'Join',
      typed: { handle: 'Nora Typed', password: goodPassword },
      kept: 'Nora Typed',
    }),
    'password reset': async () => ({
      browser: openBrowser(engine),
      path: await acme.resetLink(oauth.world.id('13')),
      button: 'Change the password',
      typed: { password: goodPassword },
      kept: 'Choose another password',
    }),
    consent: async () => ({
      browser: await signedIn(),
      path: oauth.page(),
      button: 'Allow',
      typed: { decision: 'allow' },
      kept: 'Allow ',
    }),
    'signing out': async () => ({
      browser: await signedIn(),
      path: '/sign-in',
      button: 'Sign out',
      typed: {},
      kept: 'You are signed in',
    }),
  };

  const stale = { form_token: 'of-the-page-before' };
  const held = (browser: Browser) => browser.cookies.get(cookie);

  it.each(Object.entries(forms))('is shown again with what was typed: %s', async (_title, open) => {
    const { browser, path, button, typed, kept } = await open();
    const page = await browser.get(path);
    const before = held(browser);
    const action = formsOf(page).find(({ buttons }) => buttons.includes(button))?.action ?? '';
    const again = await browser.post(action, { ...typed, ...stale }, fromHere);
    expect([again.status >= 400, again.text]).toEqual([
      true,
      expect.stringContaining('Nothing was done yet'),
    ]);
    expect(again.text).toContain(kept);
    expect(again.text).not.toContain(password);
    expect(again.text).not.toContain(goodPassword);
    expect(held(browser)).toBe(before);
    const done = await browser.submit(again, button, typed);
    expect([button, done.status]).toEqual([button, button === 'Change the password' ? 200 : 303]);
  });

  it.each(Object.entries(forms))(
    'is refused where it came from another site, keeps nothing and changes no cookie: %s',
    async (_title, open) => {
      const { browser, path, button, typed } = await open();
      const page = await browser.get(path);
      const action = formsOf(page).find(({ buttons }) => buttons.includes(button))?.action ?? '';
      const ours = new URL(engine.url).origin;
      for (const headers of [
        {},
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': 'cross-site', origin: ours },
        { origin: 'https://elsewhere.example' },
        { origin: 'null' },
      ]) {
        // Cookies do not come along from another site.
        const visitor = openBrowser(engine);
        const answer = await visitor.post(action, { ...typed, ...stale }, headers);
        expect([button, answer.status, answer.headers['set-cookie']]).toEqual([button, 403, undefined]);
        for (const value of Object.values(typed)) expect(answer.text).not.toContain(value);
      }
    },
  );

  it('is shown again in a browser that names the origin of the page alone', async () => {
    const browser = openBrowser(engine);
    await browser.get('/sign-in?next=%2Ffiles');
    const fields = { email: oauth.emailOf('bob'), password, ...stale };
    const again = await browser.post('/sign-in', fields, { origin: new URL(engine.url).origin });
    expect(again.text).toContain('Nothing was done yet');
  });

  it('asks for cookies where the browser sends none', async () => {
    const fields = { email: oauth.emailOf('bob'), password, ...stale };
    const browser = openBrowser(engine);
    const answer = await browser.post('/sign-in', fields, fromHere);
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('Allow cookies')]);
    const done = await browser.submit(answer, 'Sign in', { password });
    expect(done.status).toBe(303);
    expect(await personIn(browser)).toMatchObject({ email: oauth.emailOf('bob') });
  });
});
