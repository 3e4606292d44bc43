import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { fileOf } from './harness/cast.ts';
import { hasChromium, keepPicture, openChromium, withoutChromium } from './harness/chromium.ts';
import { expectAccessible, openConsole } from './harness/console.ts';
import { anyEngine } from './harness/engines.ts';
import { manyPages, manyPagesFile } from './harness/many-pages.ts';
import { type OauthWorld, oauthWorld } from './harness/oauth.ts';
import { sampleShop } from './harness/sample-design.ts';
import { openViewer, type ViewerPage } from './harness/viewer-page.ts';

/** Pixels of the canvas for each of the screen, and how many colours its middle row has beside and within the frame. */
const colorsOfMiddleRow = `(() => {
  const canvas = document.querySelector('canvas');
  const { width, height, clientWidth } = canvas;
  const row = canvas.getContext('2d').getImageData(0, height >> 1, width, 1).data;
  const pixels = Array.from({ length: width }, (_, x) => row.slice(4 * x, 4 * x + 4).join());
  const count = (from, to) => new Set(pixels.slice(from * width, to * width)).size;
  return { ratio: width / clientWidth, beside: count(0, 0.3), within: count(0.4, 0.6) };
})()`;

/** The shop's frames in reading order; its prototype starts at the first. */
const frames = { landing: '70-12', browse: '71-11', lamp: '72-12' };

/** The shop, where a click on one of its lamps changes it in its place. */
const shopWithChange = (): object => {
  const change = { type: 'NODE', navigation: 'CHANGE_TO', destinationId: '22:4', transition: null };
  const interactions = [{ trigger: { type: 'ON_CLICK' }, actions: [change] }];
  return JSON.parse(JSON.stringify(sampleShop()), (_key, value) =>
    value?.id === '71:6' ? { ...value, interactions } : value,
  ) as object;
};

/** Many pages, and a click on the frame of the first that leads to that of the last, which no list has. */
const manyPagesWithClick = (): object => {
  const to = `8:${manyPages - 1}`;
  const node = { type: 'NODE', navigation: 'NAVIGATE', destinationId: to, transition: null };
  const interactions = [{ trigger: { type: 'ON_CLICK' }, actions: [node] }];
  return JSON.parse(JSON.stringify(manyPagesFile()), (_key, value) =>
    value?.id === '8:0' ? { ...value, interactions } : value,
  ) as object;
};

