import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { hasChromium, openChromium, withoutChromium } from './harness/chromium.ts';
import { type ConsoleWindow, expectAccessible, keepWholePicture, openConsole } from './harness/console.ts';
import { anyEngine, presentEngines } from './harness/engines.ts';
import { oauthWorld } from './harness/oauth.ts';

const away = 'The server does not answer. Check your connection and try again.';

describe.skipIf(!hasChromium)(`The console while its server or the network is away${withoutChromium}`, () => {
  const server = anyEngine();
  let chromium: Awaited<ReturnType<typeof openChromium>>;
  let window: ConsoleWindow;
  beforeAll(async () => {
    const oauth = await oauthWorld(server, []);
    chromium = await openChromium(...presentEngines());
    const email = oauth.emailOf('alice');
    window = await openConsole({ browser: chromium.browser, server, path: '/files', email });
  });
  afterEach(async () => {
    await window.page.unrouteAll({ behavior: 'wait' });
    await window.context.setOffline(false);
  });
  afterAll(() => chromium?.close());

  it('stays where a page was never shown before, says so in its frame, and goes on with the server', async () => {
    const { page } = window;
    await page.route('**', (route) => route.abort());
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('main').getByText(away).waitFor();
    await page.getByRole('link', { name: 'Files', exact: true }).waitFor();
    await expectAccessible(page);
    await keepWholePicture(page, 'console-server-away');
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
  });

  it('asks a server on the same machine where the browser has no network', async () => {
    const { page } = window;
    await window.goto('/settings');
    await page.evaluate("window.dispatchEvent(new Event('offline'))");
    await page.getByLabel('Name', { exact: true }).fill('Alice Holm');
    await page.getByRole('button', { name: 'Save name' }).click();
    await page.getByText('Name saved').waitFor();
    await page.getByRole('link', { name: 'Developer log' }).click();
    await page.getByRole('heading', { name: 'Developer log' }).waitFor();
    await page.getByText('No such call was made').or(page.getByRole('table')).first().waitFor();
  });

  it('says beside the button that what was written did not arrive', async () => {
    const { page, context } = window;
    await window.goto('/settings');
    await page.getByLabel('Name', { exact: true }).fill('Alice Berg');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Save name' }).click();
    await page.getByText(away).waitFor();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Save name' }).click();
    await page.getByText('Name saved').waitFor();
  });
});
