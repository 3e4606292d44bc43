import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, openChromium, withoutChromium } from './harness/chromium.ts';
import { expectAccessible, keepWholePicture } from './harness/console.ts';
import { sampleShop } from './harness/sample-design.ts';
import { type Server, startServer } from './harness/server.ts';

const chosenPassword = 'lanterns along the harbour wall';

describe.skipIf(!hasChromium)(`A new server, in the browser of whoever runs it${withoutChromium}`, () => {
  let server: Server;
  let chromium: Awaited<ReturnType<typeof openChromium>>;
  let page: Page;
  beforeAll(async () => {
    server = await startServer();
    chromium = await openChromium(server);
    const context = await (chromium.browser as Browser).newContext({ viewport: { width: 390, height: 844 } });
    page = await context.newPage();
  });
  afterAll(async () => {
    await chromium?.close();
    await server?.stop();
    await server?.installation.remove();
  });

  const field = (name: string) => page.getByLabel(name, { exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  it('gets its first account from the token that the start left, and says which field was wrong before', async () => {
    await page.goto(server.url);
    await page.getByRole('link', { name: 'sets it up' }).click();
    await page.getByRole('heading', { name: 'Set up this server' }).waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
      await keepWholePicture(page, `first-run-${colorScheme}`);
    }
    const fill = async (token: string) => {
      await field('Administrator’s token').fill(token);
      await field('Password').fill(chosenPassword);
      await button('Make the account').click();
    };
    await field('Name').fill('Ada Lindgren');
    await field('E-mail address').fill('ada@lumen.example');
    await fill('another');
    await page.getByRole('alert').getByText('This is not the administrator’s token.').waitFor();
    await expectAccessible(page);
    expect(await field('E-mail address').inputValue()).toBe('ada@lumen.example');
    await fill(server.adminToken);
    await page.getByRole('heading', { name: 'Files', level: 1 }).waitFor();
    await page.goto(`${server.url}/server`);
    await page.getByText('Takes requests').waitFor();
    await page.goto(`${server.url}/first-run`);
    await page.getByRole('heading', { name: 'This server is set up already' }).waitFor();
    expect(await page.getByRole('link', { name: 'To the sign-in' }).getAttribute('href')).toBe('/sign-in');
  });

  it('may go and come back while pages are open: they keep what they show and what is written, and go on', async () => {
    const make = async (method: string, path: string, body: object) =>
      (await server.call(method, path, { token: server.adminToken, body })).json;
    const { id: team } = await make('POST', '/workspace/v1/teams', { name: 'Harbour' });
    const { id: project } = await make('POST', '/workspace/v1/projects', { name: 'Quay', team });
    const { key } = await make('POST', '/workspace/v1/files', { name: 'Lantern shop', project });
    await make('PUT', `/workspace/v1/files/${key}/content`, sampleShop());
    const other = await page.context().newPage();
    for (const one of [page, other]) await one.setViewportSize({ width: 1280, height: 900 });
    await other.goto(`${server.url}/design/${key}/Shop?panel=comments`);
    const comment = other.getByRole('textbox', { name: 'Comment' });
    await comment.fill('Before the tide');
    await page.goto(`${server.url}/developers`);
    await page.getByRole('heading', { name: 'Developers', level: 1 }).waitFor();

    await server.stop();
    await other.getByRole('button', { name: 'Send' }).click();
    await other.getByRole('alert').getByText('The server does not answer.').waitFor();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Security' }).click();
    await page.getByRole('alert').getByText('The server does not answer.').waitFor();
    await expectAccessible(page);
    await keepWholePicture(page, 'console-server-gone');

    const { port } = new URL(server.url);
    server = await startServer({ installation: server.installation, args: ['--port', port] });
    await button('Try again').click();
    await page.getByRole('heading', { name: 'Security', level: 1 }).waitFor();
    expect(await comment.inputValue()).toBe('Before the tide');
    await other.getByRole('button', { name: 'Send' }).click();
    await other.getByRole('region', { name: 'Thread' }).getByText('Before the tide').waitFor();
    await other.getByRole('button', { name: 'All threads' }).click();
    await make('POST', `/v1/files/${key}/comments`, { message: 'After it' });
    await other.getByRole('list', { name: 'Threads' }).getByText('After it').waitFor();
  });
});
