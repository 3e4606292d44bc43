import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { fileOf } from './harness/cast.ts';
import { hasChromium, keepPicture, openChromium, withoutChromium } from './harness/chromium.ts';
import { expectAccessible } from './harness/console.ts';
import { anyEngine } from './harness/engines.ts';
import { type OauthWorld, oauthWorld } from './harness/oauth.ts';
import { openViewer, type ViewerPage } from './harness/viewer-page.ts';

const paint = (r: number, g: number, b: number) => [
  { type: 'SOLID', blendMode: 'NORMAL', color: { r, g, b, a: 1 } },
];
const box = (x: number, y: number, width: number, height: number) => ({
  absoluteBoundingBox: { x, y, width, height },
});
const to = (navigation: string, destinationId: string, more: object = {}) => ({
  type: 'NODE',
  navigation,
  destinationId,
  transition: null,
  ...more,
});
const on = (trigger: object, ...actions: object[]) => ({ trigger, actions });
const click = { type: 'ON_CLICK' };
const key = (code: number) => ({ type: 'ON_KEY_DOWN', device: 'KEYBOARD', keyCodes: [code] });
const button = (id: string, name: string, place: object, ...interactions: object[]) => ({
  id,
  name,
  type: 'RECTANGLE',
  fills: paint(0.2, 0.2, 0.2),
  strokes: [],
  effects: [],
  ...place,
  interactions,
});
const frame = (id: string, name: string, place: object, children: object[], more: object = {}) => ({
  id,
  name,
  type: 'FRAME',
  fills: paint(0.8, 0.8, 0.8),
  strokes: [],
  effects: [],
  clipsContent: true,
  ...place,
  children,
  ...more,
});

const red = [255, 0, 0];
const green = [0, 255, 0];
const grey = [204, 204, 204];

const design = () => ({
  document: {
    id: '0:0',
    type: 'DOCUMENT',
    name: 'Document',
    children: [
      {
        id: '0:1',
        type: 'CANVAS',
        name: 'Page',
        backgroundColor: { r: 1, g: 1, b: 1, a: 1 },
        prototypeStartNodeID: '1:1',
        flowStartingPoints: [{ nodeId: '1:1', name: 'Flow 1' }],
        children: [
          frame('1:1', 'Splash', box(0, 0, 400, 400), [], {
            interactions: [on({ type: 'AFTER_TIMEOUT', timeout: 1 }, to('NAVIGATE', '1:2'))],
          }),
          frame(
            ...(['1:2', 'Home', box(500, 0, 400, 400)] as const),
            [
              button('1:3', 'Open menu', box(520, 20, 100, 40), on(click, to('OVERLAY', '2:1'))),
              button(
                ...(['1:4', 'Open tip', box(520, 100, 100, 40)] as const),
                on(click, to('OVERLAY', '2:2', { overlayRelativePosition: { x: 10, y: 50 } })),
              ),
            ],
            { interactions: [on(key(77), to('OVERLAY', '2:1')), on(key(39), to('NAVIGATE', '3:1'))] },
          ),
          frame(
            ...(['2:1', 'Menu', box(1000, 0, 200, 100)] as const),
            [
              button('2:3', 'More', box(1030, 10, 50, 30), on(click, to('SWAP', '2:5'))),
              button('2:4', 'Close', box(1100, 10, 50, 30), on(click, { type: 'CLOSE' })),
              button('2:6', 'Another', box(1030, 60, 50, 30), on(click, to('OVERLAY', '2:2'))),
            ],
            { fills: paint(1, 0, 0), cornerRadius: 30, interactions: [on(key(75), { type: 'CLOSE' })] },
          ),
          frame('2:2', 'Tip', box(1300, 0, 80, 40), [], { fills: paint(0, 1, 0) }),
          frame('2:5', 'More menu', box(1500, 0, 200, 100), [
            button('2:7', 'Go', box(1510, 10, 50, 30), on(click, to('NAVIGATE', '3:1'))),
          ]),
          frame('3:1', 'End', box(1800, 0, 400, 400), []),
        ],
      },
    ],
  },
});

