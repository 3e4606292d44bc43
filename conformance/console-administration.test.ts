import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { describeAccessiblePages } from './harness/accessible-pages.ts';
import { hasChromium, openChromium, withoutChromium } from './harness/chromium.ts';
import { expectAccessible, keepWholePicture, openConsole, signIn } from './harness/console.ts';
import { handNames, hands, signInBy } from './harness/hands.ts';
import { password } from './harness/oauth.ts';
import { openReceiver } from './harness/receiver.ts';
import { type Server, startServer } from './harness/server.ts';

const email = 'root@acme.example';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describe.skipIf(!hasChromium)(`The administrator of a server, in a browser${withoutChromium}`, () => {
  let server: Server;
  let chromium: Awaited<ReturnType<typeof openChromium>>;
  beforeAll(async () => {
    server = await startServer({ env: { VITRINE_RATE_LIMITS: 'original' } });
    chromium = await openChromium(server);
    const users = '/workspace/v1/organizations/1/users';
    const { json } = await server.call('GET', users, { token: server.adminToken });
    const body = { email, password };
    await server.call('PUT', `${users}/${json.users[0].id}`, { token: server.adminToken, body });
    await server.call('GET', '/v1/me', { token: server.adminToken });
  });
  afterAll(async () => {
    await chromium?.close();
    await server?.stop();
    await server?.installation.remove();
  });

  const open = (path: string) => openConsole({ browser: chromium.browser as Browser, server, path, email });

  describeAccessiblePages(
    [
      '/server',
      '/server/organizations',
      '/server/backups',
      '/server/fonts',
      '/developers/requests',
      '/developers/test-mode',
      '/settings/organization/requests',
    ].map((path) => ({
      name: path.slice(1).replaceAll('/', '-'),
      path: () => path,
      person: 'root',
    })),
    open,
  );

  it('shows the organizations, who belongs to each, and changes its name and plan', async () => {
    const window = await open('/server/organizations');
    const { page } = window;
    const table = page.getByRole('table', { name: 'Organizations' });
    await table.getByRole('link').first().click();
    const people = page.getByRole('table', { name: 'People' });
    await people.getByText(email).waitFor();
    await people.getByRole('link').first().click();
    await page.getByRole('heading', { name: 'Role and seat' }).waitFor();
    await page.goBack();
    await page.getByLabel('Name', { exact: true }).fill('Lighthouse');
    await page.getByRole('button', { name: 'Plan' }).click();
    await page.getByRole('option', { name: 'Professional' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Lighthouse', level: 1 }).waitFor();
    await expectAccessible(page);
    await keepWholePicture(page, 'server-organization');
    await page.getByLabel('Name', { exact: true }).fill('My organization');
    await page.getByRole('button', { name: 'Plan' }).click();
    await page.getByRole('option', { name: 'Enterprise' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Organizations' }).click();
    await table.getByRole('row', { name: /My organization Enterprise/ }).waitFor();
    await window.close();
  });

  it('makes an organization and invites its first administrator, whom it lets in', async () => {
    const window = await open('/server/organizations');
    const { page } = window;
    await button(page, 'Create organization').press('Enter');
    await page.getByRole('dialog').getByLabel('Name').fill('Harbour');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await page.getByText('The organization “Harbour” is created.').waitFor();
    await page.getByRole('link', { name: 'Harbour' }).press('Enter');
    await page.getByText('Nobody belongs to it yet.').waitFor();
    await keepWholePicture(page, 'server-new-organization');
    await button(page, 'Invite').press('Enter');
    await page.getByLabel('E-mail address').fill('harbour@acme.example');
    await page.keyboard.press('Enter');
    const link = await page.getByLabel('Link', { exact: true }).inputValue();
    await expectAccessible(page);
    await button(page, 'Done').press('Enter');
    const context = await chromium.browser.newContext();
    const guest = await context.newPage();
    await guest.goto(link);
    await guest.getByLabel('Name').fill('Harriet');
    await guest.getByLabel('Password', { exact: true }).fill(password);
    await guest.keyboard.press('Enter');
    await guest.waitForURL(({ pathname }) => !pathname.startsWith('/invitation/'));
    await guest.goto(`${server.url}/settings/organization/people`);
    await guest.getByRole('table', { name: 'People' }).getByText('harbour@acme.example').waitFor();
    await context.close();
    await window.close();
  });

  it.each(['/server', '/server/organizations'])(
    'is told at %s that a slow server is waited for',
    async (path) => {
      const window = await open('/settings');
      const { page } = window;
      const answers = Promise.withResolvers<void>();
      await page.route(/\/workspace\/v1\/(installation|organizations)(\?|$)/, async (route) => {
        await answers.promise;
        await route.continue();
      });
      await page.goto(server.url + path);
      const sign = page.getByRole('main').getByText('Loading…');
      await sign.waitFor();
      await expect
        .poll(() =>
          sign.evaluate((words) => words.ownerDocument.defaultView?.getComputedStyle(words).opacity),
        )
        .toBe('1');
      answers.resolve();
      await sign.waitFor({ state: 'detached' });
      await page.getByRole('table').first().waitFor();
      await page.unrouteAll({ behavior: 'wait' });
      await window.close();
    },
  );

  it('reads how it does, which calls were made and how many count', async () => {
    const window = await open('/server');
    const { page } = window;
    await page.getByText('Takes requests').waitFor();
    await page.getByText('All webhooks accept what they are sent.').waitFor();
    const chores = page.getByRole('table', { name: 'Chores' }).locator('tbody tr');
    await chores.getByText('Deletes old deliveries of webhooks').waitFor();
    // All are told in words, and none by its name in the program.
    expect((await chores.allTextContents()).filter((row) => /^[a-z]|^Another one/.test(row))).toEqual([]);
    const heads = page.getByRole('table', { name: 'Chores' }).getByRole('columnheader');
    expect(await heads.allTextContents()).toEqual([
      'What it does',
      'State',
      'Last done',
      'Last failed',
      'Next',
    ]);
    await window.goto('/developers/requests');
    await page.getByRole('table', { name: 'Requests' }).getByText('/v1/me').waitFor();
    await page
      .getByRole('cell', { name: /^\d of \d+ a (minute|month)$/ })
      .first()
      .waitFor();
    await window.goto('/settings/organization/requests');
    await page.getByLabel('E-mail address begins with').fill('nobody');
    await page.getByText('No such call was made').waitFor();
    await window.close();
  });

  it('sends again at once all that failed, and gives a webhook another secret', async () => {
    const receiver = await openReceiver();
    onTestFinished(() => receiver.close());
    receiver.answer(500);
    const ask = (method: 'GET' | 'POST', path: string, body?: object) =>
      server.call(method, path, { token: server.adminToken, ...(body && { body }) });
    const team = await ask('POST', '/workspace/v1/teams', { name: 'Hooks' });
    const made = await ask('POST', '/v2/webhooks', {
      event_type: 'FILE_UPDATE',
      context: 'team',
      context_id: team.json.id,
      endpoint: `${receiver.url}/hook`,
      passcode: 'open sesame',
    });
    await receiver.until(1);
    expect((await ask('POST', '/test/v1/clock', { advance: '4h' })).status).toBe(200);
    const window = await open(`/developers/webhooks/${made.json.id}`);
    const { page } = window;
    const rows = page.getByRole('table', { name: 'Deliveries' }).locator('tbody tr');
    await rows.getByText('Failed', { exact: true }).waitFor();
    await expectAccessible(page);
    receiver.answer(200);
    const before = receiver.received.length;
    await button(page, 'Resend all failed').click();
    await receiver.until(before + 1);
    await rows.getByText('Delivered', { exact: true }).waitFor();
    await button(page, 'Show the secret').click();
    const secret = () => page.getByLabel('Secret', { exact: true }).inputValue();
    const first = await secret();
    await button(page, 'Rotate').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate' }).click();
    await expect.poll(secret).not.toBe(first);
    await page.getByText(/^Until .* requests are signed with the one before as well\.$/).waitFor();
    await window.close();
  });

  it('moves the clock of a server for tests, sets faults, loads a world and sees what was received', async () => {
    const window = await open('/developers/test-mode');
    const { page } = window;
    await page.getByLabel('By', { exact: true }).fill('1h');
    await button(page, 'Move ahead').click();
    await page.getByText('Everything that was due on the way has run.').waitFor();
    await page.getByLabel('Operation').fill('getMe');
    await page.getByLabel('Status').fill('503');
    await button(page, 'Set').click();
    await page.getByText('The next calls do that.').waitFor();
    expect((await server.call('GET', '/v1/me', { token: server.adminToken })).status).toBe(503);
    await button(page, 'Load').click();
    await page.getByLabel('Token of its administrator', { exact: true }).waitFor();
    await button(page, 'Look again').click();
    await page.getByRole('table', { name: 'Received requests' }).getByText('GET /v1/me').first().waitFor();
    await keepWholePicture(page, 'console-test-mode-used');
    await window.close();
  });

  it.each(handNames)(
    'spends a day by %s: a team, a project, another name, the server, what was done, and the end of it',
    async (hand) => {
      const context = await (chromium.browser as Browser).newContext();
      const page = await context.newPage();
      const by = hands[hand](page);
      const { press, tabTo, type, use } = by;
      /** Opens what a menu offers, found by its first letters. */
      const choose = async (place: string, entry: string) => {
        await use(`More for ${place}`);
        await page.getByRole('menu').waitFor();
        await type(entry.slice(0, 3));
        await expect
          .poll(() => page.getByRole('menuitem', { name: entry }).getAttribute('data-focused'))
          .toBe('true');
        await press('Enter');
        await page.getByRole('dialog').waitFor();
      };
      const headed = (name: string, level: number) =>
        page.getByRole('heading', { name, level, exact: true }).waitFor();
      await page.goto(`${server.url}/settings/organization/teams`);
      await signInBy(by, email);
      await headed('Teams', 1);
      await tabTo('Name');
      await type('Keys');
      await press('Enter');
      await page.getByRole('main').getByRole('link', { name: 'Keys' }).waitFor();
      await use('Keys');
      await headed('Keys', 1);
      await use('Create project');
      await page.getByRole('dialog').waitFor();
      await type('Board');
      await press('Enter');
      await headed('Board', 2);
      await choose('Board', 'Rename');
      await press('Control+a');
      await type('Panel');
      await press('Enter');
      await headed('Panel', 2);
      await use('Overview');
      await page.getByText('Takes requests').waitFor();
      await use('Activity');
      await page
        .getByRole('row', { name: /^Project renamed/ })
        .first()
        .waitFor();
      await tabTo('Events');
      await type('team was made');
      await page.getByRole('option', { name: 'Team created' }).waitFor();
      await press('ArrowDown', 'Enter');
      await expect.poll(() => page.getByRole('row', { name: /^Project renamed/ }).count()).toBe(0);
      await page
        .getByRole('row', { name: /^Team created.*Keys/ })
        .first()
        .waitFor();
      await use('Keys');
      await headed('Keys', 1);
      await choose('Keys', 'Delete');
      await use('Delete');
      await page.getByText('The team "Keys" holds 1 project.').waitFor();
      await tabTo('Write “Keys” to delete it with all of that');
      await type('Keys');
      await press('Enter');
      await page.getByText('The team “Keys” is deleted.').waitFor();
      await use(/your account$/);
      await page.getByRole('menu').waitFor();
      await press('End', 'Enter');
      await page.waitForURL(/\/sign-in/);
      await context.close();
    },
  );

  it('finds the fonts, and says what is wrong with a file that is none', async () => {
    const window = await open('/server/fonts');
    const { page } = window;
    await page.getByText('No font is missing.').waitFor();
    await page
      .getByRole('row', { name: /^Inter\b/ })
      .first()
      .waitFor();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      button(page, 'Add font files').click(),
    ]);
    await chooser.setFiles([{ name: 'no.ttf', mimeType: 'font/ttf', buffer: Buffer.from('no font') }]);
    await page.getByRole('alert').waitFor();
    await window.context.close();
  });

  it('shows a family of several files in one row, with its files, and deletes it whole', async () => {
    const programs = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
    for (const style of ['Regular', 'Bold', 'Italic', 'BoldItalic']) {
      const body = await readFile(join(programs, 'standard_fonts', `LiberationSans-${style}.ttf`));
      await server.call('POST', '/workspace/v1/fonts', { token: server.adminToken, body });
    }
    const window = await open('/server/fonts');
    const { page } = window;
    const row = page.getByRole('table', { name: 'Fonts' }).getByRole('row', { name: /^Liberation Sans/ });
    await row.waitFor();
    expect(await row.count()).toBe(1);
    const files = page.getByRole('table', { name: 'Files of Liberation Sans' });
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [390, 1280]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await keepWholePicture(page, `fonts-${colorScheme}-${width}`);
        await button(page, 'Show 4 files of Liberation Sans').click();
        await files.getByRole('row', { name: /^Bold Italic/ }).waitFor();
        await expectAccessible(page);
        await keepWholePicture(page, `fonts-files-${colorScheme}-${width}`);
        await button(page, 'Close').click();
      }
    await button(page, 'Delete Liberation Sans').click();
    await page.getByRole('heading', { name: 'Delete all 4 files of Liberation Sans?' }).waitFor();
    await button(page, 'Delete').click();
    await row.waitFor({ state: 'detached' });
    await window.context.close();
  });

  it('offers to delete the fonts of an organization on its page, and everybody’s not', async () => {
    const programs = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
    const body = await readFile(join(programs, 'standard_fonts', 'LiberationSans-Regular.ttf'));
    const { organizations } = (
      await server.call('GET', '/workspace/v1/organizations', { token: server.adminToken })
    ).json;
    const organization = organizations.find(({ name }: { name: string }) => name !== 'Harbour').id;
    const ids: string[] = [];
    for (const query of ['', `?organization=${organization}`]) {
      const path = `/workspace/v1/fonts${query}`;
      ids.push((await server.call('POST', path, { token: server.adminToken, body })).json.id);
    }
    const window = await open('/settings/organization/fonts');
    const { page } = window;
    const rows = page.getByRole('table', { name: 'Fonts' }).getByRole('row', { name: /^Liberation Sans/ });
    const everybodys = rows.filter({ hasText: 'Added for everybody' });
    const own = rows.filter({ hasNotText: 'for everybody' });
    await own.waitFor();
    expect([await rows.count(), await everybodys.getByRole('button').count()]).toEqual([2, 0]);
    await keepWholePicture(page, 'fonts-of-organization');
    await own.getByRole('button', { name: 'Delete Liberation Sans' }).click();
    await button(page, 'Delete').click();
    await own.waitFor({ state: 'detached' });
    await server.call('DELETE', `/workspace/v1/fonts/${ids[0]}`, { token: server.adminToken });
    await window.context.close();
  });

  it('lists the families that designs name, and says why one cannot be added', async () => {
    const call = async (method: string, path: string, body: object) =>
      (await server.call(method, path, { token: server.adminToken, body })).json;
    const team = (await call('POST', '/workspace/v1/teams', { name: 'Letters' })).id;
    const project = (await call('POST', '/workspace/v1/projects', { name: 'Words', team })).id;
    const style = { fontFamily: 'Nobody/Sans', fontWeight: 700 };
    const text = { id: '1:1', type: 'TEXT', name: 'Title', characters: 'a', style };
    const page1 = { id: '0:1', type: 'CANVAS', name: 'Page', children: [text] };
    const document = { id: '0:0', type: 'DOCUMENT', name: 'Document', children: [page1] };
    const { key } = await call('POST', '/workspace/v1/files', { name: 'Poster', project });
    await call('PUT', `/workspace/v1/files/${key}/content`, { name: 'Poster', document });
    const window = await open('/server/fonts');
    const { page } = window;
    await page.getByRole('row', { name: /^Nobody\/Sans\tBold\t1|Nobody\/Sans Bold 1/ }).waitFor();
    await button(page, 'Add from the catalogue: Nobody/Sans').click();
    await page.getByText('No family of the catalogue has a name like this.').waitFor();
    await expectAccessible(page);
    await window.context.close();
  });

  it('takes everything along in an archive, and brings it back, which signs everybody out', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-archive-'));
    const window = await open('/server/backups');
    const { page } = window;
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download a backup' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^vitrine-\d{4}-\d\d-\d\d\.tar$/);
    const archive = join(folder, 'backup.tar');
    await download.saveAs(archive);
    await button(page, 'Restore').click();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      button(page, 'Choose a backup').click(),
    ]);
    await chooser.setFiles(archive);
    const words = page.getByLabel('Write “replace everything” to go on');
    await words.fill('yes');
    await button(page, 'Restore').click();
    await page.getByText('Write “replace everything”.').waitFor();
    await words.fill('replace everything');
    await button(page, 'Restore').click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/sign-in');
    await signIn(page, email);
    await page.getByRole('heading', { name: 'Files', exact: true }).waitFor();
    await window.context.close();
    await rm(folder, { recursive: true });
  });

  it('names what a restored backup lacks before everybody signs in again', async () => {
    const window = await open('/server/backups');
    const { page } = window;
    const lacking = [
      { blob: '0'.repeat(64), files: [{ key: 'abc', name: 'Start page' }], fonts: [] },
      { blob: '1'.repeat(64), files: [], fonts: ['Nobody Sans'] },
    ];
    const json = {
      rows: 10,
      blobs: 4,
      standstillMs: 5,
      secret: 'restored',
      lacking: 3,
      firstLacking: lacking,
    };
    await page.route('**/workspace/v1/backup', (route) => route.fulfill({ json }));
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      button(page, 'Choose a backup').click(),
    ]);
    // The documentation names its backup so; browsers offer no file of another ending than a field takes.
    expect(await chooser.element().getAttribute('accept')).toBeNull();
    await chooser.setFiles({ name: 'vitrine.backup', mimeType: '', buffer: Buffer.from('x') });
    await page.getByLabel('Write “replace everything” to go on').fill('replace everything');
    await button(page, 'Restore').click();
    await page.getByText('It lacks 3 blobs').waitFor();
    for (const text of ['Start page (file abc)', 'Nobody Sans (font)', 'and what needs 1 more'])
      await page.getByText(text).waitFor();
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [390, 1280]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await expectAccessible(page);
        await keepWholePicture(page, `backup-lacks-${colorScheme}-${width}`);
      }
    await page.getByRole('link', { name: 'Sign in again' }).waitFor();
    await window.context.close();
  });
});
