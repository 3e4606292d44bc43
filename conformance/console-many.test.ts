import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileOf } from './harness/cast.ts';
import { hasChromium, openChromium, withoutChromium } from './harness/chromium.ts';
import { type ConsoleWindow, expectAccessible, keepWholePicture, openConsole } from './harness/console.ts';
import { anyEngine, presentEngines } from './harness/engines.ts';
import { exampleFile } from './harness/example-file.ts';
import { anyNames, type LongList, longListsOf } from './harness/long-lists.ts';
import { type OauthWorld, oauthWorld } from './harness/oauth.ts';

let chromium: Awaited<ReturnType<typeof openChromium>> | undefined;
beforeAll(async () => {
  if (hasChromium) chromium = await openChromium(...presentEngines());
});
afterAll(() => chromium?.close());

const many = 10_000;
/** More elements than any page needs that draws what is seen of a list. */
const mostElements = 8_000;
const sessionPath = '/workspace/v1/session';
const administers = { administers_installation: true };
const unknown = { organization: '', team: '', file: '', url: '' };

describe.skipIf(!hasChromium)(`Lists of any length in the console${withoutChromium}`, () => {
  const server = anyEngine();
  let oauth: OauthWorld;
  let window: ConsoleWindow;
  let session: object;
  const given = () => {
    const { id } = oauth.world;
    return { organization: id('900'), team: id('100'), file: id('main'), url: server.url };
  };

  beforeAll(async () => {
    oauth = await oauthWorld(server, [], { files: [fileOf('main', exampleFile, { name: 'Start page' })] });
    window = await openConsole({
      browser: chromium?.browser as Browser,
      server,
      path: '/settings',
      email: oauth.emailOf('alice'),
    });
    session = await window.page.evaluate(`fetch('${sessionPath}').then((answer) => answer.json())`);
  });
  afterAll(() => window?.context.close());

  /** Lets pages get as many rows of a list as are wanted, once each read asks. */
  async function answerWith(page: Page, list: LongList, count: number): Promise<void> {
    const rows = Array.from({ length: Math.min(count, list.most ?? count) }, (_, place) => list.row(place));
    const { answer = (all) => ({ [list.member ?? '']: all }), besides = {} } = list;
    const ofServer = list.isOfServer === true ? { [sessionPath]: { ...session, ...administers } } : {};
    const answers: Readonly<Record<string, object>> = { ...ofServer, ...besides, [list.of]: answer(rows) };
    const isRead = (route: Route) =>
      route.request().method() === 'GET' || route.request().url().endsWith('/v1/developer_logs');
    await page.route(
      ({ pathname }) => pathname in answers,
      (route) =>
        isRead(route)
          ? route.fulfill({ json: answers[new URL(route.request().url()).pathname] })
          : route.continue(),
    );
  }

  async function show(list: LongList, count: number): Promise<void> {
    const { page } = window;
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await answerWith(page, list, count);
    await page.goto(server.url + list.page);
    await list.open?.(page);
  }

  const text = () => window.page.locator('body').textContent();
  const overhang = () => window.page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  const fits = () => expect.poll(overhang, { timeout: 30_000 }).toBeLessThanOrEqual(0);

  it.each(Object.keys(longListsOf(unknown)))(
    '%s: none, a few with any name, and ten thousand',
    async (name) => {
      const { page } = window;
      const list = longListsOf(given())[name] as LongList;
      if (list.none !== undefined) {
        await show(list, 0);
        await expect.poll(text, { timeout: 30_000 }).toMatch(list.none);
      }
      await page.setViewportSize({ width: 320, height: 740 });
      await show(list, anyNames.length);
      for (const one of list.shows === '@example.com' ? [] : anyNames)
        await expect.poll(text, { timeout: 30_000 }).toContain(one);
      await fits();
      if (list.isLookedAt) await expectAccessible(page);
      await keepWholePicture(page, `console-names-${name.replaceAll(' ', '-')}`);
      await page.setViewportSize({ width: 2560, height: 1200 });
      await fits();
      await show(list, many);
      if (list.more !== undefined) await page.getByText(list.more).first().waitFor();
      await expect.poll(text, { timeout: 30_000 }).toContain(list.shows ?? anyNames[1]);
      expect(await page.evaluate<number>('document.querySelectorAll("*").length')).toBeLessThan(mostElements);
      await fits();
      await page.setViewportSize({ width: 1280, height: 900 });
    },
  );

  it('what narrows a search offers one of ten thousand teams, and of as many projects, by a part of its name', async () => {
    const { page } = window;
    const { 'what is found': found, teams, 'projects of a team': projects } = longListsOf(given());
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    for (const list of [found, teams, projects]) await answerWith(page, list as LongList, many);
    await page.goto(`${server.url}/search?q=zero`);
    const choose = async (name: string, written: string, entry: string) => {
      const box = page.getByRole('combobox', { name, exact: true });
      await box.press('ArrowDown');
      await page.getByRole('option').first().waitFor();
      expect(await page.getByRole('option').count()).toBeLessThan(100);
      await box.fill(written);
      await page.getByRole('option', { name: entry, exact: true }).click();
    };
    await choose('Team', 'thing 98', 'Thing 987');
    await expect.poll(() => new URL(page.url()).searchParams.get('team')).toBe('5987');
    await choose('Project', '9999', 'Thing 9999');
    await expect.poll(() => new URL(page.url()).searchParams.get('project')).toBe('69999');
    const team = page.getByRole('combobox', { name: 'Team', exact: true });
    await team.fill('nothing of this name');
    await team.press('Tab');
    await expect.poll(() => team.inputValue()).toBe('Thing 987');
    await choose('Team', 'all', 'All');
    await expect.poll(() => new URL(page.url()).search).toBe('?q=zero');
  });
});
