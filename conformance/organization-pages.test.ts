import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeAccessiblePages, type LookedAtPage } from './harness/accessible-pages.ts';
import { hasChromium, openChromium, withoutChromium } from './harness/chromium.ts';
import { clientOf } from './harness/client.ts';
import { expectAccessible, keepWholePicture, openConsole } from './harness/console.ts';
import { anyEngine, onEachEngine, presentEngines } from './harness/engines.ts';
import type { Engine } from './harness/global-setup.ts';
import { linkIn, type MailReceiver, startMailReceiver } from './harness/mail-receiver.ts';
import { app, type OauthWorld, oauthWorld, password } from './harness/oauth.ts';
import { goodPassword, otherPassword, peopleOf } from './harness/people.ts';
import { type Server, startServer } from './harness/server.ts';
import { openSignInProvider, type SignInProvider } from './harness/sign-in-provider.ts';

let chromium: Awaited<ReturnType<typeof openChromium>> | undefined;
beforeAll(async () => {
  if (hasChromium) chromium = await openChromium(...presentEngines());
});
afterAll(() => chromium?.close());

const browser = (): Browser => chromium?.browser as Browser;

type Person = 'alice' | 'bob' | 'carla' | 'dan' | 'erin';

/** A world for the tests of a group, and windows in which its people are signed in. */
function inBrowser(server: Engine) {
  const self = {} as { oauth: OauthWorld };
  beforeAll(async () => {
    const apps = [
      app('app', { name: 'Measure' }),
      app('closed', { name: 'Elsewhere too', visibility: 'public', state: 'public' }),
    ];
    self.oauth = await oauthWorld(server, apps);
  });
  return {
    self,
    open: (path: string, person: Person = 'alice') =>
      openConsole({
        browser: browser(),
        server,
        path,
        email: self.oauth.emailOf(person),
      }),
    me: async (token: string) => (await clientOf(server)('GET', '/v1/me', { token })).status,
  };
}

const settings = '/settings/organization';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name });
const shown = (page: Page, label: string) => page.getByLabel(label, { exact: true }).inputValue();
const only = 'This is for the administrators of your organization.';

/** Chooses in a list by its label, which its name ends with. */
async function choose(page: Page, label: string, choice: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`${label}$`) }).click();
  await page.getByRole('option', { name: choice, exact: true }).click();
}

