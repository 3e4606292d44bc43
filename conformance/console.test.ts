import { readFileSync } from 'node:fs';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeAccessiblePages } from './harness/accessible-pages.ts';
import { fileOf } from './harness/cast.ts';
import { hasChromium, openChromium, withoutChromium } from './harness/chromium.ts';
import { clientOf } from './harness/client.ts';
import { expectAccessible, keepWholePicture, openConsole, signIn } from './harness/console.ts';
import { anyEngine, onEachEngine, onOwnServers, presentEngines } from './harness/engines.ts';
import { exampleFile } from './harness/example-file.ts';
import type { Engine } from './harness/global-setup.ts';
import { app, type OauthWorld, oauthWorld, password } from './harness/oauth.ts';
import { withServer } from './harness/server.ts';

let chromium: Awaited<ReturnType<typeof openChromium>> | undefined;
beforeAll(async () => {
  if (hasChromium) chromium = await openChromium(...presentEngines());
});
afterAll(() => chromium?.close());

/** A world with a file and an app for the tests of a group, and windows in which its people are signed in. */
function inBrowser(server: Engine) {
  const self = {} as { oauth: OauthWorld };
  beforeAll(async () => {
    const files = [
      fileOf('main', exampleFile, { name: 'Start page' }),
      fileOf('empty', undefined, { name: '<b>Not & bold</b>' }),
    ];
    self.oauth = await oauthWorld(server, [app('app', { name: 'Measure' })], { files });
  });
  return {
    self,
    open: (path: string, person: 'alice' | 'bob' | 'dan' | 'erin' = 'bob') =>
      openConsole({
        browser: chromium?.browser as Browser,
        server,
        path,
        email: self.oauth.emailOf(person),
      }),
    /** Calls the interface with a token. */
    me: async (token: string) => {
      const { status, json } = await clientOf(server)('GET', '/v1/me', { token });
      return { status, id: json.id };
    },
  };
}

/** Drops a file as somebody does who drags it from a folder. */
async function drop(
  place: Locator,
  { name, content }: { name: string; content: string | Buffer },
): Promise<void> {
  const transfer = await place.page().evaluateHandle(
    ([title, base64]) => {
      const bytes = Uint8Array.from(atob(base64 as string), (letter) => letter.charCodeAt(0));
      // @ts-expect-error The same.
      const made = new DataTransfer();
      // @ts-expect-error The same.
      made.items.add(new File([bytes], title));
      return made;
    },
    [name, Buffer.from(content).toString('base64')],
  );
  await place.dispatchEvent('drop', { dataTransfer: transfer });
}

const tokenOf = (page: Page): Promise<string> => page.getByLabel('Token', { exact: true }).inputValue();
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

