import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, keepPicture, openChromium, withoutChromium } from './harness/chromium.ts';
import { anyEngine } from './harness/engines.ts';
import { app, type OauthWorld, oauthWorld, password } from './harness/oauth.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

describe.skipIf(!hasChromium)(`Signing in and allowing an app in a browser${withoutChromium}`, () => {
  let chromium: Awaited<ReturnType<typeof openChromium>>;
  let callbacks: Server;
  let callback: string;
  let oauth: OauthWorld;
  const { url } = anyEngine();

  beforeAll(async () => {
    callbacks = createServer((_request, response) => response.end('<!doctype html><title>Back</title>'));
    await new Promise<void>((done) => callbacks.listen(0, '127.0.0.1', done));
    callback = `http://127.0.0.1:${(callbacks.address() as AddressInfo).port}/callback`;
    const description = 'Measures distances between layers, and writes them down for whoever builds them.';
    oauth = await oauthWorld(anyEngine(), [
      app('app', {
        name: 'Measure',
        description,
        redirect_urls: [callback],
        website: 'https://measure.example/about',
        support_contact: 'help@measure.example',
      }),
    ]);
    chromium = await openChromium(anyEngine());
  });
  afterAll(async () => {
    await chromium?.close();
    callbacks?.close();
  });

  /** Rules of WCAG that the page breaks. */
  async function flaws(page: Page): Promise<string[]> {
    await page.evaluate(axe);
    // @ts-expect-error axe lives in the page.
    const { violations } = await page.evaluate(() => window.axe.run());
    return violations.map(({ id, nodes }: { id: string; nodes: unknown[] }) => `${id} (${nodes.length})`);
  }

  async function openPage(colorScheme: 'light' | 'dark', complaints: string[]): Promise<Page> {
    const context = await chromium.browser.newContext({ colorScheme, viewport: { width: 420, height: 900 } });
    const page = await context.newPage();
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`${url}${oauth.page({ redirect_uri: callback, state: 'a state' })}`);
    return page;
  }

  it.each(['light', 'dark'] as const)(
    'leads back to the app by the keyboard alone, in %s',
    async (scheme) => {
      const complaints: string[] = [];
      const page = await openPage(scheme, complaints);
      expect(await flaws(page)).toEqual([]);
      await keepPicture(page, `sign-in-${scheme}`);
      // The address has the focus from the start.
      await page.keyboard.type(oauth.emailOf('bob'));
      await page.keyboard.press('Tab');
      await page.keyboard.type(password);
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/oauth\?/);
      await page.getByRole('heading', { name: 'Allow Measure to use your account?' }).waitFor();
      expect(await flaws(page)).toEqual([]);
      // The website of the app comes first.
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await keepPicture(page, `consent-${scheme}`);
      await page.keyboard.press('Enter');
      await page.waitForURL(`${callback}?**`);
      const back = new URL(page.url()).searchParams;
      expect(back.get('state')).toBe('a state');
      const { json } = await oauth.exchange(back.get('code') ?? '', { redirect_uri: callback });
      expect((await oauth.asApp(json.access_token)).json.id).toBe(oauth.world.id('12'));
      expect(complaints).toEqual([]);
    },
  );

  it('stays on the server when the person denies access', async () => {
    const page = await openPage('light', []);
    await page.getByLabel('E-mail address').fill(oauth.emailOf('bob'));
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    await keepPicture(page, 'sign-in-wrong');
    expect(await flaws(page)).toEqual([]);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByRole('heading', { name: 'You did not allow it' }).waitFor();
    await keepPicture(page, 'denied');
    expect(await flaws(page)).toEqual([]);
    await page.goto(`${url}${oauth.page({ client_id: 'nobody' })}`);
    await page.getByRole('heading', { name: 'This does not work' }).waitFor();
    expect(await flaws(page)).toEqual([]);
  });

  it('shows the sign-in again where another page was opened meanwhile, with the address that was typed', async () => {
    const context = await chromium.browser.newContext({ viewport: { width: 420, height: 900 } });
    const [first, second] = [await context.newPage(), await context.newPage()];
    await Promise.all([first, second].map((page) => page.goto(`${url}/sign-in?next=%2Ffiles`)));
    const cookies = await context.cookies();
    const answers: string[] = [];
    for (const page of [first, second]) {
      await page.getByLabel('E-mail address').fill(oauth.emailOf('bob'));
      await page.getByLabel('Password').fill('wrong');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('alert').waitFor();
      expect(await page.getByLabel('E-mail address').inputValue()).toBe(oauth.emailOf('bob'));
      expect(await page.getByLabel('Password').inputValue()).toBe('');
      expect(await flaws(page)).toEqual([]);
      answers.push(await page.getByRole('alert').innerText());
      await keepPicture(page, `sign-in-again-${answers.length}`);
    }
    // The cookie is that of one of them, whichever came last.
    expect(answers.sort()).toEqual([
      expect.stringContaining('Nothing was done yet'),
      expect.stringContaining('wrong'),
    ]);
    expect(await context.cookies()).toEqual(cookies);
    await first.getByLabel('Password').fill(password);
    await first.getByRole('button', { name: 'Sign in' }).click();
    await first.waitForURL(/\/files$/);
    await context.close();
  });
});
