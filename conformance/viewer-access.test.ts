import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { cast, fileOf } from './harness/cast.ts';
import { hasChromium, keepPicture, openChromium, withoutChromium } from './harness/chromium.ts';
import { openConsole } from './harness/console.ts';
import { anyEngine } from './harness/engines.ts';
import { type OauthWorld, oauthWorld } from './harness/oauth.ts';
import { type Server, startServer } from './harness/server.ts';
import { viewerFile } from './harness/viewer-file.ts';
import { createWorld } from './harness/world.ts';

/** A page somewhere else, that holds what its address asks for as `?html=…`. */
interface Elsewhere {
  readonly origin: string;
  close(): void;
}

async function openElsewhere(): Promise<Elsewhere> {
  const server: HttpServer = createServer((request, response) => {
    const held = new URL(request.url ?? '/', 'http://elsewhere').searchParams.get('html') ?? '';
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><title>Elsewhere</title><h1>A page about a design</h1>${held}`);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => void server.close() };
}

describe.skipIf(!hasChromium)(`The viewer of a file in a browser${withoutChromium}`, () => {
  let chromium: Awaited<ReturnType<typeof openChromium>>;
  let server: Server;
  let oauth: OauthWorld;
  let friend: Elsewhere;
  let stranger: Elsewhere;
  /** A server whose pages stand in frames of any site, and a file there. */
  const open = anyEngine();
  let openKey: string;

  beforeAll(async () => {
    [friend, stranger] = [await openElsewhere(), await openElsewhere()];
    server = await startServer({ env: { VITRINE_EMBED_ANCESTORS: friend.origin } });
    const files = [
      fileOf('open', viewerFile(), { name: 'Landing page', link_access: 'view' }),
      fileOf('closed', viewerFile(), { name: 'Secret plans' }),
    ];
    oauth = await oauthWorld(server, [], { files });
    openKey = (await createWorld(open, cast({ files }))).id('open');
    chromium = await openChromium(server, open);
  });
  afterAll(async () => {
    await chromium?.close();
    friend?.close();
    stranger?.close();
    await server?.stop();
    await server?.installation.remove();
  });

  const key = (file: string) => oauth.world.id(file);

  async function openPage(address: string): Promise<Page> {
    const context = await chromium.browser.newContext({ viewport: { width: 900, height: 600 } });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(address);
    return page;
  }

  /** The frame of a page elsewhere that holds this, after it has loaded or was refused. */
  async function frameIn(place: Elsewhere, held: string): Promise<{ page: Page; frame: Frame }> {
    const page = await openPage(`${place.origin}/?${new URLSearchParams({ html: held })}`);
    const frame = page.frames()[1];
    if (frame === undefined) throw new Error('There is no frame.');
    await frame.waitForLoadState();
    return { page, frame };
  }

  const frameOf = (path: string) => `<iframe src="${server.url}${path}" width="400" height="225"></iframe>`;
  const pictureOf = (place: Page | Frame) => place.getByRole('application', { name: /page Grid/ });

  it('shows a closed file to people who are signed in and may read it, and to nobody else', async () => {
    const readers = await Promise.all(
      (['carla', 'dan'] as const).map((person) =>
        openConsole({
          browser: chromium.browser,
          server,
          email: oauth.emailOf(person),
          path: '/settings',
        }),
      ),
    );
    onTestFinished(async () => {
      for (const { context } of readers) await context.close();
    });
    const [carla, dan] = readers.map(({ page }) => page) as [Page, Page];
    await carla.goto(`${server.url}/design/${key('closed')}/Secret-plans`);
    await pictureOf(carla).waitFor();
    // Between the panels that readers get.
    await expect.poll(() => carla.locator('canvas').getAttribute('width')).toBe('720');
    const refused = await dan.goto(`${server.url}/design/${key('closed')}/Secret-plans`);
    expect(refused?.status()).toBe(404);
    expect(await dan.content()).not.toContain('data-facts');
    // A frame is for everybody or for nobody, whoever looks.
    const framed = await carla.goto(`${server.url}/embed/design/${key('closed')}/Secret-plans`);
    expect(framed?.status()).toBe(404);
  });

  it('can be embedded in another page as oEmbed describes, where that is allowed', async () => {
    const address = `${server.url}/design/${key('open')}/Landing-page`;
    const oembed = await oauth.world.get(`/v1/oembed?${new URLSearchParams({ url: address })}`);
    expect(oembed.status).toBe(200);
    const { page, frame } = await frameIn(friend, oembed.json.html);
    await pictureOf(frame).waitFor();
    await pictureOf(frame).click();
    await page.keyboard.press('0');
    await pictureOf(frame)
      .and(frame.getByRole('application', { name: /100 %/ }))
      .waitFor();
    for (const isFull of [true, false]) {
      await frame.getByRole('button', { name: 'Full screen' }).click();
      await expect.poll(() => frame.evaluate('document.fullscreenElement !== null')).toBe(isFull);
    }
    const link = frame.getByRole('link', { name: 'Open the file in a new tab' });
    expect(await link.getAttribute('href')).toBe(address);
    await keepPicture(page, 'viewer-elsewhere');
    const [opened] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
    await pictureOf(opened).waitFor();
    expect(opened.url()).toBe(address);
  });

  it('can be embedded in frames without an origin, where any site may embed', async () => {
    const held = `<iframe sandbox="allow-scripts" src="${open.url}/embed/design/${openKey}" width="400" height="225"></iframe>`;
    const { page, frame } = await frameIn(stranger, held);
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    await pictureOf(frame).waitFor();
    await frame.getByLabel('Page', { exact: true }).selectOption({ label: 'Empty' });
    await frame.getByText('This page is empty.').waitFor();
    expect(complaints).toEqual([]);
    await keepPicture(page, 'viewer-sandboxed');
  });

  it.each([
    ['in a page where it is not', () => stranger, (file: string) => `/embed/design/${file}`],
    ['as a page of its own, anywhere', () => friend, (file: string) => `/design/${file}/Landing-page`],
  ])('cannot be embedded %s', async (_title, place, path) => {
    const { frame } = await frameIn(place(), frameOf(path(key('open'))));
    expect(frame.url()).toMatch(/^chrome-error:/);
  });

  it('takes the wheel in a frame until it can move no further, then leaves it to the page around', async () => {
    const tall = '<div style="height: 3000px"></div>';
    const { page, frame } = await frameIn(friend, frameOf(`/embed/design/${key('open')}`) + tall);
    await pictureOf(frame).waitFor();
    const scrolled = () => page.evaluate('scrollY');
    const { x = 0, y = 0 } = (await page.locator('iframe').boundingBox()) ?? {};
    await page.mouse.move(x + 200, y + 90);
    await page.mouse.wheel(0, 40);
    // A frame of the page's own was drawn since.
    await frame.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    expect(await scrolled()).toBe(0);
    for (let turn = 0; turn < 4; turn += 1) await page.mouse.wheel(0, 40);
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 40);
        return scrolled();
      })
      .toBeGreaterThan(0);
  });

  it('shows a published site, in a window and in a frame', async () => {
    const body = { name: 'The landing', file: key('open') };
    const made = await oauth.world.call('POST', '/workspace/v1/sites', { as: 'alice-push', body });
    expect(made.status).toBe(200);
    const page = await openPage(made.json.url);
    await page.getByRole('application', { name: /^The landing, page Grid, / }).waitFor();
    const { frame } = await frameIn(friend, frameOf(`/embed${made.json.url_path}`));
    await frame.getByRole('application', { name: /^The landing, page Grid, / }).waitFor();
  });
});