describe.skipIf(!hasChromium)(`The console in a browser${withoutChromium}`, () => {
  const { self, open } = inBrowser(anyEngine());
  const team = () => `/files/team/${self.oauth.world.id('100')}/Core`;

  beforeAll(async () => {
    await self.oauth.tokens('bob');
  });

  describeAccessiblePages(
    [
      { name: 'account', path: () => '/settings', person: 'bob' },
      { name: 'security', path: () => '/settings/security', person: 'bob' },
      { name: 'new-token', path: () => '/settings/security/new-token', person: 'bob' },
      { name: 'teams', path: () => '/files', person: 'bob' },
      { name: 'team', path: team, person: 'bob' },
      { name: 'search', path: () => '/search?q=start', person: 'bob' },
      { name: 'developers', path: () => '/developers', person: 'bob' },
      { name: 'look', path: () => '/developers/look', person: 'bob' },
      { name: 'nothing', path: () => '/files/nothing/of/this/name', person: 'bob' },
    ],
    open,
  );

  it('finds nodes of all files by what is typed in the box of any page, with the keyboard alone', async () => {
    const window = await open('/settings');
    const { page } = window;
    const box = page.getByRole('searchbox', { name: 'Search' });
    const hits = page.getByRole('list', { name: 'Found' }).getByRole('link');
    const places = () => hits.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    await page.keyboard.press('/');
    await page.keyboard.type('start pa');
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).search).toBe('?q=start+pa');
    const shown = `/design/${self.oauth.world.id('main')}/Start-page`;
    // The file is read for the search a little after it came.
    const foundAnew = async () => {
      await page.reload();
      await page.getByText(/found|^Nothing that you can see/).waitFor();
      return (await places())[0];
    };
    await expect.poll(foundAnew).toBe(shown);
    await box.focus();
    await page.keyboard.press('ArrowDown');
    await expect
      .poll(() => hits.first().evaluate((link) => link === link.ownerDocument.activeElement))
      .toBe(true);
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => box.evaluate((input) => input === input.ownerDocument.activeElement)).toBe(true);
    await page.keyboard.type('nothing that anybody says');
    await page.getByText('Nothing that you can see has all of this.').waitFor();
    await box.fill('https://www.figma.com/design/abc/Name?node-id=1-2');
    await page.getByText('This is an address of www.figma.com.').waitFor();
    await page.getByText("npx vitrine import 'https://www.figma.com/design/abc/Name?node-id=1-2'").waitFor();
    await keepWholePicture(page, 'console-search-address');
    await expectAccessible(page);
    await box.fill(new URL(shown, page.url()).href);
    expect(await page.getByRole('link', { name: 'Open it' }).getAttribute('href')).toContain(shown);
    await page.getByRole('button', { name: /Kind/ }).click();
    await page.getByRole('option', { name: 'Texts' }).click();
    await box.fill('');
    await expect.poll(() => new URL(page.url()).search).toBe('?type=TEXT');
    await expect.poll(async () => (await places()).length).toBeGreaterThan(0);
    const [first = ''] = await places();
    await box.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).toBe(new URL(first ?? '', page.url()).href);
    await page.getByRole('tree', { name: 'Layers' }).waitFor();
    await window.close();
  });

  it('has a menu, a dialog and a list box that are accessible while they are open', async () => {
    const window = await open('/settings/security');
    const { page } = window;
    await page.getByRole('button', { name: /^Bob\b/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    await keepWholePicture(page, 'console-menu');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Revoke own' }).click();
    await page.getByRole('alertdialog').waitFor();
    await keepWholePicture(page, 'console-question');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await window.goto('/settings/security/new-token');
    await page.getByRole('button', { name: 'Expires in' }).click();
    await page.getByRole('option', { name: '90 days' }).waitFor();
    await keepWholePicture(page, 'console-choice');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await window.close();
  });

  it('names its pages in the title of the window, and begins a new one at its content', async () => {
    const window = await open('/settings');
    const { page } = window;
    expect(await page.title()).toBe('Account · Vitrine');
    await page.getByRole('link', { name: 'Security' }).click();
    await heading(page, 'Personal access tokens').waitFor();
    expect(await page.title()).toBe('Security · Vitrine');
    await page.locator('#main:focus').waitFor();
    await window.close();
  });

  it('has what confirms as the last button of its row, at the right end, in forms and in questions', async () => {
    const window = await open('/settings');
    const { page } = window;
    const isLast = async (name: string, row: string) => {
      const button = page.locator(`${row} > button`).last();
      expect(await button.innerText()).toBe(name);
      const [one, around] = [await button.boundingBox(), await page.locator(row).last().boundingBox()];
      expect((one?.x ?? 0) + (one?.width ?? 0)).toBeCloseTo((around?.x ?? 0) + (around?.width ?? 0), 0);
    };
    await isLast('Change password', '.form-choices');
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('alertdialog').waitFor();
    await isLast('Sign out everywhere', '[role="alertdialog"] .choices');
    await page.keyboard.press('Escape');
    await window.close();
  });

  it('changes what the person is called, and says so in its own frame', async () => {
    const window = await open('/settings', 'erin');
    const { page } = window;
    await page.getByLabel('Name', { exact: true }).fill('Erin Holm');
    await page.getByRole('button', { name: 'Save name' }).click();
    await page.getByText('Name saved').waitFor();
    await page.getByRole('button', { name: /^Erin Holm\b/ }).waitFor();
    await window.close();
  });

  it('makes a project in a team that has none, from the place where it is missing', async () => {
    const made = await self.oauth.own('alice', 'POST', '/workspace/v1/teams', { name: 'Empty' });
    const window = await open(`/files/team/${made.json.id}/Empty`, 'alice');
    const { page } = window;
    await page.getByText('npx vitrine project create').waitFor();
    await page.locator('.empty').getByRole('button', { name: 'Create project' }).click();
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Name', { exact: true }).fill('Screens');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await heading(page, 'Screens').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await window.close();
  });

  it('puts in the files that are chosen or dropped, and tells what became of each', async () => {
    const made = await self.oauth.own('alice', 'POST', '/workspace/v1/teams', { name: 'Incoming' });
    const body = { name: 'Inbox', team: made.json.id };
    const project = (await self.oauth.own('alice', 'POST', '/workspace/v1/projects', body)).json.id;
    const window = await open(`/files/team/${made.json.id}/Incoming`, 'alice');
    const { page } = window;
    const odd = { ...exampleFile, name: 'Odd one', oddity: 1 };
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Choose files for Inbox' }).click(),
    ]);
    await chooser.setFiles([
      { name: 'odd.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(odd)) },
      { name: 'shot.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') },
    ]);
    const imports = page.getByRole('list', { name: 'Imports' });
    await imports.getByText(/It is a PDF/).waitFor();
    await imports.getByRole('link', { name: 'Open' }).waitFor();
    await page.locator('.file-card', { hasText: 'Odd one' }).waitFor();
    expect(await page.locator('.file-card').count()).toBe(1);
    await keepWholePicture(page, 'console-imports');
    await expectAccessible(page);
    await drop(page.locator('.file-card'), { name: 'again.json', content: JSON.stringify(odd) });
    await imports.getByText('again.json').waitFor();
    await expect.poll(() => imports.getByRole('link', { name: 'Open' }).count()).toBe(2);
    const { files } = (await self.oauth.own('alice', 'GET', `/workspace/v1/files?project=${project}`)).json;
    expect(files.map(({ name }: { name: string }) => name)).toEqual(['Odd one']);
    await imports
      .getByRole('link', { name: /^Report/ })
      .first()
      .click();
    await heading(page, 'Import of again.json').waitFor();
    await keepWholePicture(page, 'console-import-report');
    await expectAccessible(page);
    await page.reload();
    await heading(page, 'Import of again.json').waitFor();
    await window.context.close();
  });

  it('puts in a file of the editor that is dropped on a project, and shows its layers', async () => {
    const team = (await self.oauth.own('alice', 'POST', '/workspace/v1/teams', { name: 'Dropped' })).json.id;
    await self.oauth.own('alice', 'POST', '/workspace/v1/projects', { name: 'Basket', team });
    const window = await open(`/files/team/${team}/Dropped`, 'alice');
    const { page } = window;
    const content = readFileSync(new URL('../fixtures/import/fig/rectangle.fig', import.meta.url));
    await drop(page.locator('.drop-target').last(), { name: 'Saved copy.fig', content });
    const imports = page.getByRole('list', { name: 'Imports' });
    await imports.getByRole('link', { name: 'Open' }).click();
    await page.getByRole('treeitem', { name: /RECTANGLE 5/ }).waitFor();
    expect(await page.title()).toContain('Saved copy');
    await window.context.close();
  });

  it('says of a file of the editor that is dropped and was cut what is wrong with it, and makes none', async () => {
    const team = (await self.oauth.own('alice', 'POST', '/workspace/v1/teams', { name: 'Cut' })).json.id;
    const body = { name: 'Bin', team };
    const project = (await self.oauth.own('alice', 'POST', '/workspace/v1/projects', body)).json.id;
    const window = await open(`/files/team/${team}/Cut`, 'alice');
    const { page } = window;
    const content = readFileSync(new URL('../fixtures/import/fig/rectangle.fig', import.meta.url));
    await drop(page.locator('.drop-target').last(), { name: 'Cut.fig', content: content.subarray(0, -30) });
    const imports = page.getByRole('list', { name: 'Imports' });
    await imports.getByText('The archive cannot be read: it ends in the middle.').waitFor();
    const { files } = (await self.oauth.own('alice', 'GET', `/workspace/v1/files?project=${project}`)).json;
    expect(files).toEqual([]);
    await window.context.close();
  });

  it('finds files by name on the first page, as pictures or as rows, and tells which were seen', async () => {
    const window = await open('/files', 'alice');
    const { page } = window;
    const recent = page.getByRole('list', { name: 'Recent files' });
    await recent.getByRole('link', { name: /Start page.*Core/ }).waitFor();
    await page.getByLabel('Search by name').fill('START');
    await expect.poll(() => recent.getByRole('link').count()).toBe(1);
    const choose = async (field: RegExp, option: string) => {
      await page.getByRole('button', { name: field }).click();
      await page.getByRole('option', { name: option }).click();
    };
    await choose(/Show as/, 'List');
    const rows = page.getByRole('table', { name: 'Recent files' }).locator('tbody tr');
    await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringMatching(/^Start page\tCore \/ /)]);
    expect((await rows.boundingBox())?.height).toBeGreaterThanOrEqual(40);
    await keepWholePicture(page, 'console-home-list');
    await expectAccessible(page);
    await rows.getByRole('link').click();
    await page.getByRole('heading', { name: 'Start page', level: 1 }).waitFor();
    await page.goto(new URL('/files', page.url()).href);
    await choose(/Sort by/, 'Last seen');
    await expect.poll(() => recent.getByRole('link').count()).toBe(1);
    await window.context.close();
  });

  it('makes a webhook, sends it a test, shows what was sent and why it did not arrive, pauses it and lets it go on', async () => {
    const window = await open('/developers/webhooks', 'alice');
    const { page } = window;
    const endpoint = 'http://127.0.0.1:8099/hook';
    await page.getByRole('button', { name: 'Create webhook on Core' }).click();
    await page.getByLabel('Endpoint').fill(endpoint);
    await page.getByLabel('Passcode').fill('open sesame');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await heading(page, endpoint).waitFor();
    const rows = page.getByRole('table', { name: 'Deliveries' }).locator('tbody tr');
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByRole('button', { name: 'Send a test' }).click();
    await expect.poll(() => rows.count()).toBe(2);
    await page.locator('summary').first().click();
    // Another attempt may have come above the one that was opened.
    await page.locator('details[open]').getByText('"event_type": "PING"').first().waitFor();
    await page.getByRole('button', { name: 'Show the secret' }).click();
    await expect.poll(() => page.getByLabel('Secret', { exact: true }).inputValue()).toMatch(/^whsec_/);
    await keepWholePicture(page, 'console-webhook');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('definition').getByText('Paused').waitFor();
    expect(await page.getByRole('button', { name: 'Send a test' }).count()).toBe(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('definition').getByText('Active').waitFor();
    await page.getByRole('button', { name: 'Send a test' }).waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('This team has no webhooks yet.').first().waitFor();
    await expectAccessible(page);
    await window.context.close();
  });

  it('calls an operation from the page of the reference with a token, and shows the answer', async () => {
    const made = await self.oauth.own('bob', 'POST', '/workspace/v1/me/tokens', {
      name: 'Try',
      scopes: ['current_user:read'],
    });
    const window = await open('/developers/try/getMe', 'bob');
    const { page } = window;
    await page.getByLabel('Token', { exact: true }).fill(String(made.json.token));
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('"handle": "Bob"').waitFor();
    await keepWholePicture(page, 'console-try');
    await expectAccessible(page);
    await page.goto(page.url().replace('getMe', 'getFile'));
    await page.locator('code', { hasText: 'branch_data' }).first().waitFor();
    expect(await page.getByRole('main').innerText()).not.toContain('`');
    await expectAccessible(page);
    await window.close();
  });

  it('shows administrators what was changed, and says on which plan', async () => {
    const window = await open('/settings/organization/activity', 'alice');
    const { page } = window;
    await page.getByRole('cell', { name: /Alice/ }).or(page.getByRole('alert')).first().waitFor();
    await keepWholePicture(page, 'console-activity');
    await expectAccessible(page);
    await window.context.close();
  });

  it('revokes what the person allowed an app', async () => {
    const { access_token } = await self.oauth.tokens('bob');
    expect((await self.oauth.asApp(access_token)).status).toBe(200);
    const window = await open('/settings');
    const { page } = window;
    await page.getByRole('button', { name: 'Revoke Measure' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('You have allowed no app to act for you.').waitFor();
    expect((await self.oauth.asApp(access_token)).status).toBe(403);
    await window.close();
  });

  it('shows names of files as text, whatever is in them', async () => {
    const window = await open(team());
    await window.page.getByText('<b>Not & bold</b>').waitFor();
    expect(await window.page.locator('b').count()).toBe(0);
    await window.close();
  });

  it('says in words that a team does not exist for the person', async () => {
    const window = await open('/files', 'dan');
    expect(await window.page.getByRole('link', { name: /Core/ }).count()).toBe(0);
    await window.goto(team());
    await heading(window.page, 'There is nothing here').waitFor();
    await window.close();
  });

  it.each(['/developers/webhooks/1', '/developers/apps/none', '/settings/organization/mirrors/1'])(
    'says in the same words that nothing is at %s',
    async (path) => {
      const window = await open(path, 'alice');
      await heading(window.page, 'There is nothing here').waitFor();
      // The browser complains about the refusal itself.
      await window.context.close();
    },
  );

  it('has a title where an organization of the server is for its administrators', async () => {
    const window = await open('/server/organizations/1', 'bob');
    await window.page.locator('h1', { hasText: 'Organization' }).waitFor();
    await window.page.getByText('This is for the administrators of this server.').waitFor();
    await window.close();
  });

  it('signs out in this browser, and everywhere', async () => {
    const [here, there] = [await open('/settings', 'erin'), await open('/files', 'erin')];
    await here.page.getByRole('button', { name: /^Erin\b/ }).click();
    await here.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await here.page.waitForURL(/\/sign-in/);
    const again = await open('/settings', 'erin');
    await again.page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await again.page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await again.page.waitForURL(/\/sign-in/);
    await there.page.reload();
    await there.page.waitForURL(/\/sign-in/);
    for (const window of [here, there, again]) await window.close();
  });

  it('changes the password, and says what is wrong with a new one', async () => {
    const window = await open('/settings', 'alice');
    const { page } = window;
    const field = (name: string) => page.getByLabel(name, { exact: true });
    const change = async (current: string, chosen: string, again = chosen) => {
      await field('Current password').fill(current);
      await field('New password').fill(chosen);
      await field('New password, once more').fill(again);
      await page.getByRole('button', { name: 'Change password' }).click();
    };
    const another = 'a horse that staples no battery';
    await change(password, another, `${another}s`);
    await page.getByText('The new password is not the same both times.').waitFor();
    await change('not the password', another);
    await page.getByText('The current password is wrong.').waitFor();
    await change(password, another);
    await page.getByText('Your password is changed.').waitFor();
    await expectAccessible(page);
    // The session of this window goes on.
    await change(another, password);
    await page.getByText('Your password is changed.').waitFor();
    await window.context.close();
  });

  it('goes on saving after the person signed in again in another window', async () => {
    const window = await open('/settings/security', 'erin');
    const { page } = window;
    const revoke = async (name: string) => {
      await page.getByRole('button', { name: `Revoke ${name}`, exact: true }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
      await page.getByRole('rowheader', { name, exact: true }).waitFor({ state: 'detached' });
    };
    await revoke('own');
    const other = await window.context.newPage();
    await other.goto(page.url());
    await other.getByRole('button', { name: /^Erin\b/ }).click();
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    await signIn(other, self.oauth.emailOf('erin'));
    await other.getByRole('heading', { name: 'Files' }).waitFor();
    await revoke('erin');
    await window.context.close();
  });

  it('asks over the page to sign in again when the session has ended meanwhile, and goes on to where one went', async () => {
    const window = await open('/files', 'erin');
    const { page } = window;
    await window.context.clearCookies();
    // The page asks now and then by itself, and may do so in the middle of the click.
    const link = page.getByRole('link', { name: 'Account' });
    const isPressed = link.click({ timeout: 5_000 }).then(
      () => true,
      () => false,
    );
    const question = page.getByRole('dialog', { name: 'Sign in again' });
    await question.getByLabel('Password', { exact: true }).waitFor();
    await signIn(question, self.oauth.emailOf('erin'));
    await question.waitFor({ state: 'detached' });
    if (!(await isPressed)) await link.click();
    await heading(page, 'Account').waitFor();
    await window.context.close();
  });
});

const asBrowsers = { headers: { accept: 'text/html' } };

onEachEngine('Pages of the console', (engine) => {
  describe.skipIf(!hasChromium)(`in a browser${withoutChromium}`, () => {
    const { self, open, me } = inBrowser(engine);

    it('[PAT-01] make a token for the person, which then works, and revoke it', async () => {
      const window = await open('/settings');
      const { page } = window;
      await page.getByRole('link', { name: 'Security' }).click();
      await page.getByRole('link', { name: 'New token' }).click();
      await page.getByLabel('Name', { exact: true }).fill('Release notes');
      await page.getByText('See your name, e-mail address and picture').click();
      await page.getByRole('button', { name: 'Create token' }).click();
      const token = await tokenOf(page);
      for (const header of ['X-Figma-Token', 'X-Service-Token'])
        await page.getByText(header, { exact: true }).waitFor();
      await expectAccessible(page);
      expect(await me(token)).toEqual({ status: 200, id: self.oauth.world.id('12') });
      await page.getByRole('link', { name: 'Done' }).click();
      const row = page.getByRole('row', { name: /Release notes/ });
      expect(await row.innerText()).toContain('current_user:read');
      expect(await page.content()).not.toContain(token);
      await row.getByRole('button', { name: 'Revoke Release notes' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
      await row.waitFor({ state: 'detached' });
      expect((await me(token)).status).toBe(403);
      await window.close();
    });

    it('make a token by the keyboard alone', async () => {
      const window = await open('/settings/security/new-token');
      const { page } = window;
      const press = (key: string) => page.keyboard.press(key);
      // The name has the focus from the start.
      await page.locator('input[name=name]:focus').waitFor();
      await page.keyboard.type('By keyboard');
      await press('Enter');
      expect(await page.getByRole('alert').innerText()).toBe('Choose at least one scope.');
      await press('Tab');
      await press('Enter');
      await page.locator('[role=option]:focus').waitFor();
      await press('End');
      await press('Enter');
      await page.locator('button:focus').waitFor();
      // On to the first shortcut, which chooses all that read designs.
      await press('Tab');
      await press('Enter');
      for (let hops = 0; hops < 60; hops += 1) {
        if ((await page.locator(':focus').innerText()) === 'Create token') break;
        await press('Tab');
      }
      await press('Enter');
      await page.getByLabel('Token', { exact: true }).waitFor();
      // What copies it has the focus.
      await page.locator(':focus', { hasText: 'Copy' }).waitFor();
      const { tokens } = (await self.oauth.own('bob', 'GET', '/workspace/v1/me/tokens')).json;
      const made = tokens.find(({ name }: { name: string }) => name === 'By keyboard');
      expect(Date.parse(made.expires_at) - Date.parse(made.created_at)).toBe(24 * 3_600_000);
      expect(made.scopes).toContain('file_content:read');
      await window.close();
    });

    it('[PROJ-09] have the id of a team behind /team/ in its address, and lead on to its files', async () => {
      const window = await open('/files');
      const { page } = window;
      await page.locator('.team-card', { hasText: 'Core' }).click();
      await heading(page, 'Core').waitFor();
      expect(new URL(page.url()).pathname).toBe(`/files/team/${self.oauth.world.id('100')}/Core`);
      const file = page.getByRole('link', { name: /Start page/ });
      const key = self.oauth.world.id('main');
      expect(await file.getAttribute('href')).toBe(`/design/${key}/Start-page`);
      await window.goto(`/files/team/${self.oauth.world.id('100')}/An-older-name`);
      await heading(page, 'Core').waitFor();
      const tab = page.getByRole('navigation', { name: 'Team' }).getByRole('link', { name: 'Files' });
      await expect.poll(() => tab.getAttribute('aria-current')).toBe('page');
      expect(new URL(page.url()).pathname).toBe(`/files/team/${self.oauth.world.id('100')}/Core`);
      await window.close();
    });
  });

  describe('over HTTPS', () => {
    const call = clientOf(engine);
    const open = (path: string) => call('GET', path, asBrowsers);

    it('lead people who are not signed in to the sign-in page, and back', async () => {
      const { status, headers } = await open('/settings/security?a=b');
      expect([status, headers.location]).toEqual([303, '/sign-in?next=%2Fsettings%2Fsecurity%3Fa%3Db']);
      expect((await open('/')).headers.location).toBe('/sign-in?next=%2F');
    });

    it('answer 404 to clients that take no HTML, and to POST', async () => {
      for (const path of ['/', '/settings', '/files/abc'])
        expect([path, (await call('GET', path)).status]).toEqual([path, 404]);
      expect((await call('POST', '/settings', asBrowsers)).status).toBe(404);
    });

    it('tell browsers on a page with a way back that an address names nothing, and tools in JSON', async () => {
      const { status, text, headers } = await open('/nothing/of/this/name');
      expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(text).toContain('<a class="button" href="/">To your files</a>');
      const { status: forTools, json } = await call('GET', '/nothing/of/this/name');
      expect([forTools, json]).toEqual([
        404,
        { status: 404, error: true, err: 'Not found', message: 'Not found' },
      ]);
    });

    it('redirect to no other site, whatever the address holds', async () => {
      for (const path of [
        '/files//elsewhere.example',
        '/files/%0d%0aset-cookie:a=b',
        '/files/\\\\elsewhere',
      ]) {
        const { status, headers } = await open(path);
        expect([path, status, headers['set-cookie']]).toEqual([path, 303, undefined]);
        expect(headers.location).toMatch(/^\/sign-in\?next=%2Ffiles%2F/);
      }
    });

    it('allow nothing inline, nothing from other origins, no frames and no caching', async () => {
      const { headers } = await open('/settings');
      const policy = String(headers['content-security-policy']);
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
      for (const part of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"])
        expect(policy).toContain(part);
      expect(headers['cache-control']).toBe('no-store');
    });

    it('serve only files that were built', async () => {
      for (const name of ['nothing.js', '..%2f..%2fmanifest.json', '%2e%2e', 'a.js.br', '__proto__'])
        expect([name, (await call('GET', `/assets/${name}`)).status]).toEqual([name, 404]);
    });
  });
});

onOwnServers('The console at a path of its own', (engine) => {
  it('is served there with the operations it calls, and no others of the interface', async () => {
    const env = { VITRINE_WEB_URL: 'https://designs.example/pages' };
    await withServer({ postgres: engine.postgres, env }, async ({ call }) => {
      const { status, headers } = await call('GET', '/pages/settings', asBrowsers);
      expect([status, headers.location]).toEqual([303, '/pages/sign-in?next=%2Fpages%2Fsettings']);
      expect((await call('GET', '/pages/sign-in')).status).toBe(200);
      expect((await call('GET', '/pages/workspace/v1/session')).status).toBe(403);
      expect((await call('GET', '/pages/v1/me')).status).toBe(404);
    });
  });
});