describe.skipIf(!hasChromium)(`Frames over frames of a prototype in a browser${withoutChromium}`, () => {
  let chromium: Awaited<ReturnType<typeof openChromium>>;
  let oauth: OauthWorld;
  const server = anyEngine();

  beforeAll(async () => {
    const files = [fileOf('layers', design(), { name: 'Layers', link_access: 'view' })];
    oauth = await oauthWorld(server, [], { files });
    chromium = await openChromium(server);
  });
  afterAll(() => chromium?.close());

  async function open(node?: string): Promise<ViewerPage> {
    const path = `/proto/${oauth.world.id('layers')}/Layers${node === undefined ? '' : `?node-id=${node}`}`;
    const viewer = await openViewer(chromium.browser, server.url + path);
    onTestFinished(() => viewer.close());
    return viewer;
  }

  type Page = ViewerPage['page'];
  const shows = (page: Page, name: string) =>
    page.getByRole('img', { name: `Frame ${name}`, exact: true }).waitFor();
  const overlay = (page: Page, name: string) =>
    page.getByRole('dialog', { name: `Overlay ${name}`, exact: true });
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const nodeIn = (page: Page): string | null => new URL(page.url()).searchParams.get('node-id');

  /** The colour on the screen at shares of the place that the uppermost overlay takes. */
  async function colour(page: Page, across: number, down: number): Promise<number[]> {
    const { x, y, width, height } = (await page.locator('.sheet').last().boundingBox())!;
    const clip = { x: Math.floor(x + across * width), y: Math.floor(y + down * height), width: 1, height: 1 };
    return [
      ...(await sharp(await page.screenshot({ clip }))
        .removeAlpha()
        .raw()
        .toBuffer()),
    ];
  }

  it('open in the middle with their corners cut round, and close by their button, beside them, and by Escape', async () => {
    const { page, complaints } = await open('1-2');
    await shows(page, 'Home');
    await press(page, 'Open menu');
    await overlay(page, 'Menu').waitFor();
    await expect.poll(() => colour(page, 0.5, 0.5)).toEqual(red);
    expect(await colour(page, 0.01, 0.02)).toEqual(grey);
    const [place, stage] = await Promise.all(
      ['.sheet', '.stage'].map((one) => page.locator(one).boundingBox()),
    );
    expect(place!.x + place!.width / 2).toBeCloseTo(stage!.x + stage!.width / 2, 0);
    expect(place!.y + place!.height / 2).toBeCloseTo(stage!.y + stage!.height / 2, 0);
    await expectAccessible(page);
    await keepPicture(page, 'prototype-overlay');
    await press(page, 'Close');
    await overlay(page, 'Menu').waitFor({ state: 'detached' });
    expect(nodeIn(page)).toBe('1-2');
    await press(page, 'Open menu');
    await overlay(page, 'Menu').waitFor();
    await page.mouse.click(stage!.x + 5, stage!.y + 5);
    await overlay(page, 'Menu').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Open menu' }).focus();
    await page.keyboard.press('Enter');
    await overlay(page, 'Menu').waitFor();
    await page.keyboard.press('Escape');
    await overlay(page, 'Menu').waitFor({ state: 'detached' });
    await shows(page, 'Home');
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Open menu');
    expect(complaints).toEqual([]);
  });

  it('open where the design puts them, over each other, and take no clicks below the uppermost', async () => {
    const { page } = await open('1-2');
    await shows(page, 'Home');
    const from = await page.getByRole('button', { name: 'Open tip' }).boundingBox();
    await press(page, 'Open tip');
    await expect.poll(() => colour(page, 0.5, 0.5)).toEqual(green);
    const place = await page.locator('.sheet').boundingBox();
    const zoom = from!.width / 100;
    expect([place!.x - from!.x, place!.y - from!.y].map((px) => Math.round(px / zoom))).toEqual([10, 50]);
    expect(await page.locator('.stage > .hotspots').getAttribute('inert')).toBe('');
    await page.keyboard.press('Escape');
    await press(page, 'Open menu');
    await press(page, 'Another');
    await overlay(page, 'Tip').waitFor();
    expect(await page.locator('.overlay[inert]').count()).toBe(1);
    await page.keyboard.press('Escape');
    await overlay(page, 'Tip').waitFor({ state: 'detached' });
    expect(await page.locator('.overlay[inert]').count()).toBe(0);
    await overlay(page, 'Menu').waitFor();
  });

  it('take the place of another by a swap, and are gone with a way to another frame', async () => {
    const { page } = await open('1-2');
    await shows(page, 'Home');
    await press(page, 'Open menu');
    await press(page, 'More');
    await overlay(page, 'More menu').waitFor();
    expect(await page.locator('.overlay').count()).toBe(1);
    await press(page, 'Go');
    await shows(page, 'End');
    expect(await page.locator('.overlay').count()).toBe(0);
    await page.goBack();
    await shows(page, 'Home');
    expect(nodeIn(page)).toBe('1-2');
  });

  it('open and close by keys that the design names, which go before those of the page', async () => {
    const { page } = await open('1-2');
    await shows(page, 'Home');
    await page.getByRole('button', { name: 'Open menu' }).waitFor();
    await page.keyboard.press('m');
    await overlay(page, 'Menu').waitFor();
    await page.keyboard.press('m');
    await page.keyboard.press('k');
    await overlay(page, 'Menu').waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowRight');
    await shows(page, 'End');
  });

  it('follow a frame that leads on by itself, which is no step to come back to', async () => {
    const { page } = await open();
    await shows(page, 'Home');
    expect(nodeIn(page)).toBe('1-2');
    expect(await page.evaluate('history.state?.depth ?? 0')).toBe(0);
    await press(page, 'Open menu');
    await overlay(page, 'Menu').waitFor();
  });
});
