import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { cast, fileOf } from './harness/cast.ts';
import { hasChromium, keepPicture, openChromium, withoutChromium } from './harness/chromium.ts';
import { expectAccessible } from './harness/console.ts';
import { anyEngine } from './harness/engines.ts';
import { manyPages, manyPagesFile } from './harness/many-pages.ts';
import { gridNodes, hostileName, middleSquare, places, viewerFile } from './harness/viewer-file.ts';
import { openViewer, type Point, type ViewerPage } from './harness/viewer-page.ts';
import { createWorld, type World } from './harness/world.ts';

describe.skipIf(!hasChromium)(`The viewer in a browser${withoutChromium}`, () => {
  let chromium: Awaited<ReturnType<typeof openChromium>>;
  let world: World;
  const { url } = anyEngine();

  beforeAll(async () => {
    const files = [
      fileOf('open', viewerFile(), { name: hostileName, link_access: 'view' }),
      fileOf('closed', viewerFile(), { name: 'Secret plans', link_access: 'inherit' }),
      fileOf('passing', viewerFile(), { name: 'Passing', link_access: 'view' }),
      fileOf('empty', undefined, { name: 'Empty file', link_access: 'view' }),
      fileOf('many-pages', manyPagesFile(), { name: 'Many pages', link_access: 'view' }),
    ];
    world = await createWorld(anyEngine(), cast({ files }));
    chromium = await openChromium(anyEngine());
  });
  afterAll(() => chromium?.close());

  const addressOf = (file: string, query = '') => `${url}/design/${world.id(file)}/Any-name${query}`;

  /** The open file, settled; its page is closed when the test ends. */
  async function open(
    query = '',
    options: Parameters<typeof openViewer>[2] = {},
    file = 'open',
  ): Promise<ViewerPage> {
    const viewer = await openViewer(chromium.browser, addressOf(file, query), options);
    onTestFinished(() => viewer.close());
    await viewer.settled();
    return viewer;
  }

  /** Opens at 100 %, where a pixel of the screen is one of the canvas. */
  async function openAtWholeSize(): Promise<ViewerPage> {
    const viewer = await open();
    await viewer.page.keyboard.press('0');
    await viewer.settled();
    return viewer;
  }

  const zoomOf = async ({ page }: ViewerPage): Promise<string> =>
    (await page.locator('.percent').textContent()) ?? '';

  it('says how many pages it does not list, and opens one of them that the address names', async () => {
    const viewer = await open(`?page-id=7-${manyPages - 1}`, {}, 'many-pages');
    const pages = viewer.page.getByLabel('Page', { exact: true });
    expect(await pages.inputValue()).toBe(`7:${manyPages - 1}`);
    expect(await pages.locator('option:disabled').allTextContents()).toEqual([
      '2 more pages are not listed.',
    ]);
    await keepPicture(viewer.page, 'viewer-many-pages');
  });

  it('opens a file with an open link for anyone, with names as text, without an error or a request to another origin', async () => {
    const { page, complaints, origins } = await open();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(hostileName);
    expect(await page.title()).toContain(hostileName);
    const stage = page.getByRole('application');
    expect(await stage.getAttribute('aria-label')).toMatch(`${hostileName}, page Grid, `);
    expect(await page.getByLabel('Page', { exact: true }).locator('option').allTextContents()).toEqual([
      'Grid',
      hostileName,
      'Empty',
    ]);
    expect(complaints).toEqual([]);
    expect([...origins]).toEqual([url]);
    await keepPicture(page, 'viewer-wide');
  });

  it('shows a closed file to nobody without a session, and does not tell it from one that is missing', async () => {
    const context = await chromium.browser.newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const closed = await page.goto(addressOf('closed'));
    const text = await page.content();
    expect(closed?.status()).toBe(404);
    expect(text).not.toContain('Secret plans');
    const missing = await page.goto(`${url}/design/${'0'.repeat(22)}/Any-name`);
    expect(missing?.status()).toBe(404);
    expect((await page.content()).replaceAll('0'.repeat(22), world.id('closed'))).toBe(text);
  });

  it('moves the picture with the mouse, pixel for pixel', async () => {
    const viewer = await openAtWholeSize();
    const before = await viewer.placeAt();
    expect(before.zoom).toBeCloseTo(1, 9);
    const [from, to] = [await viewer.onWindow({ x: 600, y: 300 }), await viewer.onWindow({ x: 450, y: 377 })];
    await viewer.page.mouse.move(from.x, from.y);
    await viewer.page.mouse.down();
    await viewer.page.mouse.move(to.x, to.y, { steps: 5 });
    await viewer.page.mouse.up();
    await viewer.page.mouse.move(10, 300);
    await viewer.settled();
    const after = await viewer.placeAt();
    expect([after.x - before.x, after.y - before.y]).toEqual([150, -77]);
  });

  it('pans with the wheel, and zooms with it at the pointer', async () => {
    const viewer = await openAtWholeSize();
    const { mouse, keyboard } = viewer.page;
    const at: Point = { x: 1000, y: 150 };
    const pointer = await viewer.onWindow(at);
    await mouse.move(pointer.x, pointer.y);
    const before = await viewer.placeAt(at);
    await mouse.wheel(30, 45);
    await viewer.settled();
    const panned = await viewer.placeAt(at);
    expect([panned.x - before.x, panned.y - before.y]).toEqual([30, 45]);
    await keyboard.down('Control');
    for (let step = 0; step < 6; step += 1) await mouse.wheel(0, step < 2 ? 40 : -25);
    await keyboard.up('Control');
    await viewer.settled();
    const zoomed = await viewer.placeAt(at);
    expect(zoomed.zoom).toBeCloseTo(Math.exp(0.2), 1);
    expect(Math.hypot(zoomed.x - panned.x, zoomed.y - panned.y)).toBeLessThan(2);
    expect(await viewer.page.evaluate('visualViewport.scale * devicePixelRatio')).toBe(1);
  });

  it('follows one finger, and two fingers that pinch', async () => {
    const viewer = await open('', { hasTouch: true, viewport: { width: 375, height: 720 } });
    await viewer.page.getByRole('button', { name: /show at 100 %/ }).click();
    await viewer.settled();
    const session = await viewer.page.context().newCDPSession(viewer.page);
    const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: Point[]) => {
      const touchPoints = await Promise.all(points.map((point) => viewer.onWindow(point)));
      await session.send('Input.dispatchTouchEvent', { type, touchPoints });
    };
    const before = await viewer.placeAt();
    await touch('touchStart', { x: 200, y: 400 });
    for (let y = 390; y >= 300; y -= 10) await touch('touchMove', { x: 200, y });
    await touch('touchEnd');
    await viewer.settled();
    const dragged = await viewer.placeAt();
    expect([dragged.x - before.x, dragged.y - before.y]).toEqual([0, 100]);
    // The fingers part evenly, so that the point between them stays.
    const between: Point = { x: 150, y: 250 };
    const held = await viewer.placeAt(between);
    await touch('touchStart', { x: 110, y: 250 }, { x: 190, y: 250 });
    for (let by = 5; by <= 40; by += 5)
      await touch('touchMove', { x: 110 - by, y: 250 }, { x: 190 + by, y: 250 });
    await touch('touchEnd');
    await viewer.settled();
    const pinched = await viewer.placeAt(between);
    expect(pinched.zoom).toBeCloseTo(2, 1);
    expect(Math.hypot(pinched.x - held.x, pinched.y - held.y)).toBeLessThan(2);
    await keepPicture(viewer.page, 'viewer-touch');
  });

  it('is moved, zoomed and turned by the keyboard alone', async () => {
    const viewer = await open();
    const { page } = viewer;
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
      await viewer.settled();
    };
    const start = await viewer.placeAt();
    const { width, height } = await viewer.stageSize();
    await press('0');
    expect(await zoomOf(viewer)).toBe('100 %');
    const before = await viewer.placeAt();
    await press('ArrowRight', 'ArrowDown', 'ArrowDown');
    const moved = await viewer.placeAt();
    expect(moved.x - before.x).toBeCloseTo(width / 10, -1);
    expect(moved.y - before.y).toBeCloseTo(height / 5, -1);
    await press('ArrowLeft', 'ArrowUp', 'ArrowUp', '+');
    expect(await zoomOf(viewer)).toBe('125 %');
    await press('-', '-');
    expect(await zoomOf(viewer)).toBe('80 %');
    await press('Home');
    expect((await viewer.placeAt()).zoom).toBeCloseTo(start.zoom, 2);
    await press('PageDown');
    expect(await page.getByRole('application').getAttribute('aria-label')).toContain(`page ${hostileName}, `);
    await press('PageUp');
    // Keys stay with the control that has the focus: letters choose a page there.
    await page.getByLabel('Page', { exact: true }).focus();
    await press('0');
    expect(await zoomOf(viewer)).not.toBe('100 %');
  });

  it('shows where the focus is, and announces the zoom to screen readers', async () => {
    const { page, settled } = await open();
    const ring = () =>
      page.evaluate(
        `getComputedStyle(document.querySelector('[role=application]'), '::after').borderTopWidth`,
      );
    expect(await ring()).toBe('0px');
    await page.keyboard.press('+');
    await settled();
    expect(await ring()).toBe('3px');
    const said = page.locator('.unseen[role=status]');
    await expect.poll(() => said.textContent()).toMatch(/^Zoom \d+(\.\d)? %$/);
    await page.getByLabel('Page', { exact: true }).selectOption({ label: 'Empty' });
    await expect.poll(() => said.textContent()).toBe('Page Empty');
    await page.getByText('This page is empty.').waitFor();
  });

  it('opens the page that the address names, the node it names, and writes the page into the address', async () => {
    const named = await open('?page-id=0-2');
    expect(await named.page.getByLabel('Page', { exact: true }).inputValue()).toBe(places.detailsPage);
    await named.page.getByLabel('Page', { exact: true }).selectOption({ label: 'Grid' });
    await named.settled();
    expect(new URL(named.page.url()).searchParams.get('page-id')).toBe('0-1');
    expect((await named.placeAt()).zoom).toBeLessThan(0.2);
    await named.page.reload();
    await named.settled();
    expect(await named.page.getByLabel('Page', { exact: true }).inputValue()).toBe(places.gridPage);
    const byPage = await open(`?node-id=${places.detailsPage.replace(':', '-')}`);
    expect(await byPage.page.getByLabel('Page', { exact: true }).inputValue()).toBe(places.detailsPage);
    // Square 10, 20 in the middle, at its own size.
    const byNode = await open(`?node-id=1-${20 * 64 + 10 + 1}&t=abc`);
    const at = await byNode.placeAt();
    expect([at.x, at.y, at.zoom].map(Math.round)).toEqual([1260, 2460, 1]);
  });

  /** Calls the server as somebody who may edit; the viewer then looks again, as when one comes back to its window. */
  async function change({ page }: ViewerPage, method: string, path: string, body: object): Promise<void> {
    const answer = await world.call(method, path, { as: 'alice-push', body });
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
  }

  /** What the bar and the picture say of a file of which there is nothing to see. */
  async function expectNothing({ page }: ViewerPage): Promise<void> {
    const stage = page.getByRole('application', { name: 'Picture of the file', exact: true });
    await stage.waitFor();
    expect(await page.getByLabel('Page', { exact: true }).isDisabled()).toBe(true);
    expect(await page.getByLabel('Page', { exact: true }).locator('option').count()).toBe(0);
    await stage.press('+');
    await stage.press('PageDown');
    expect(await page.locator('.percent').textContent()).toBe('…');
    await expectAccessible(page);
  }

  it('shows nothing of an empty file', async () => {
    const viewer = await openViewer(chromium.browser, addressOf('empty'));
    onTestFinished(() => viewer.close());
    await viewer.page.getByText('This file is empty.').waitFor();
    await expectNothing(viewer);
  });

  it('shows a file no longer once it is closed, and again what the address names when it is open', async () => {
    const viewer = await open('?page-id=0-2', {}, 'passing');
    const { page } = viewer;
    const shown = page.getByRole('application', { name: /^Passing, page / });
    const link = (link_access: string) =>
      change(viewer, 'PATCH', `/workspace/v1/files/${world.id('passing')}`, { link_access });
    await shown.waitFor();
    await link('inherit');
    await page.getByText('This file is not here').waitFor();
    await expectNothing(viewer);
    await link('view');
    await shown.waitFor();
    expect(await page.getByLabel('Page', { exact: true }).inputValue()).toBe(places.detailsPage);
    expect(await page.getByText('This file is not here').count()).toBe(0);
  });

  it('says so when the page that is looked at is gone, and shows another', async () => {
    const viewer = await open('?page-id=0-2', {}, 'passing');
    const { page } = viewer;
    const { document, ...file } = viewerFile() as { document: { children: { id: string }[] } };
    const children = document.children.filter(({ id }) => id !== places.detailsPage);
    const body = { ...file, document: { ...document, children } };
    await change(viewer, 'PUT', `/workspace/v1/files/${world.id('passing')}/content`, body);
    await expect
      .poll(() => page.locator('.unseen[role=status]').textContent())
      .toBe('The page is gone. Page Grid');
    expect(await page.getByLabel('Page', { exact: true }).inputValue()).toBe(places.gridPage);
  });

  it('fits a narrow screen without scrolling sideways', async () => {
    for (const width of [320, 375, 768]) {
      const { page } = await open('', { viewport: { width, height: 560 } });
      expect([width, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([width, width]);
      for (const button of await page.getByRole('button').all()) {
        const { x = 0, width: wide = 0 } = (await button.boundingBox()) ?? {};
        expect(x + wide).toBeLessThanOrEqual(width);
      }
      await keepPicture(page, `viewer-${width}`);
    }
  });

  it('fits the smallest frames, with a link to leave them', async () => {
    for (const [width, height] of [
      [400, 225],
      [320, 180],
      [280, 158],
      [160, 90],
    ] as const) {
      const address = `${url}/embed/design/${world.id('open')}`;
      const viewer = await openViewer(chromium.browser, address, { viewport: { width, height } });
      onTestFinished(() => viewer.close());
      await viewer.settled();
      expect([width, await viewer.page.evaluate('document.documentElement.scrollWidth')]).toEqual([
        width,
        width,
      ]);
      const link = viewer.page.getByRole('link', { name: 'Open the file in a new tab' });
      const { x = 0, width: wide = 0 } = (await link.boundingBox()) ?? {};
      expect(wide).toBeGreaterThanOrEqual(24);
      expect(x + wide).toBeLessThanOrEqual(width);
      await keepPicture(viewer.page, `viewer-frame-${width}`);
    }
  });

  it('moves without animation where the reader prefers reduced motion', async () => {
    const viewer = await open('', { reducedMotion: 'reduce' });
    const atOnce = await viewer.page.evaluate(
      `document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '0', bubbles: true }));
       document.querySelector('.percent').textContent`,
    );
    expect(atOnce).toBe('100 %');
  });

  it('says what could not be loaded, keeps what it has, and tries again when asked', async () => {
    const viewer = await open(`?node-id=${middleSquare}`);
    const { page } = viewer;
    await page.route('**/tiles/**', (route) => route.fulfill({ status: 500 }));
    for (let leap = 0; leap < 3; leap += 1) await page.keyboard.press('Shift+ArrowRight');
    await page.getByText('Some of the picture could not be loaded.').waitFor();
    expect(await page.evaluate('probe.showsGround()')).toBe(false);
    await page.unroute('**/tiles/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await viewer.settled();
    expect(await page.getByText('Some of the picture').count()).toBe(0);
    expect((await viewer.placeAt()).zoom).toBeCloseTo(1, 9);
  });

  it('measures how soon 3,327 nodes are shown, and how long nothing is seen while the picture moves', async () => {
    expect(gridNodes).toBe(3327);
    const viewer = await open(`?node-id=${middleSquare}`);
    const firstMs = await viewer.firstPictureMs();
    const { longestMs, frames } = await viewer.panAround();
    console.log(
      `First picture ${firstMs.toFixed(0)} ms after the start of the navigation; ` +
        `while panning over ${frames} frames nothing was seen for ${longestMs.toFixed(0)} ms at most.`,
    );
    expect(firstMs).toBeGreaterThan(0);
    expect(frames).toBeGreaterThan(10);
  });
});