describe.skipIf(!hasChromium)(
  `The settings section of an organization in a browser${withoutChromium}`,
  () => {
    const { self, open } = inBrowser(anyEngine());
    const personPath = () => `${settings}/people/${self.oauth.world.id('13')}`;
    const members = () => `/files/team/${self.oauth.world.id('100')}/Core/members`;
    const pages = [
      { name: 'organization', path: () => settings, person: 'alice' },
      { name: 'people', path: () => `${settings}/people`, person: 'alice' },
      { name: 'person', path: personPath, person: 'alice' },
      { name: 'own-account', path: () => `${settings}/people/${self.oauth.world.id('11')}`, person: 'alice' },
      { name: 'invite', path: () => `${settings}/people/invite`, person: 'alice' },
      { name: 'teams', path: () => `${settings}/teams`, person: 'alice' },
      { name: 'members', path: members, person: 'alice' },
      { name: 'plan-tokens', path: () => `${settings}/tokens`, person: 'alice' },
      { name: 'new-plan-token', path: () => `${settings}/tokens/new-token`, person: 'alice' },
      { name: 'organization-apps', path: () => `${settings}/apps`, person: 'alice' },
    ] satisfies LookedAtPage<Person>[];

    beforeAll(async () => {
      const { oauth } = self;
      const people = peopleOf(oauth);
      await people.invite('nora@example.com', { handle: 'Nora', role: 'guest', seat: 'view' });
      const tokens = `/workspace/v1/organizations/${oauth.world.id('900')}/tokens`;
      await oauth.own('alice', 'POST', tokens, { name: 'Audit', scopes: ['org:developer_log_read'] });
    });

    describeAccessiblePages<Person>(pages, open);

    it('shows members no controls, and says whom the other pages are for', async () => {
      const window = await open(settings, 'bob');
      const { page } = window;
      await page.getByText('Its administrators can change this.').waitFor();
      expect(await page.locator('main form, main button').count()).toBe(0);
      expect(await page.getByRole('navigation', { name: 'Main' }).innerText()).not.toContain('People');
      for (const { name, path } of pages.slice(1)) {
        if (name === 'members') continue;
        await window.goto(path());
        await page.getByText(only).waitFor();
        expect([name, await page.locator('main form, main button').count()]).toEqual([name, 0]);
      }
      await expectAccessible(page);
      await window.goto(members());
      await row(page, /Carla/).waitFor();
      expect(await page.locator('main form, main button').count()).toBe(0);
      await window.close();
    });

    it('refuses its calls to members, and to people of other organizations as if nothing existed', async () => {
      const { oauth } = self;
      const { id } = oauth.world;
      const organization = `/workspace/v1/organizations/${id('900')}`;
      const calls: readonly [method: string, path: string, body?: object][] = [
        ['PUT', organization, { name: 'Mine' }],
        ['GET', `${organization}/users`],
        ['PUT', `${organization}/users/${id('12')}`, { role: 'admin' }],
        ['DELETE', `${organization}/users/${id('13')}`],
        ['POST', `${organization}/users/${id('13')}/password-reset`],
        ['GET', `${organization}/invitations`],
        ['POST', `${organization}/invitations`, { email: 'own@example.com', role: 'admin' }],
        ['GET', `${organization}/tokens`],
        ['POST', `${organization}/tokens`, { name: 'Own', scopes: ['org:developer_log_read'] }],
      ];
      for (const [method, path, body] of calls) {
        expect([path, (await oauth.own('bob', method, path, body)).status]).toEqual([path, 403]);
        expect([path, (await oauth.own('dan', method, path, body)).status]).toEqual([path, 404]);
      }
      const inside: readonly [method: string, path: string, body?: object][] = [
        ['PUT', `/workspace/v1/users/${id('12')}/projects-access`, { approved: true }],
        ['PUT', `/workspace/v1/teams/${id('100')}/members/${id('12')}`, { role: 'admin' }],
        ['POST', '/workspace/v1/teams', { name: 'Own' }],
      ];
      for (const [method, path, body] of inside)
        expect([path, (await oauth.own('bob', method, path, body)).status]).toEqual([path, 403]);
    });

    it('says what is wrong beside the field concerned', async () => {
      const window = await open(`${settings}/people/invite`);
      const { page } = window;
      const email = page.getByLabel('E-mail address', { exact: true });
      const describedBy = async () => {
        const ids = (await email.getAttribute('aria-describedby')) ?? '';
        const texts = ids.split(' ').map((id) => page.locator(`[id="${id}"]`).innerText());
        return (await Promise.all(texts)).join(' ');
      };
      const send = async (address: string) => {
        await email.fill(address);
        await page.keyboard.press('Enter');
      };
      await send('nobody');
      await page.locator('.field-error').waitFor();
      expect(await describedBy()).toMatch(/@/);
      for (const [address, words] of [
        [self.oauth.emailOf('bob'), "is another person's of this organization"],
        ['nora@example.com', 'is invited already'],
      ] as const) {
        await send(address);
        await page.getByText(words).waitFor();
        expect(await describedBy()).toContain(words);
        expect(await email.evaluate((input) => input === input.ownerDocument.activeElement)).toBe(true);
      }
      await expectAccessible(page);
      await keepWholePicture(page, 'organization-invite-refused');
      await window.context.close();
    });

    it('finds one of many people, and loads the list in steps', async () => {
      const { oauth } = self;
      const many = Array.from({ length: 110 }, (_, index) => ({
        email: `p${index}-${oauth.world.id('900')}@example.com`,
        handle: `Person ${String(index).padStart(3, '0')}`,
      }));
      const { users } = peopleOf(oauth);
      const before = (await oauth.own('alice', 'GET', users)).json.users.length;
      for (const person of many) await oauth.own('alice', 'POST', users, person);
      const all = before + many.length;
      const window = await open(`${settings}/people`);
      const { page } = window;
      const rows = page.getByRole('table', { name: 'People' }).locator('tbody tr');
      await page.getByText(`${all} people belong to the organization.`).waitFor();
      await expect.poll(() => rows.count()).toBe(100);
      await button(page, `Show ${all - 100} more of ${all - 100}`).click();
      await expect.poll(() => rows.count()).toBe(all);
      await page.getByRole('main').getByLabel('Search').first().fill('PERSON 041');
      await page.getByText(`1 of ${all} found`).waitFor();
      expect(await rows.allInnerTexts()).toEqual([expect.stringContaining('p41-')]);
      await page.getByRole('main').getByLabel('Search').first().fill('nobody of that name');
      await page.getByText('Nothing here has “nobody of that name” in it.').waitFor();
      await expectAccessible(page);
      await window.close();
    });

    it('makes a plan access token that is shown once and reads the logs, and revokes it', async () => {
      const { oauth } = self;
      const window = await open(`${settings}/tokens`);
      const { page } = window;
      await page.getByRole('link', { name: 'New token' }).click();
      await page.getByLabel('Name', { exact: true }).fill('CI');
      await page.keyboard.press('Enter');
      expect(await page.getByRole('alert').innerText()).toBe('Choose at least one scope.');
      await page.getByText('Read the developer logs of your organization').click();
      await button(page, 'Create token').click();
      const token = await shown(page, 'Token');
      await expectAccessible(page);
      const logs = async () => (await oauth.call('POST', '/v1/developer_logs', { token, body: {} })).status;
      expect(await logs()).toBe(200);
      await page.getByRole('link', { name: 'Done' }).click();
      await row(page, /CI/).waitFor();
      expect(await row(page, /CI/).innerText()).toContain('Alice');
      expect(await page.content()).not.toContain(token);
      await button(page, 'Revoke CI').click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
      await row(page, /CI/).waitFor({ state: 'detached' });
      expect(await logs()).toBe(401);
      await window.close();
    });

    it('approves apps and people for the lists of projects, and revokes that', async () => {
      const { oauth } = self;
      const window = await open(`${settings}/apps`);
      const { page } = window;
      const access = async () =>
        (await oauth.own('bob', 'GET', `/workspace/v1/apps/${oauth.world.id('app')}`)).json.projects_access;
      await button(page, 'Approve Measure').click();
      await button(page, 'Take back the approval of Measure').waitFor();
      expect(await access()).toBe('approved');
      await button(page, 'Take back the approval of Measure').click();
      await button(page, 'Approve Measure').waitFor();
      expect(await access()).toBe('none');
      expect(await row(page, /Elsewhere too/).innerText()).toContain('Closed to public apps');
      await window.goto(personPath());
      await button(page, 'Approve for lists of projects').click();
      await button(page, 'Take back the approval for lists of projects').waitFor();
      await window.close();
    });

    it('makes a team, adds people, changes their roles and removes them', async () => {
      const { oauth } = self;
      const window = await open(`${settings}/teams`);
      const { page } = window;
      await page.getByLabel('Name', { exact: true }).fill('Brand');
      await button(page, 'Create team').click();
      await page.getByRole('main').getByRole('link', { name: 'Brand' }).click();
      await heading(page, 'Brand').waitFor();
      await row(page, /Alice/).waitFor();
      await page.getByRole('combobox', { name: 'Person' }).fill(oauth.emailOf('erin').toUpperCase());
      await page.getByRole('option', { name: 'Erin' }).click();
      await button(page, 'Add').click();
      await row(page, /Erin/).waitFor();
      await choose(page, 'Role of Erin', 'Admin');
      const role = async () => {
        const { teams } = (await oauth.own('erin', 'GET', '/workspace/v1/teams')).json;
        const { members } = teams.find(({ name }: { name: string }) => name === 'Brand') ?? { members: [] };
        return members.find(({ handle }: { handle: string }) => handle === 'Erin')?.role;
      };
      await expect.poll(role).toBe('admin');
      await expectAccessible(page);
      await button(page, 'Remove Erin').click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
      await row(page, /Erin/).waitFor({ state: 'detached' });
      expect(await role()).toBeUndefined();
      await window.context.close();
    });

    it('renames the organization, and says that somebody else chooses the plan', async () => {
      const window = await open(settings);
      const { page } = window;
      await page.getByText('Administrators of this server can change it.').waitFor();
      expect(await page.getByRole('button', { name: 'Save plan' }).count()).toBe(0);
      await page.getByLabel('Name', { exact: true }).fill('Acme & Sons');
      await button(page, 'Save name').click();
      await page.getByText('Name saved').waitFor();
      await window.goto('/settings');
      await page.getByRole('main').getByText('Acme & Sons').waitFor();
      await window.close();
    });
  },
);

