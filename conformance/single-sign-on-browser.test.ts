import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, keepPicture, openChromium, withoutChromium } from './harness/chromium.ts';
import { anyEngine } from './harness/engines.ts';
import { type Server, startServer } from './harness/server.ts';
import { openSignInProvider, type SignInProvider } from './harness/sign-in-provider.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules of WCAG that the page breaks. */
async function flaws(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  // @ts-expect-error axe lives in the page.
  const { violations } = await page.evaluate(() => window.axe.run());
  return violations.map(({ id, nodes }: { id: string; nodes: unknown[] }) => `${id} (${nodes.length})`);
}

interface Place {
  readonly provider: SignInProvider;
  readonly server: Server;
}

async function openPlace(only: string): Promise<Place> {
  const provider = await openSignInProvider();
  provider.people.set('eve', { email: 'eve@acme.example', email_verified: true, name: 'Eve Adams' });
  const env = { ...provider.env, VITRINE_OIDC_ONLY: only, VITRINE_OIDC_CREATE_IN: '1' };
  const server = await startServer({ env });
  provider.register(server.url);
  return { provider, server };
}

async function signInAtProvider(page: Page): Promise<void> {
  await page.locator('input[name=login]').fill('eve');
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Where the session ends in the middle of writing, the provider is in a window of its own, and the page goes on. */
async function writeWithoutSession(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/settings`);
  await page.getByLabel('Name', { exact: true }).fill('Eve A. Adams');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Save name' }).click();
  const question = page.getByRole('dialog', { name: 'Sign in again' });
  const [provider] = await Promise.all([
    page.waitForEvent('popup'),
    question.getByRole('link', { name: 'Sign in with Acme <Login>' }).click(),
  ]);
  await signInAtProvider(provider);
  await provider.waitForURL(`${url}/sign-in`);
  await provider.close();
  // Windows of tests always have the focus, so that none of them is told that it comes back to it.
  await page.evaluate("dispatchEvent(new Event('focus'))");
  await page.getByText('Name saved').waitFor();
  await question.waitFor({ state: 'detached' });
}

const isLeftOut = !hasChromium || anyEngine().isGiven;

describe.skipIf(isLeftOut)(`Single sign-on in a browser${withoutChromium}`, () => {
  const places = new Map<string, Place>();
  let chromium: Awaited<ReturnType<typeof openChromium>>;

  beforeAll(async () => {
    for (const only of ['off', 'on']) places.set(only, await openPlace(only));
    chromium = await openChromium(anyEngine());
  });
  afterAll(async () => {
    await chromium?.close();
    for (const { provider, server } of places.values()) {
      await server.stop();
      await server.installation.remove();
      await provider.close();
    }
  });

  it.each(['off', 'on'])(
    'leads to the provider and back by accessible pages, with passwords switched off: %s',
    async (only) => {
      const { url } = places.get(only)!.server;
      const look = { ignoreHTTPSErrors: true, viewport: { width: 700, height: 700 } };
      const context = await chromium.browser.newContext(look);
      const page = await context.newPage();
      await page.goto(`${url}/sign-in?next=/sign-in`);
      await keepPicture(page, `single-sign-on-alone-${only}`);
      expect(await flaws(page)).toEqual([]);
      expect(await page.getByLabel('Password', { exact: true }).isVisible()).toBe(only === 'off');
      await page.getByRole('link', { name: 'Sign in with Acme <Login>' }).click();
      await signInAtProvider(page);
      await page.waitForURL(`${url}/sign-in`);
      expect(await page.textContent('main')).toContain('Eve Adams');
      await writeWithoutSession(page, url);
      await context.clearCookies();
      await page.goto(`${url}/sign-in/sso/callback?state=x&code=y`);
      await keepPicture(page, 'single-sign-on-refused');
      expect(await flaws(page)).toEqual([]);
      await page.getByRole('link', { name: 'Back to sign-in' }).click();
      await page.waitForURL(`${url}/sign-in`);
      await context.close();
    },
  );
});