describe.skipIf(!hasChromium)(`The prototype of a file in a browser${withoutChromium}`, () => {
  let chromium: Awaited<ReturnType<typeof openChromium>>;
  let oauth: OauthWorld;
  const server = anyEngine();

  beforeAll(async () => {
    const files = [
      fileOf('shop', shopWithChange(), { name: 'Lantern shop', link_access: 'view' }),
      fileOf('many-pages', manyPagesWithClick(), { name: 'Many pages', link_access: 'view' }),
      fileOf('closed', sampleShop(), { name: 'Secret plans', link_access: 'inherit' }),
    ];
    oauth = await oauthWorld(server, [], { files });
    chromium = await openChromium(server);
  });
  afterAll(() => chromium?.close());

  const pathOf = (query = '', before = '/proto', file = 'shop') =>
    `${before}/${oauth.world.id(file)}/Any-name${query}`;

  async function open(
    query = '',
    options: Parameters<typeof openViewer>[2] = {},
    before = '/proto',
    file = 'shop',
  ) {
    const viewer = await openViewer(chromium.browser, server.url + pathOf(query, before, file), options);
    onTestFinished(() => viewer.close());
    return viewer;
  }

  const shows = (page: ViewerPage['page'], name: string) =>
    page.getByRole('img', { name: `Frame ${name}`, exact: true }).waitFor();
  const nodeIn = (page: ViewerPage['page']): string | null => new URL(page.url()).searchParams.get('node-id');
  const hotspot = (page: ViewerPage['page'], name: string) =>
    page.locator('.hotspots').getByRole('button', { name, exact: true }).first();

  it('goes to a frame on a page that is too far behind to be listed', async () => {
    const { page, complaints } = await open('', {}, '/proto', 'many-pages');
    await shows(page, 'Frame 0');
    await page.locator('.hotspots').getByRole('button').first().click();
    await shows(page, `Frame ${manyPages - 1}`);
    await page.goBack();
    await shows(page, 'Frame 0');
    expect(complaints).toEqual([]);
  });

  it('is walked by the mouse for anyone with an open link, from the start, forth and back, with the frame in the address', async () => {
    const { page, complaints, origins } = await open();
    await shows(page, 'Landing');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Lantern shop');
    await hotspot(page, 'Button').click();
    await shows(page, 'Browse');
    expect(nodeIn(page)).toBe(frames.browse);
    await hotspot(page, 'Paper moon').click();
    await shows(page, 'Lamp');
    await page.goBack();
    await shows(page, 'Browse');
    expect(nodeIn(page)).toBe(frames.browse);
    await page.goForward();
    await shows(page, 'Lamp');
    await page.getByRole('button', { name: 'From the start' }).click();
    await shows(page, 'Landing');
    expect(complaints).toEqual([]);
    expect([...origins]).toEqual([server.url]);
  });

  it('is walked by the keyboard: what is clicked, the frames in reading order, the start, and out to the file', async () => {
    const { page } = await open(`?node-id=${frames.browse}`);
    await shows(page, 'Browse');
    await hotspot(page, 'Paper moon').focus();
    await page.keyboard.press('Enter');
    await shows(page, 'Lamp');
    await page.keyboard.press('ArrowRight');
    await shows(page, 'Basket');
    await expect.poll(() => page.getByText('4 / 4').count()).toBe(1);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await shows(page, 'Lamp');
    await page.keyboard.press('r');
    await shows(page, 'Browse');
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => url.pathname.startsWith('/design/'));
    expect(nodeIn(page)).toBe(frames.browse);
  });

  it('shows its hotspots to who clicks beside them, and says what is not played', async () => {
    const { page } = await open(`?node-id=${frames.browse}`);
    await shows(page, 'Browse');
    await hotspot(page, 'Elbow desk lamp').waitFor();
    await page.getByRole('group', { name: 'Prototype' }).click({ position: { x: 5, y: 5 } });
    await page.locator('.hotspots.flashed').waitFor();
    await page.locator('.hotspots:not(.flashed)').waitFor();
    await hotspot(page, 'Elbow desk lamp').click();
    await page.getByText('What a click does there is not played here.').waitFor();
  });

  it('paints the frame alone, sharp on a screen of two pixels for each', async () => {
    const viewer = await open(`?node-id=${frames.lamp}`, { deviceScaleFactor: 2 });
    await shows(viewer.page, 'Lamp');
    await expect.poll(() => viewer.page.evaluate(colorsOfMiddleRow)).toMatchObject({ ratio: 2, beside: 1 });
    await expect
      .poll(async () => ((await viewer.page.evaluate(colorsOfMiddleRow)) as { within: number }).within)
      .toBeGreaterThan(1);
    await keepPicture(viewer.page, 'prototype-sharp');
  });

  it('says that a frame is not there, and leads to the start', async () => {
    const { page } = await open('?node-id=9-9');
    await page.getByText('The frame that the address names is not here.').waitFor();
    expect(await page.getByRole('link', { name: 'Back to the file' }).count()).toBe(2);
    await page.locator('.instead').getByRole('button', { name: 'From the start' }).click();
    await shows(page, 'Landing');
    expect(await page.title()).toMatch(/^Landing · /);
    await page.evaluate("history.pushState(null, '', '?node-id=9-9'); dispatchEvent(new Event('popstate'))");
    await page.getByText('The frame that the address names is not here.').waitFor();
    expect(await page.title()).not.toContain('Landing');
  });

  it('stands in frames of other pages, and is closed to strangers where the file is', async () => {
    const { page } = await open('', {}, '/embed/proto');
    await shows(page, 'Landing');
    expect(await page.getByRole('link', { name: 'Open the file in a new tab' }).count()).toBe(1);
    const statusOf = async (before: string) =>
      (await page.goto(server.url + pathOf('', before, 'closed')))?.status();
    expect([await statusOf('/proto'), await statusOf('/embed/proto')]).toEqual([404, 404]);
  });

  it.each(['light', 'dark'] as const)('breaks no rule of accessibility: %s', async (colorScheme) => {
    const { page } = await open(`?node-id=${frames.browse}`, { colorScheme });
    await shows(page, 'Browse');
    await hotspot(page, 'Paper moon').waitFor();
    await page.waitForLoadState('networkidle');
    await expectAccessible(page);
    await keepPicture(page, `prototype-${colorScheme}`);
    await page.goto(server.url + pathOf('?node-id=9-9'));
    await page.getByText('The frame that the address names is not here.').waitFor();
    await expectAccessible(page);
    await keepPicture(page, `prototype-nothing-${colorScheme}`);
  });

  it('is presented from the page of the file, by button and by keys, and Share has its link', async () => {
    const window = await openConsole({
      browser: chromium.browser as Browser,
      server,
      path: pathOf(`?node-id=${frames.lamp}`, '/design', 'closed'),
      email: oauth.emailOf('bob'),
      signInAt: '/files',
    });
    onTestFinished(() => window.close());
    const { page } = window;
    await page.getByRole('button', { name: 'Share' }).click();
    const link = page.getByRole('dialog').locator('li', { hasText: 'Link to the prototype' });
    const address = new URL((await link.locator('code').textContent()) ?? '');
    expect([address.pathname, address.searchParams.get('node-id')]).toEqual([
      pathOf('', '/proto', 'closed'),
      frames.lamp,
    ]);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Present' }).click();
    await shows(page, 'Lamp');
    await page.keyboard.press('Escape');
    await page.getByRole('tree').waitFor();
    await page.keyboard.press('Control+Alt+Enter');
    await shows(page, 'Lamp');
  });
});