const isLeftOut = !hasChromium || anyEngine().isGiven;

describe.skipIf(isLeftOut)(
  `The settings section on a server with mail and single sign-on${withoutChromium}`,
  () => {
    const email = 'root@vitrine.example';
    let mail: MailReceiver;
    let provider: SignInProvider;
    let server: Server;

    beforeAll(async () => {
      mail = await startMailReceiver();
      provider = await openSignInProvider();
      provider.people.set('eve', { email: 'eve@acme.example', email_verified: true, name: 'Eve Adams' });
      const mails = { VITRINE_SMTP_URL: mail.url, VITRINE_MAIL_FROM: 'design@vitrine.example' };
      server = await startServer({ env: { ...provider.env, ...mails, VITRINE_RATE_LIMITS: 'original' } });
      provider.register(server.url);
      const { json } = await server.call('GET', organization, { token: server.adminToken });
      const path = `${organization}/${json.users[0].id}`;
      await server.call('PUT', path, { token: server.adminToken, body: { email, password } });
    });
    afterAll(async () => {
      await server?.stop();
      await server?.installation.remove();
      await provider?.close();
      await mail?.close();
    });

    const organization = '/workspace/v1/organizations/1/users';
    const open = (path: string, look: object = {}) =>
      openConsole({ browser: browser(), server, path, email, look: { ignoreHTTPSErrors: true, ...look } });

    it('lets an administrator of the installation choose the plan, and shows what it gives', async () => {
      const window = await open(settings);
      const { page } = window;
      await page.getByRole('cell', { name: '20 a minute' }).first().waitFor();
      await expectAccessible(page);
      await keepWholePicture(page, 'organization-plan');
      await choose(page, 'Plan', 'Starter');
      await button(page, 'Save plan').click();
      await page.getByText('Plan saved').waitFor();
      await expect.poll(() => page.getByRole('cell', { name: '20 a minute' }).count()).toBe(0);
      expect(await page.getByRole('cell', { name: '6 a month' }).count()).toBe(4);
      const token = server.adminToken;
      expect((await server.call('GET', '/workspace/v1/organizations/1', { token })).json.plan).toBe(
        'starter',
      );
      await window.close();
    });

    it('invites by the keyboard alone, says that it was mailed, and shows the link to nobody', async () => {
      const window = await open(`${settings}/people/invite`);
      const { page } = window;
      // The address has the focus from the start; then come name, role and seat.
      await page.locator('input[name=email]:focus').waitFor();
      await page.keyboard.type('nora@example.com');
      for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
      await page.locator('[role=option]:focus').waitFor();
      for (const key of ['End', 'Enter']) await page.keyboard.press(key);
      await page.locator('button:focus', { hasText: 'Guest' }).waitFor();
      for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
      await page.getByText('A mail with the link is on its way to nora@example.com.').waitFor();
      await expectAccessible(page);
      const link = linkIn(await mail.mailTo('nora@example.com'));
      expect(await page.content()).not.toContain(link);
      await page.getByRole('link', { name: 'Done' }).click();
      expect(await row(page, /nora@example\.com/).innerText()).toMatch(/Guest, Full seat\s+Mailed/);
      await button(page, 'Withdraw the invitation of nora@example.com').click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
      await page.getByText('Nobody is invited at the moment.').waitFor();
      expect((await server.call('GET', link)).text).toContain('This invitation is not there');
      await window.close();
    });

    it('links the account to somebody at the provider, with the password, and unlinks it', async () => {
      const window = await open('/settings');
      const { page } = window;
      const section = page.getByRole('region', { name: 'Single sign-on' });
      await section.getByText('Nothing is linked yet.').waitFor();
      await expectAccessible(page);
      const link = async (word: string) => {
        await section.getByLabel(/^Your password here/).fill(word);
        await section.getByRole('button', { name: /^Link/ }).click();
      };
      await link('not the password');
      await section.getByText('This is not your password.').waitFor();
      await link(password);
      await page.locator('input[name=login]').fill('eve');
      await page.locator('input[name=password]').fill('any');
      await page.locator('button[type=submit]').click();
      await page.getByRole('button', { name: 'Continue' }).click();
      await section.getByText('eve@acme.example').waitFor();
      expect(new URL(page.url()).pathname).toBe('/settings');
      await expectAccessible(page);
      await keepWholePicture(page, 'organization-single-sign-on');
      await button(page, 'Unlink eve@acme.example').click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click();
      await section.getByText('Nothing is linked yet.').waitFor();
      await window.context.close();
    });
  },
);

