import { readFileSync } from 'node:fs';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileOf } from './harness/cast.ts';
import { hasChromium, openChromium, withoutChromium } from './harness/chromium.ts';
import { expectAccessible, keepWholePicture, openConsole } from './harness/console.ts';
import { anyEngine, presentEngines } from './harness/engines.ts';
import { libraryContent } from './harness/library-file.ts';
import { usingContent } from './harness/library-using-file.ts';
import { type OauthWorld, oauthWorld } from './harness/oauth.ts';

/** Begins with what a spreadsheet takes for a formula. */
const oddName = '=1+1, "quoted"';

describe.skipIf(!hasChromium)(`What was done and asked, for administrators${withoutChromium}`, () => {
  const server = anyEngine();
  let chromium: Awaited<ReturnType<typeof openChromium>>;
  let oauth: OauthWorld;
  beforeAll(async () => {
    const files = [
      fileOf('library', libraryContent(), { name: 'Lumen', published: true }),
      fileOf('user', usingContent({ icons: 1 }), { name: 'Shop' }),
    ];
    oauth = await oauthWorld(server, [], { files });
    chromium = await openChromium(...presentEngines());
  });
  afterAll(() => chromium?.close());

  const open = (path: string) =>
    openConsole({
      browser: chromium.browser as Browser,
      server,
      path,
      email: oauth.emailOf('alice'),
    });
  const own = async (method: string, path: string, body: object) => {
    const { status, text } = await oauth.own('alice', method, path, body);
    expect([status, text]).toEqual([200, text]);
  };
  const rowsOf = (page: Page, name: string): Locator =>
    page.getByRole('table', { name, exact: true }).locator('tbody tr');
  const choose = async (page: Page, field: RegExp, option: string) => {
    await page.getByRole('button', { name: field }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };

  it('the activity log is narrowed by events, found by a part of their name, and by days, and saved as CSV', async () => {
    await own('POST', '/workspace/v1/teams', { name: oddName });
    await own('PATCH', `/workspace/v1/projects/${oauth.world.id('200')}`, { name: 'Quay' });
    const window = await open('/settings/organization/activity');
    const { page } = window;
    const rows = rowsOf(page, 'Activity');
    await rows.filter({ hasText: 'Project renamed' }).getByText('Quay').waitFor();
    const events = page.getByRole('combobox', { name: 'Events' });
    await events.fill('team was made');
    await page.getByRole('option', { name: 'Team created' }).waitFor();
    await expectAccessible(page, { isChoosing: true });
    await keepWholePicture(page, 'console-activity-choosing');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => rows.count()).toBe(1);
    expect(await rows.innerText()).toMatch(/^Team created\tAlice\t=1\+1, "quoted"\t/);
    await keepWholePicture(page, 'console-activity-rows');
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as CSV' }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe('activity.csv');
    const [head, ...lines] = readFileSync(await saved.path(), 'utf8').split('\r\n');
    expect(head).toBe('"time","event","actor","entity","address","details"');
    expect(lines).toEqual([expect.stringMatching(/^"\d{4}-[^"]+Z","team_create","\{""/)]);
    expect(lines[0]).toContain('=1+1, \\""quoted');
    await page.getByLabel('From').fill('2031-01-01');
    await page.getByText('No such event was recorded.').waitFor();
    await page.getByLabel('From').fill('');
    await events.fill('all');
    await page.getByRole('option', { name: 'All events' }).click();
    await expect.poll(() => rows.count()).toBeGreaterThan(1);
    await expectAccessible(page);
    await window.close();
  });

  it('the developer log shows who asked what by which token, and is narrowed by kind, token and person', async () => {
    for (const person of ['alice', 'bob']) {
      const path = `/v1/files/${oauth.world.id('library')}?depth=1`;
      expect((await oauth.world.get(path, person)).status).toBe(200);
    }
    const window = await open('/settings/organization/requests');
    const { page } = window;
    const rows = rowsOf(page, 'Requests');
    const bobs = rows.filter({ hasText: 'Bob' });
    await bobs.getByText('Lumen').waitFor();
    expect(await bobs.innerText()).toMatch(/\/v1\/files\/\S+\tLumen\tbob \(Personal token\)\tBob\t/);
    await expectAccessible(page);
    await keepWholePicture(page, 'console-developer-log-rows');
    await page.getByLabel('Name of the token begins with').fill('ali');
    await bobs.waitFor({ state: 'detached' });
    await rows.getByText('alice (Personal token)').first().waitFor();
    await page.getByLabel('E-mail address begins with').fill('bob');
    await page.getByText('No such call was made in the last 30 days.').waitFor();
    await page.getByLabel('Name of the token begins with').fill('');
    await bobs.waitFor();
    await choose(page, /\bBy$/, 'Apps');
    await page.getByText('No such call was made in the last 30 days.').waitFor();
    await window.close();
  });

  it('a library shows how often each thing is used, in how many files and which, and how often it was inserted', async () => {
    const { library, user } = { library: oauth.world.id('library'), user: oauth.world.id('user') };
    await own('PUT', `/workspace/v1/files/${user}/content`, usingContent({ icons: 4, inks: 2 }));
    const window = await open(`/files/library/${library}`);
    const { page } = window;
    const icon = rowsOf(page, 'Components').filter({ hasText: 'Icon' });
    await expect.poll(() => icon.locator('td').allInnerTexts()).toEqual([expect.anything(), '4', '1', '4']);
    const users = page.getByRole('region', { name: 'Who uses it' });
    await expect.poll(() => users.locator('tbody tr').allInnerTexts()).toEqual(['Shop\tCore\t4']);
    await page.getByRole('radio', { name: 'Styles' }).check();
    const ink = rowsOf(page, 'Styles').filter({ hasText: 'Ink' });
    await expect.poll(() => ink.locator('td').allInnerTexts()).toEqual(['Color', '2', '1', '2']);
    await expectAccessible(page);
    await keepWholePicture(page, 'console-library-numbers');
    await window.close();
  });
});