onEachEngine('People of an organization', (engine) => {
  describe.skipIf(!hasChromium)(`in a browser${withoutChromium}`, () => {
    const { self, open, me } = inBrowser(engine);

    /** What somebody does in a browser of their own. */
    async function joined(link: string, name: string) {
      const context = await browser().newContext();
      const page = await context.newPage();
      await page.goto(link);
      await page.getByLabel('Name').fill(name);
      await page.getByLabel('Password', { exact: true }).fill(goodPassword);
      await page.keyboard.press('Enter');
      await page.waitForURL(({ pathname }) => !pathname.startsWith('/invitation/'));
      return { context, page };
    }

    async function ownToken(page: Page): Promise<string> {
      await page.goto(`${engine.url}/settings/security/new-token`);
      await page.getByLabel('Name', { exact: true }).fill('Mine');
      await page.getByText('See your name, e-mail address and picture').click();
      await button(page, 'Create token').click();
      return shown(page, 'Token');
    }

    it('are invited, join, change seat and role, choose another password, and are removed with their tokens', async () => {
      const window = await open(`${settings}/people`);
      const { page } = window;
      const email = `nils-${self.oauth.world.id('900')}@example.com`;
      await page.getByRole('link', { name: 'Invite', exact: true }).click();
      await page.getByLabel('E-mail address', { exact: true }).fill(email);
      await choose(page, 'Role', 'Guest');
      await choose(page, 'Seat', 'View seat');
      await button(page, 'Invite').click();
      await heading(page, `${email} is invited`).waitFor();
      const first = await shown(page, 'Link');
      await page.getByRole('link', { name: 'Done' }).click();
      await button(page, `Send again to ${email}`).click();
      const second = await page.getByRole('dialog').getByLabel('Link', { exact: true }).inputValue();
      expect(second).not.toBe(first);
      await expectAccessible(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();

      const there = await joined(second, 'Nils Holm');
      const token = await ownToken(there.page);
      expect(await me(token)).toBe(200);

      await page.reload();
      await page.getByText('Nobody is invited at the moment.').waitFor();
      await page.getByRole('link', { name: 'Nils Holm' }).click();
      await heading(page, 'Nils Holm').waitFor();
      await choose(page, 'Role', 'Admin');
      await choose(page, 'Seat', 'Dev seat');
      await button(page, 'Save').click();
      await page.getByText('Role and seat saved').waitFor();
      await there.page.goto(`${engine.url}/settings`);
      await there.page.getByText('Dev seat').waitFor();
      await there.page.getByText('Admin', { exact: true }).waitFor();
      await there.page.getByRole('link', { name: 'People' }).waitFor();

      const [name, address] = [
        page.getByLabel('Name', { exact: true }),
        page.getByLabel('E-mail address', { exact: true }),
      ];
      await name.fill('Nils Holmgren');
      await address.fill(self.oauth.emailOf('bob'));
      await button(page, 'Save name and address').click();
      await page
        .locator('.field-error')
        .filter({ hasText: /address/ })
        .waitFor();
      await address.fill(`other-${email}`);
      await button(page, 'Save name and address').click();
      await page.getByText('Name and address saved').waitFor();
      await heading(page, 'Nils Holmgren').waitFor();
      await address.fill(email);
      await button(page, 'Save name and address').click();
      await page.getByText(email, { exact: true }).waitFor();

      await button(page, 'Send a link').click();
      const reset = await shown(page, 'Link');
      await expectAccessible(page);
      await keepWholePicture(page, 'organization-reset-link');
      await there.page.goto(reset);
      await there.page.getByLabel('Password', { exact: true }).fill(otherPassword);
      await button(there.page, 'Change the password').click();
      await there.page.getByRole('link', { name: 'Sign in' }).click();
      await there.page.getByLabel('E-mail address').fill(email);
      await there.page.getByLabel('Password').fill(otherPassword);
      await button(there.page, 'Sign in').click();
      await there.page.goto(`${engine.url}/settings`);
      await there.page.getByText(email).first().waitFor();

      await button(page, 'Remove').click();
      await keepWholePicture(page, 'organization-remove');
      await expectAccessible(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await heading(page, 'People').waitFor();
      await page.getByText('Nils Holmgren').waitFor({ state: 'detached' });
      expect(await me(token)).toBe(403);
      await there.page.reload();
      await there.page.waitForURL(/\/sign-in/);
      await there.context.close();
      expect(window.complaints.filter((text) => !/409/.test(text))).toEqual([]);
      await window.context.close();
    });

    it('who own files are removed once somebody else gets these files', async () => {
      const { oauth } = self;
      const file = { name: 'Plans', project: oauth.world.id('200') };
      const { key } = (await oauth.own('bob', 'POST', '/workspace/v1/files', file)).json;
      const window = await open(`${settings}/people/${oauth.world.id('12')}`);
      const { page } = window;
      await button(page, 'Remove').click();
      const dialog = page.getByRole('dialog');
      const remove = dialog.getByRole('button', { name: 'Remove' });
      await remove.click();
      await dialog.getByText('Bob owns 1 file: say who gets them.').waitFor();
      await expectAccessible(page);
      await dialog.getByRole('combobox', { name: 'Who gets their files' }).fill('carl');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await remove.click();
      await heading(page, 'People').waitFor();
      const { files } = (
        await oauth.own('carla', 'GET', `/workspace/v1/files?project=${oauth.world.id('200')}`)
      ).json;
      expect(files.map((one: { key: string }) => one.key)).toContain(key);
      await window.context.close();
    });
  });
});
