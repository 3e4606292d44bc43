import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { describeAccessiblePages } from './harness/accessible-pages.ts';
import { fileOf } from './harness/cast.ts';
import { hasChromium, openChromium, withoutChromium } from './harness/chromium.ts';
import { clientOf } from './harness/client.ts';
import {
  type ConsoleWindow,
  expectAccessible,
  keepWholePicture,
  openConsole,
  signIn,
} from './harness/console.ts';
import { anyEngine } from './harness/engines.ts';
import { type FileParts, filePartsOf } from './harness/file-window.ts';
import { manyPages, manyPagesFile } from './harness/many-pages.ts';
import { type OauthWorld, oauthWorld } from './harness/oauth.ts';
import { sampleLibrary, sampleShop } from './harness/sample-design.ts';
import { gridNodes, hostileName, places, viewerFile } from './harness/viewer-file.ts';

const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Nodes of the sample's shop. */
const nodes = {
  browse: '71:11',
  content: '71:9',
  field: '71:2',
  title: '71:1',
  tabs: '71:10',
  basket: '73:19',
};

/** The shop with its tab bar locked and the content of the same screen hidden. */
function withMarks(shop: object): object {
  const marks = new Map<unknown, object>([
    [nodes.tabs, { locked: true }],
    [nodes.content, { visible: false }],
  ]);
  const marked = (_key: string, value: { id?: unknown } | null) =>
    marks.has(value?.id) ? { ...value, ...marks.get(value?.id) } : value;
  return JSON.parse(JSON.stringify(shop), marked);
}

/** An instance of a component that the file lacks, with an icon of a set in the file and one of none; and one of the set. */
function swappedIcons(): object {
  const box = { x: 0, y: 0, width: 40, height: 40 };
  const fills = [{ type: 'SOLID', blendMode: 'NORMAL', color: { r: 1, g: 0, b: 0, a: 1 } }];
  const node = (id: string, name: string, type: string, more: object = {}) => ({
    id,
    name,
    type,
    absoluteBoundingBox: box,
    fills,
    ...more,
  });
  const icons = node('1:1', 'Icon', 'COMPONENT_SET', { children: [node('1:2', 'Shape=Star', 'COMPONENT')] });
  const properties = {
    'Icon#1:0': { type: 'INSTANCE_SWAP', value: '1:2' },
    'Badge#1:1': { type: 'INSTANCE_SWAP', value: '9:9' },
  };
  const button = node('1:3', 'Button', 'INSTANCE', { componentId: '8:8', componentProperties: properties });
  const star = node('1:4', 'Star', 'INSTANCE', { componentId: '1:2' });
  const page = { id: '0:1', name: 'Page', type: 'CANVAS', children: [icons, button, star] };
  return { document: { id: '0:0', name: 'Document', type: 'DOCUMENT', children: [page] } };
}

/** A section with a frame, and with another section that has one. */
function nestedSections(): object {
  const node = (
    id: string,
    name: string,
    type: string,
    [x, y, width, height]: number[],
    children: object[] = [],
  ) => ({
    id,
    name,
    type,
    absoluteBoundingBox: { x, y, width, height },
    fills: [],
    children,
  });
  const deep = node('1:4', 'Deep', 'FRAME', [700, 200, 300, 300]);
  const inner = node('1:3', 'Inner', 'SECTION', [600, 100, 500, 500], [deep]);
  const near = node('1:2', 'Near', 'FRAME', [100, 200, 300, 300]);
  const outer = node('1:1', 'Outer', 'SECTION', [0, 0, 1200, 700], [near, inner]);
  const page = { id: '0:1', name: 'Page', type: 'CANVAS', children: [outer] };
  return { document: { id: '0:0', name: 'Document', type: 'DOCUMENT', children: [page] } };
}

describe.skipIf(!hasChromium)(`The page of a file in a browser${withoutChromium}`, () => {
  let chromium: Awaited<ReturnType<typeof openChromium>>;
  let oauth: OauthWorld;
  const server = anyEngine();

  beforeAll(async () => {
    const files = [
      fileOf('shop', sampleShop(), { name: 'Lantern shop' }),
      fileOf('lumen', sampleLibrary(), { name: 'Lumen' }),
      fileOf('squares', viewerFile(), { name: hostileName }),
      fileOf('talk', sampleShop(), { name: 'Talk' }),
      fileOf('versions', sampleShop(), { name: 'Versions' }),
      fileOf('long-history', sampleShop(), { name: 'Long history' }),
      fileOf('bound', undefined, { name: 'Bound' }),
      fileOf('swapped', swappedIcons(), { name: 'Swapped' }),
      fileOf('marked', withMarks(sampleShop()), { name: 'Marked' }),
      fileOf('empty', undefined, { name: 'Nothing yet' }),
      fileOf('sections', nestedSections(), { name: 'Sections' }),
      fileOf('many-pages', manyPagesFile(), { name: 'Many pages' }),
    ];
    oauth = await oauthWorld(server, [], { files });
    chromium = await openChromium(server);
  });
  afterAll(() => chromium?.close());

  const pathOf = (file: string, query = '') => `/design/${oauth.world.id(file)}/Any-name${query}`;
  const openWindow = (path: string, person: 'alice' | 'bob' | 'carla' = 'bob'): Promise<ConsoleWindow> =>
    openConsole({
      browser: chromium.browser as Browser,
      server,
      path,
      signInAt: '/files',
      email: oauth.emailOf(person),
    });

  /** A file as somebody sees it who is signed in; the window fails the test that it complains in. */
  async function open(
    file: string,
    query = '',
    { mayComplain = false, person = 'bob' as 'alice' | 'bob' } = {},
  ): Promise<FileParts & { page: ConsoleWindow['page'] }> {
    const window = await openWindow(pathOf(file, query), person);
    onTestFinished(() => (mayComplain ? window.context.close() : window.close()));
    return { page: window.page, ...filePartsOf(window.page) };
  }

  describeAccessiblePages(
    [
      {
        name: 'file',
        path: () => pathOf('shop', `?node-id=${nodes.field.replace(':', '-')}`),
        person: 'bob',
      },
      { name: 'file-comments', path: () => pathOf('shop', '?panel=comments'), person: 'bob' },
      { name: 'file-versions', path: () => pathOf('shop', '?panel=versions'), person: 'bob' },
      { name: 'file-export', path: () => pathOf('shop', '?panel=export&node-id=71-11'), person: 'bob' },
      { name: 'file-empty', path: () => pathOf('empty'), person: 'bob' },
    ],
    openWindow,
  );

  it('says that it is drawing while the picture of a page is not there yet, which so does not look empty', async () => {
    const window = await openWindow('/files');
    onTestFinished(() => window.close());
    const { page } = window;
    const tiles = Promise.withResolvers<void>();
    await page.route('**/tiles/**', async (route) => {
      await tiles.promise;
      await route.continue();
    });
    await page.goto(server.url + pathOf('shop'));
    const sign = page.getByRole('status').getByText('Drawing…');
    await sign.waitFor();
    tiles.resolve();
    await sign.waitFor({ state: 'detached' });
    await page.unrouteAll({ behavior: 'wait' });
  });

  it('leads out to all files and to the project, and names the file as text', async () => {
    const { page } = await open('squares');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(hostileName);
    expect(await page.title()).toBe(`${hostileName} · Vitrine`);
    const out = page.getByRole('navigation', { name: 'Way out' });
    expect(await out.getByRole('link', { name: 'All files' }).getAttribute('href')).toBe('/files');
    await out.getByRole('link', { name: 'App' }).click();
    await page.getByRole('heading', { name: 'Core', level: 1 }).waitFor();
  });

  it('is there for readers alone: others with an open link have the viewer', async () => {
    const { status } = await oauth.own('alice', 'PATCH', `/workspace/v1/files/${oauth.world.id('shop')}`, {
      link_access: 'view',
    });
    expect(status).toBe(200);
    const context = await chromium.browser.newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(server.url + pathOf('shop'));
    await page.getByRole('heading', { name: 'Lantern shop' }).waitFor();
    expect(await page.getByRole('tree').count()).toBe(0);
  });

  it('shows the layers as a tree, opened and walked by the keyboard, with what is selected in the address', async () => {
    const { page, tree, row, place, outlined } = await open('shop');
    await row('Browse, Frame').waitFor();
    await expect.poll(() => tree.getByRole('treeitem').count()).toBe(4);
    await expect.poll(() => row('Browse, Frame').getAttribute('aria-expanded')).toBe('false');
    await tree.focus();
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    // From the top: the basket, the lamp, and the screen to browse.
    await press('Home', 'ArrowDown', 'ArrowDown');
    await expect.poll(() => place().get('node-id')).toBe('71-11');
    await press('ArrowRight');
    await row('Tab bar, Instance').waitFor();
    await press('ArrowRight');
    await expect.poll(() => place().get('node-id')).toBe('71-10');
    await expect.poll(() => outlined('selected')).toBe(nodes.tabs);
    await expect.poll(() => row('Tab bar, Instance').getAttribute('aria-level')).toBe('2');
    const active = await tree.getAttribute('aria-activedescendant');
    expect(await page.locator(`[id="${active}"]`).getAttribute('aria-selected')).toBe('true');
    await press('ArrowLeft');
    await expect.poll(() => place().get('node-id')).toBe('71-11');
    await press('ArrowLeft');
    await expect.poll(() => row('Browse, Frame').getAttribute('aria-expanded')).toBe('false');
  });

  it('outlines a layer while it is pointed at in the tree, and selects it by a click', async () => {
    const { row, outlined, place } = await open('shop');
    await row('Basket').hover();
    await expect.poll(() => outlined('hovered')).toBe(nodes.basket);
    await row('Basket').click();
    await expect.poll(() => place().get('node-id')).toBe('73-19');
    await expect.poll(() => outlined('selected')).toBe(nodes.basket);
  });

  it('selects on the canvas what lies in a frame, one step further in by another click, the innermost by a deep one', async () => {
    const { page, pointOf, outlined, row } = await open('shop');
    await row('Browse, Frame').waitFor();
    const title = await pointOf(1340, 90);
    const hovered = async () => {
      await page.mouse.move(title.x - 1, title.y);
      await page.mouse.move(title.x, title.y);
      return outlined('hovered');
    };
    await expect.poll(hovered).toBe(nodes.content);
    await page.mouse.click(title.x, title.y);
    await expect.poll(() => outlined('selected')).toBe(nodes.content);
    await page.locator('.outline-selected', { hasText: '350 × 678' }).waitFor();
    await page.mouse.dblclick(title.x, title.y);
    await expect.poll(() => outlined('selected')).toBe(nodes.title);
    // The tree has opened what lies around it.
    await row('Lamps, Text').waitFor();
    await expect.poll(() => row('Lamps, Text').getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Escape');
    await expect.poll(() => outlined('selected')).toBe(nodes.content);
    const bar = await pointOf(1340, 796);
    const nothing = await pointOf(1720, 400);
    for (const key of ['Control', 'Meta']) {
      await page.keyboard.down(key);
      await page.mouse.click(bar.x, bar.y);
      await page.keyboard.up(key);
      await expect.poll(() => outlined('selected')).toMatch(/^I71:10;33:/);
      await page.mouse.click(nothing.x, nothing.y);
      await expect.poll(() => outlined('selected')).toBe(null);
    }
  });

  it('walks from layer to layer by the keyboard alone: along siblings, in and out', async () => {
    const { page, outlined, place } = await open('shop', '?node-id=71-9');
    await expect.poll(() => outlined('selected')).toBe(nodes.content);
    const press = async (key: string, selected: string) => {
      await page.keyboard.press(key);
      await expect.poll(() => outlined('selected')).toBe(selected);
    };
    await press('ArrowUp', nodes.tabs);
    await press('ArrowDown', nodes.content);
    await press('Enter', '71:8');
    await press('ArrowRight', '71:5');
    await press('Escape', nodes.content);
    await press('Escape', nodes.browse);
    await page.keyboard.press('Escape');
    await expect.poll(() => outlined('selected')).toBe(null);
    await expect.poll(() => place().has('node-id')).toBe(false);
  });

  it('shows distances from what is selected to what is pointed at, while Alt is held', async () => {
    const { page, pointOf, outlined, row } = await open('shop', '?node-id=71-11');
    await row('Browse, Frame').waitFor();
    await page.keyboard.press('1');
    const content = await pointOf(1340, 90);
    await page.mouse.move(content.x, content.y);
    await expect.poll(() => outlined('hovered')).toBe(nodes.content);
    await page.keyboard.down('Alt');
    expect((await page.locator('.distance').allTextContents()).map(Number)).toEqual([20, 20, 64, 102]);
    await page.keyboard.up('Alt');
    await expect.poll(() => page.locator('.distance').count()).toBe(0);
  });

  it('looks at a node that the address names, and says so where there is none', async () => {
    // Browsers complain of each answer that is a 404.
    const there = await open('shop', '?node-id=73-19&t=abc', { mayComplain: true });
    await expect.poll(() => there.outlined('selected')).toBe(nodes.basket);
    await there.page.goto(`${server.url}${pathOf('shop', '?node-id=9-9')}`);
    const notice = there.page.getByRole('alert');
    await notice.waitFor();
    expect(await notice.textContent()).toContain('There is no node 9:9 in this file.');
  });

  it('marks layers that are hidden or locked, in words and with a sign', async () => {
    const { row } = await open('marked', '?node-id=71-10');
    const signs = (name: string) => row(name).locator('svg').count();
    await row('Content, Frame, hidden').waitFor();
    await expect.poll(() => signs('Tab bar, Instance, locked')).toBe(3);
    // What turns it, what it is, and what it is marked by.
    expect([await signs('Content, Frame, hidden'), await signs('Browse, Frame')]).toEqual([3, 2]);
  });

  it('names the frames of a page above them, and selects one by its name', async () => {
    const { page, outlined, pointOf } = await open('shop');
    const label = page.locator('.frame-name-label', { hasText: 'Browse' });
    await label.waitFor();
    const [name, corner] = [await label.boundingBox(), await pointOf(1280, 0)];
    expect((name?.y ?? 0) + (name?.height ?? 0)).toBeLessThanOrEqual(corner.y);
    expect(Math.abs((name?.x ?? 0) - corner.x)).toBeLessThan(3);
    await label.click();
    await expect.poll(() => outlined('selected')).toBe(nodes.browse);
  });

  it('shows the whole page between the names of its frames and the bar for zoom', async () => {
    const { page } = await open('lumen');
    const name = page.locator('.frame-name-label', { hasText: 'Cover' });
    await name.waitFor();
    for (const viewport of [
      { width: 1280, height: 500 },
      { width: 1280, height: 900 },
    ]) {
      await page.setViewportSize(viewport);
      const [stage, bar] = [page.getByRole('application'), page.getByRole('group', { name: 'Zoom' })];
      const isBetween = async () => {
        const boxes = [await stage.boundingBox(), await name.boundingBox(), await bar.boundingBox()];
        const [canvas, above, below] = boxes.map((box) => box ?? { x: 0, y: 0, width: 0, height: 0 });
        if (canvas === undefined || above === undefined || below === undefined) return false;
        // The page begins with this frame, and is 3140 px high.
        const percent = Number.parseInt((await page.locator('.zoom-percent').textContent()) ?? '', 10);
        const bottom = above.y + above.height + (percent / 100) * 3140;
        return above.y >= canvas.y && bottom < below.y + 4;
      };
      await expect.poll(isBetween).toBe(true);
    }
  });

  it('shows the size of what is selected above the bar for zoom, in a low window as well', async () => {
    const { page } = await open('shop', '?node-id=71-11');
    await page.setViewportSize({ width: 1280, height: 420 });
    const [size, bar] = [
      page.locator('.outline-selected .outline-size'),
      page.getByRole('group', { name: 'Zoom' }),
    ];
    await size.waitFor();
    await page.getByRole('button', { name: 'Show the whole page' }).click();
    const isAbove = async () => {
      const [label, below] = [await size.boundingBox(), await bar.boundingBox()];
      return label !== null && below !== null && label.y + label.height <= below.y;
    };
    await expect.poll(isAbove).toBe(true);
  });

  it('names the frames that stand in a section, too, and those in a section within one', async () => {
    const { page } = await open('sections');
    const labels = page.locator('.frame-name-label');
    await expect
      .poll(async () => (await labels.allTextContents()).toSorted())
      .toEqual(['Deep', 'Inner', 'Near', 'Outer']);
  });

  it('shows the names of frames that cover no other, and that of the selected one in any case', async () => {
    const { page, row } = await open('lumen');
    const labels = page.locator('.frame-name-label');
    await labels.filter({ hasText: 'Elevation' }).waitFor();
    await page.setViewportSize({ width: 1280, height: 400 });
    await expect.poll(() => labels.allTextContents()).not.toContain('Elevation');
    expect(await labels.allTextContents()).toContain('Cover');
    await row(/^Elevation/).click();
    await expect.poll(() => labels.allTextContents()).toContain('Elevation');
  });

  it('writes the name of a section over its picture only where that is too small to be read', async () => {
    const { page } = await open('lumen', '?node-id=20-40');
    const label = page.locator('.frame-name-label', { hasText: 'Controls' });
    // @ts-expect-error The page has styles.
    const color = (): Promise<string> => label.evaluate((name) => getComputedStyle(name).color);
    const seenThrough = /^(rgba\(0, 0, 0, 0\)|transparent)$/;
    await page.getByRole('button', { name: 'Show at 100 %' }).click();
    await expect.poll(color).toMatch(seenThrough);
    await page.getByRole('button', { name: 'Show the whole page' }).click();
    await expect.poll(color).not.toMatch(seenThrough);
  });

  it('finds layers of all pages by their names, and leads to them', async () => {
    const { page, search, place, outlined } = await open('squares');
    await search.fill('LABEL');
    const found = page.getByRole('list', { name: 'Found layers' }).getByRole('button');
    await expect.poll(() => found.count()).toBe(1);
    await found.click();
    await expect.poll(() => place().get('page-id')).toBe('0-2');
    await expect.poll(() => outlined('selected')).toBe(places.label);
    await search.fill('no such layer');
    await page.getByText('No layer has a name like this.').waitFor();
  });

  it('has rows in the page for what is seen alone, however many layers there are, and reads on as one goes', async () => {
    const { page, tree, row, place } = await open('squares');
    await row(/^Square 62, 51,/).waitFor();
    // Denser than lists elsewhere, where a mouse points.
    expect((await row(/^Square 62, 51,/).boundingBox())?.height).toBe(32);
    await expect.poll(() => tree.getByRole('treeitem').count()).toBeLessThan(80);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await row(/^Square 62, 51,/).click();
    await expect.poll(() => row(/^Square 62, 51,/).getAttribute('aria-setsize')).toBe(String(gridNodes));
    await row(/^Square 62, 51,/).hover();
    await page.mouse.wheel(0, 32 * 1500);
    await expect.poll(() => asked.filter((url) => url.includes('cursor=')).length).toBe(1);
    await page
      .locator('.layer-row', { hasText: /^Square [0-9]+, 28$/ })
      .first()
      .waitFor();
    await expect.poll(() => tree.getByRole('treeitem').count()).toBeLessThan(80);
    await expect.poll(() => place().get('node-id')).toBe(`1-${gridNodes}`);
  });

  it('turns pages, and goes back to the one before by the browser', async () => {
    const { page, place } = await open('squares');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Empty' }).click();
    await page.getByText('This page is empty.').waitFor();
    await expect.poll(() => place().get('page-id')).toBe('0-3');
    await page.goBack();
    await expect.poll(() => place().has('page-id')).toBe(false);
    await page.keyboard.press('PageDown');
    await expect.poll(() => place().get('page-id')).toBe('0-2');
  });

  it('says how many pages it does not list, and opens them by their addresses and where layers on them are found', async () => {
    const last = manyPages - 1;
    const { page, search, place, row } = await open('many-pages');
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await pages.getByRole('button', { name: 'Page 0', exact: true }).waitFor();
    await page.getByText('3 more pages are not listed.').waitFor();
    await search.fill(`Frame ${last}`);
    await page.getByRole('button', { name: `Frame ${last}` }).click();
    await pages.getByRole('button', { name: `Page ${last}`, exact: true }).waitFor();
    await page.getByText('2 more pages are not listed.').waitFor();
    expect(place().get('page-id')).toBe(`7-${last}`);
    await keepWholePicture(page, 'file-many-pages');
    await page.goto(page.url().replace(/[?].*/, `?page-id=7-${last - 1}`));
    await row(`Frame ${last - 1}`).waitFor();
    const current = pages.getByRole('button', { name: `Page ${last - 1}`, exact: true });
    expect(await current.getAttribute('aria-current')).toBe('page');
  });

  it('lists the keys when a question mark is typed, and gives the focus back', async () => {
    const { page, search } = await open('shop');
    await search.focus();
    await page.keyboard.type('?');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await search.fill('');
    await page.getByRole('application').focus();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keys' });
    await dialog.getByText('Zoom to the selection').waitFor();
    await expectAccessible(page);
    await keepWholePicture(page, 'file-keys');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await page.locator(':focus').getAttribute('role')).toBe('application');
  });

  it('tells all of a text: where it is, its words, type, fill, shared style, and code in three languages that is copied by a click', async () => {
    const { page } = await open('shop', '?node-id=71-1');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const part = (name: string) => page.getByRole('region', { name, exact: true });
    const facts = (name: string) => part(name).getByRole('listitem').allInnerTexts();
    await page.getByRole('heading', { name: 'Lamps', level: 2 }).waitFor();
    await expect
      .poll(async () => (await facts('Layout')).map(inOneLine))
      .toEqual(['X 0', 'Y 0', 'Width 350', 'Height 48', 'Sizing across Fill', 'Sizing down Hug']);
    expect(await part('Text').innerText()).toContain('Style Heading/Large');
    expect((await facts('Text')).map(inOneLine)).toContain('Size 40');
    expect((await facts('Fills')).map(inOneLine)).toEqual(['Colour #191722']);
    const copied = () => page.evaluate('navigator.clipboard.readText()');
    await page.getByRole('button', { name: 'Copy CSS' }).click();
    expect(await copied()).toMatch(
      /^width: 350px;\nfont-family: "Inter";\nfont-size: 40px;[\s\S]*color: #191722;$/,
    );
    await page.getByRole('button', { name: 'Copy font-size' }).click();
    expect(await copied()).toBe('font-size: 40px;');
    for (const [language, text] of [
      ['SwiftUI', /^Text\("Lamps"\)\n {4}\.font\(\.custom\("Inter", size: 40\)\)/],
      ['Compose', /^Text\(\n {4}text = "Lamps",\n/],
    ] as const) {
      await page.getByRole('button', { name: language, exact: true }).click();
      await page.getByRole('button', { name: `Copy ${language}` }).click();
      expect(await copied()).toMatch(text);
    }
    await page.getByRole('button', { name: 'Copy line 2' }).click();
    expect(await copied()).toBe('text = "Lamps",');
    await expectAccessible(page);
    await keepWholePicture(page, 'file-compose');
    await page.reload();
    await page.getByRole('button', { name: 'Copy Compose' }).waitFor();
    await part('Layout').getByRole('button', { name: 'Width' }).click();
    expect(await copied()).toBe('350');
    await page.getByRole('button', { name: 'As JSON' }).click();
    expect(JSON.parse(String(await copied()))).toMatchObject({ id: '71:1', characters: 'Lamps' });
    await page.getByRole('button', { name: 'As curl' }).click();
    expect(await copied()).toContain(`${server.url}/v1/files/${oauth.world.id('shop')}/nodes?ids=71%3A1`);
    await page.getByRole('button', { name: 'Copy link' }).click();
    expect(await copied()).toBe(`${server.url}${pathOf('shop')}?node-id=71-1`);
  });

  it('tells the colours that are used on a page and in a layer, once somebody wants to know', async () => {
    const { page, row } = await open('shop');
    const used = page.getByRole('region', { name: 'Colours used', exact: true });
    await used.getByRole('button', { name: 'Look for them' }).click();
    await used.getByText(/^\d+ colours\.$/).waitFor();
    await expectAccessible(page);
    await keepWholePicture(page, 'file-colors');
    await row('Basket, Frame').click();
    await used.getByRole('button', { name: 'Look for them' }).click();
    await used.getByRole('button', { name: /times? #191722$/ }).waitFor();
  });

  it('tells the component that an instance comes from, and its properties', async () => {
    const { page } = await open('shop', '?node-id=72-10');
    const component = page.getByRole('region', { name: 'Component', exact: true });
    await component.getByText('Button / Kind=Primary').waitFor();
    await component.getByText('from a library').waitFor();
    expect((await component.getByRole('listitem').allInnerTexts()).map(inOneLine)).toContain(
      'Label Add to basket',
    );
  });

  it('tells a swapped instance by the name of its component, and leads to it where it is in the file', async () => {
    const { page } = await open('swapped', '?node-id=1-3');
    const component = page.getByRole('region', { name: 'Component', exact: true });
    const way = component.getByRole('button', { name: 'Icon / Shape=Star' });
    await way.waitFor();
    expect((await component.getByRole('listitem').allInnerTexts()).map(inOneLine)).toEqual([
      'Icon Icon / Shape=Star',
      'Badge 9:9',
    ]);
    await expectAccessible(page);
    await keepWholePicture(page, 'file-swapped');
    await way.click();
    await expect.poll(() => new URL(page.url()).searchParams.get('node-id')).toMatch(/^1[-:]2$/);
  });

  it('leads to the main component of an instance where that is in the file', async () => {
    const there = (await open('swapped', '?node-id=1-4')).page;
    const way = { name: 'Go to main component' };
    await there.getByRole('button', way).click();
    await expect.poll(() => new URL(there.url()).searchParams.get('node-id')).toMatch(/^1[-:]2$/);
    const { page } = await open('swapped', '?node-id=1-3');
    await page.getByRole('button', { name: 'Icon / Shape=Star' }).waitFor();
    expect(await page.getByRole('button', way).count()).toBe(0);
  });

  it('says on a phone that it is drawing above the bar for zoom', async () => {
    const { page } = await open('squares');
    await page.setViewportSize({ width: 390, height: 844 });
    const isApart = `(() => {
      const late = document.querySelector('.file-canvas .late');
      late.append('Drawing…');
      return late.getBoundingClientRect().bottom <= document.querySelector('.zoom-bar').getBoundingClientRect().top;
    })()`;
    expect(await page.evaluate(isApart)).toBe(true);
  });

  it('tells the variables that a layer is bound to by name, with their values in each mode', async () => {
    const file = oauth.world.id('bound');
    const made = await oauth.world.call('POST', `/v1/files/${file}/variables`, {
      as: 'alice',
      body: {
        variableCollections: [{ action: 'CREATE', id: 'theme', name: 'Theme', initialModeId: 'light' }],
        variableModes: [
          { action: 'UPDATE', id: 'light', name: 'Light', variableCollectionId: 'theme' },
          { action: 'CREATE', id: 'dark', name: 'Dark', variableCollectionId: 'theme' },
        ],
        variables: [
          { action: 'CREATE', id: 'ink', name: 'ink', variableCollectionId: 'theme', resolvedType: 'COLOR' },
          {
            action: 'CREATE',
            id: 'text',
            name: 'text/main',
            variableCollectionId: 'theme',
            resolvedType: 'COLOR',
          },
        ],
        variableModeValues: [
          { variableId: 'ink', modeId: 'light', value: { r: 0, g: 0, b: 0 } },
          { variableId: 'text', modeId: 'light', value: { type: 'VARIABLE_ALIAS', id: 'ink' } },
          { variableId: 'text', modeId: 'dark', value: { r: 1, g: 1, b: 1 } },
        ],
      },
    });
    expect([made.status, made.text]).toMatchObject([200, expect.any(String)]);
    const paint = {
      type: 'SOLID',
      blendMode: 'NORMAL',
      color: { r: 0, g: 0, b: 0, a: 1 },
      boundVariables: { color: { type: 'VARIABLE_ALIAS', id: made.json.meta.tempIdToRealId.text } },
    };
    const box = { x: 0, y: 0, width: 40, height: 40 };
    const square = { id: '1:2', name: 'Square', type: 'RECTANGLE', fills: [paint], absoluteBoundingBox: box };
    const page1 = { id: '0:1', name: 'Page', type: 'CANVAS', children: [square] };
    const document = { id: '0:0', name: 'Document', type: 'DOCUMENT', children: [page1] };
    const pushed = await oauth.own('alice', 'PUT', `/workspace/v1/files/${file}/content`, { document });
    expect(pushed.status).toBe(200);
    const { page } = await open('bound', '?node-id=1-2');
    const variables = page.getByRole('region', { name: 'Variables', exact: true });
    await variables.getByRole('heading', { name: 'text/main Theme' }).waitFor();
    expect((await variables.getByRole('listitem').allInnerTexts()).map(inOneLine)).toEqual([
      'Light ink',
      'Dark #ffffff',
    ]);
    await page.getByRole('region', { name: 'Fills' }).getByText('text/main').waitFor();
  });

  it('adds, changes and removes links for developers, and says what is wrong with one', async () => {
    const { page } = await open('shop', '?node-id=71-11');
    const links = page.getByRole('region', { name: 'Links for developers' });
    await links.getByRole('button', { name: 'Add link' }).click();
    await links.getByLabel('Name').fill('Ticket');
    await links.getByLabel('Address').fill('https://tickets.example/1');
    await links.getByRole('button', { name: 'Add', exact: true }).click();
    const link = links.getByRole('link');
    await expect.poll(() => link.allTextContents()).toEqual(['Ticket']);
    await links.getByRole('button', { name: 'Add link' }).click();
    await links.getByLabel('Name').fill('Twin');
    await links.getByLabel('Address').fill('https://tickets.example/1');
    await links.getByRole('button', { name: 'Add', exact: true }).click();
    await links.getByRole('alert').waitFor();
    await expectAccessible(page);
    await links.getByRole('button', { name: 'Cancel' }).click();
    await links.getByRole('button', { name: 'Edit Ticket' }).click();
    await links.getByLabel('Name').fill('Story');
    await links.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => link.allTextContents()).toEqual(['Story']);
    await links.getByRole('button', { name: 'Remove Story' }).click();
    await links.getByRole('button', { name: 'Remove for good' }).click();
    await expect.poll(() => link.count()).toBe(0);
  });

  it('asks before a link for developers is removed and says what went wrong, with the focus where the keys go on', async () => {
    const { page } = await open('marked', `?node-id=${nodes.title.replace(':', '-')}`, { mayComplain: true });
    const links = page.getByRole('region', { name: 'Links for developers' });
    const focused = () => page.locator(':focus').getAttribute('aria-label');
    const add = links.getByRole('button', { name: 'Add link' });
    await add.press('Enter');
    await page.locator('input[name=name]:focus').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(focused).toBe('Add link');
    await add.press('Enter');
    await page.keyboard.type('Story');
    await links.getByLabel('Address').fill('https://tickets.example/7');
    await page.keyboard.press('Enter');
    const remove = links.getByRole('button', { name: 'Remove Story' });
    await remove.press('Enter');
    await page.locator(':focus', { hasText: 'Keep' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(focused).toBe('Remove Story');
    await remove.press('Enter');
    await page.route('**/dev_resources/*', (route) => route.abort());
    await links.getByRole('button', { name: 'Remove for good' }).press('Enter');
    await links.getByRole('alert').getByText('The server does not answer.').waitFor();
    await expectAccessible(page);
    await page.unrouteAll({ behavior: 'wait' });
    await links.getByRole('button', { name: 'Remove for good' }).press('Enter');
    await expect.poll(() => links.getByRole('link').count()).toBe(0);
  });

  it('sets the state of development for who may edit, and shows it to others', async () => {
    const { page, row } = await open('shop', '?node-id=72-12');
    const state = page.getByRole('region', { name: 'Development', exact: true });
    await state.getByLabel('State').selectOption('READY_FOR_DEV');
    await state.getByLabel('Message').fill('Please build');
    await state.getByRole('button', { name: 'Set state' }).click();
    await row('Lamp, Frame, ready for development').waitFor();
    const seen = await openWindow(pathOf('shop', '?node-id=72-12'), 'carla');
    onTestFinished(() => seen.close());
    const shown = seen.page.getByRole('region', { name: 'Development', exact: true });
    await shown.getByText('Please build').waitFor();
    expect(await seen.page.getByRole('button', { name: 'Set state' }).count()).toBe(0);
    expect(await seen.page.getByRole('button', { name: 'Add link' }).count()).toBe(0);
  });

  const commentsOf = async (file: string) =>
    (await oauth.world.get(`/v1/files/${oauth.world.id(file)}/comments`, 'alice')).json.comments;

  it('takes a comment where a click places its pin, on the frame there, and the pin leads to the thread', async () => {
    const { page, pointOf, row, place } = await open('talk');
    await row('Browse, Frame').waitFor();
    await page.getByRole('application').focus();
    await page.keyboard.press('c');
    await page.getByText('Click on the canvas where the comment belongs').waitFor();
    const at = await pointOf(1480, 400);
    await page.mouse.click(at.x, at.y);
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.type('Is this lamp <b>in stock</b>?');
    await expectAccessible(page);
    await page.keyboard.press('Control+Enter');
    const thread = page.getByRole('region', { name: 'Thread' });
    await thread.getByText('Is this lamp <b>in stock</b>?').waitFor();
    const [comment] = await commentsOf('talk');
    expect(comment.client_meta.node_id).toBe(nodes.browse);
    expect(Math.abs(comment.client_meta.node_offset.x - 200)).toBeLessThan(3);
    expect(Math.abs(comment.client_meta.node_offset.y - 400)).toBeLessThan(3);
    await expect.poll(() => place().get('thread')).toBe(comment.id);
    const pin = page.getByRole('button', { name: /^Comment by Bob/ });
    const box = await pin.boundingBox();
    expect(Math.abs((box?.x ?? 0) - at.x)).toBeLessThan(3);
    await thread.getByRole('button', { name: 'All threads' }).click();
    await pin.click();
    await thread.waitFor();
    await keepWholePicture(page, 'file-thread');
  });

  it('takes a comment on a region that is drawn, and shows regions of others around their pins', async () => {
    const { page, pointOf, row } = await open('talk');
    await row('Browse, Frame').waitFor();
    await page.getByRole('application').focus();
    await page.keyboard.press('c');
    const [from, to] = [await pointOf(1680, 700), await pointOf(1480, 400)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.mouse.up();
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.type('All of this');
    await keepWholePicture(page, 'file-region');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('region', { name: 'Thread' }).getByText('All of this').waitFor();
    const made = (await commentsOf('talk')).find(
      ({ message }: { message: string }) => message === 'All of this',
    );
    const { node_id, node_offset, region_width, region_height, comment_pin_corner } = made.client_meta;
    expect([node_id, comment_pin_corner]).toEqual([nodes.browse, 'top-left']);
    for (const [is, wanted] of [
      [node_offset.x, 200],
      [node_offset.y, 400],
      [region_width, 200],
      [region_height, 300],
    ])
      expect(Math.abs(is - wanted)).toBeLessThan(6);
    const theirs = { x: 700, y: 300, region_width: 200, region_height: 100 };
    const path = `/v1/files/${oauth.world.id('talk')}/comments`;
    const body = { message: 'And this', client_meta: theirs };
    const { json } = await oauth.world.call('POST', path, { as: 'carla', body });
    await page.getByRole('button', { name: /^Comment by Carla: And this/ }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('thread')).toBe(json.id);
    const corner = await pointOf(700, 300);
    const shown = await page.locator('.pins .region').boundingBox();
    // A pin stands on the lower right of its region where nothing else is said.
    expect(Math.abs((shown?.x ?? 0) + (shown?.width ?? 0) - corner.x)).toBeLessThan(3);
    expect(Math.abs((shown?.y ?? 0) + (shown?.height ?? 0) - corner.y)).toBeLessThan(3);
  });

  it('shows the comments of others, takes replies and reactions, resolves threads and opens them again', async () => {
    const root = await oauth.world.call('POST', `/v1/files/${oauth.world.id('talk')}/comments`, {
      as: 'carla',
      body: { message: 'The price is missing', client_meta: { x: 60, y: 60 } },
    });
    const { page } = await open('talk', `?panel=comments&thread=${root.json.id}`);
    const thread = page.getByRole('region', { name: 'Thread' });
    await thread.getByText('The price is missing').waitFor();
    await thread.getByRole('textbox', { name: 'Reply' }).fill('Added');
    await thread.getByRole('button', { name: 'Send' }).click();
    await thread.getByRole('listitem').filter({ hasText: 'Added' }).waitFor();
    await thread.getByRole('button', { name: 'heart, 0' }).first().click();
    await thread.getByRole('button', { name: 'heart, 1' }).waitFor();
    const [told] = (await commentsOf('talk')).filter(({ id }: { id: string }) => id === root.json.id);
    expect(told.reactions).toMatchObject([{ emoji: ':heart:', user: { handle: 'Bob' } }]);
    await expectAccessible(page);
    await thread.getByRole('button', { name: 'Resolve' }).click();
    await thread.getByRole('button', { name: 'Open again' }).waitFor();
    await thread.getByRole('button', { name: 'All threads' }).click();
    const threads = page.getByRole('list', { name: 'Threads' });
    await expect.poll(() => threads.getByText('The price is missing').count()).toBe(0);
    await page.getByRole('button', { name: 'Resolved' }).click();
    await threads.getByText('The price is missing').click();
    await thread.getByRole('button', { name: 'Open again' }).click();
    await thread.getByRole('button', { name: 'Resolve' }).waitFor();
  });

  it('completes the names of people who are mentioned, by keys and by the pointer', async () => {
    const { page } = await open('talk', '?panel=comments');
    const field = page.getByRole('textbox', { name: 'Comment' });
    const people = page.getByRole('listbox', { name: 'People' });
    await field.pressSequentially('Ask @ca');
    await people.getByRole('option', { name: 'Carla', selected: true }).waitFor();
    await expectAccessible(page);
    await keepWholePicture(page, 'file-mention');
    await page.keyboard.press('Escape');
    await people.waitFor({ state: 'detached' });
    await field.pressSequentially('r');
    await people.waitFor();
    await page.keyboard.press('Enter');
    expect(await field.inputValue()).toBe('Ask @Carla ');
    await field.pressSequentially('and @al');
    await people.getByRole('option', { name: 'Alice' }).click();
    expect(await field.inputValue()).toBe('Ask @Carla and @Alice ');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('region', { name: 'Thread' }).getByText('Ask @Carla and @Alice').waitFor();
    const path = `/v1/files/${oauth.world.id('talk')}/comments?as_md=true`;
    const { comments } = (await oauth.world.get(path, 'alice')).json;
    expect(comments.map(({ message }: { message: string }) => message)).toContain(
      'Ask **@Carla** and **@Alice**',
    );
  });

  it('deletes what one wrote after another question, and keeps what is written while the server is away', async () => {
    const { page } = await open('talk', '?panel=comments', { mayComplain: true });
    const field = page.getByRole('textbox', { name: 'Comment' });
    await field.fill('Not to be lost');
    await page.route('**/comments', (route) => route.abort());
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('alert').waitFor();
    expect(await field.inputValue()).toBe('Not to be lost');
    await page.unroute('**/comments');
    await page.getByRole('button', { name: 'Send' }).click();
    const thread = page.getByRole('region', { name: 'Thread' });
    await thread.getByRole('button', { name: 'Delete' }).click();
    await thread.getByText('With all replies?').waitFor();
    await thread.getByRole('button', { name: 'Delete for good' }).click();
    await field.waitFor();
    expect(
      (await commentsOf('talk')).some(({ message }: { message: string }) => message === 'Not to be lost'),
    ).toBe(false);
  });

  it('loses nothing that is being written where the session ends meanwhile', async () => {
    const { page } = await open('talk', '?panel=comments', { mayComplain: true });
    const field = page.getByRole('textbox', { name: 'Comment' });
    await field.fill('Half a thought');
    // A page that is still there asks for a sign-in of its own, which takes the place of that of the next one.
    await page.goto('about:blank');
    await page.context().clearCookies();
    const next = pathOf('talk', '?panel=comments');
    await page.goto(`${server.url}/sign-in?${new URLSearchParams({ next })}`);
    await signIn(page, oauth.emailOf('bob'));
    await expect.poll(() => field.inputValue()).toBe('Half a thought');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('region', { name: 'Thread' }).getByText('Half a thought').waitFor();
    await page.getByRole('button', { name: 'All threads' }).click();
    expect(await field.inputValue()).toBe('');
  });

  it('shows the history, an older version as it was, and gives the current one a name', async () => {
    const file = oauth.world.id('versions');
    const pushed = await oauth.own('alice', 'PUT', `/workspace/v1/files/${file}/content`, viewerFile());
    expect(pushed.status).toBe(200);
    const { page, row, place } = await open('versions', '?panel=versions', { mayComplain: true });
    await row(/^Square 62, 51,/).waitFor();
    const history = page.getByRole('list', { name: 'Versions' }).getByRole('button');
    await expect.poll(() => history.count()).toBe(2);
    await page.getByLabel('Name of this version').fill('Squares');
    await page.getByRole('button', { name: 'Save to the history' }).click();
    await page.getByRole('list', { name: 'Versions' }).getByText('Squares').waitFor();
    await expectAccessible(page);
    await history.last().click();
    await page.getByText('You are looking at an older version.').waitFor();
    await row('Basket').waitFor();
    await expect.poll(() => place().get('version')).toMatch(/^\d+$/);
    await row('Basket').click();
    await page.getByRole('tab', { name: 'Inspect' }).click();
    await page.getByRole('heading', { name: 'Basket', level: 2 }).waitFor();
    expect(await page.getByRole('button', { name: 'Set state' }).count()).toBe(0);
    // What is selected is not there any more, of which browsers complain.
    await page.getByRole('button', { name: 'Show the current version' }).click();
    await row(/^Square 62, 51,/).waitFor();
    await expect.poll(() => place().has('version')).toBe(false);
  });

  it('reads a long history as one scrolls, and has only those of its rows on the page that are seen', async () => {
    const file = oauth.world.id('long-history');
    for (let number = 1; number <= 70; number += 1) {
      const body = { label: `Named ${number}` };
      expect((await oauth.own('alice', 'POST', `/workspace/v1/files/${file}/versions`, body)).status).toBe(
        200,
      );
    }
    const { page } = await open('long-history', '?panel=versions');
    const rows = page.getByRole('list', { name: 'Versions' }).getByRole('button');
    await page.getByRole('button', { name: /^Named 70/ }).focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toMatch(/^Named 69/);
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toMatch(/^Named 70/);
    await page.keyboard.press('PageDown');
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toMatch(/^Named 62/);
    await page.keyboard.press('End');
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toMatch(/^Named 41/);
    await page.keyboard.press('Home');
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toMatch(/^Named 70/);
    await expect
      .poll(async () => {
        await page.evaluate("document.querySelector('#panel').scrollTo(0, 1e6)");
        return page.getByRole('button', { name: /^Named 1\D/ }).isVisible();
      })
      .toBe(true);
    expect(await rows.count()).toBeLessThan(40);
    await keepWholePicture(page, 'long-history');
  });

  it('exports a layer as a file, and several in a ZIP', async () => {
    const { page } = await open('shop', '?panel=export&node-id=71-10');
    const exported = async () => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export', exact: true }).click(),
      ]);
      const path = await file.path();
      return { name: file.suggestedFilename(), bytes: readFileSync(path) };
    };
    await page.getByLabel('Scale').fill('2');
    const one = await exported();
    expect([one.name, one.bytes.subarray(1, 4).toString()]).toEqual(['Tab bar@2x.png', 'PNG']);
    // Width and height stand in the first chunk.
    expect([one.bytes.readUInt32BE(16), one.bytes.readUInt32BE(20)]).toEqual([780, 164]);
    await page.getByText('1 file exported.').waitFor();
    await page.getByLabel('Each layer in it').check();
    await page.getByLabel('Format').selectOption('svg');
    await page.getByText('Options').click();
    await page.getByLabel('Names of layers as ids').check();
    await expectAccessible(page);
    const held = Promise.withResolvers<void>();
    await page.route('**/v1/images/**', async (route) => {
      await held.promise;
      await route.continue();
    });
    const several = exported();
    const progress = page.getByRole('progressbar', { name: 'Exported files' });
    await progress.waitFor();
    expect([await progress.getAttribute('value'), await progress.getAttribute('max')]).toEqual(['0', '4']);
    held.resolve();
    const { name, bytes } = await several;
    expect([name, bytes.subarray(0, 2).toString()]).toEqual(['Tab bar.zip', 'PK']);
    for (const picture of ['Home.svg', 'Lamps.svg', 'Scenes.svg', 'You.svg'])
      expect(bytes.includes(picture)).toBe(true);
    await page.getByText('4 files exported.').waitFor();
    await page.getByRole('tree').getByRole('treeitem', { name: 'Basket' }).click();
    await page.getByLabel('Scale').waitFor();
  });

  it('says what the pictures lack, and lists the layers that it concerns', async () => {
    const source = JSON.parse(JSON.stringify(viewerFile())) as {
      document: { children: { children: Lettered[] }[] };
    };
    interface Lettered {
      readonly children?: Lettered[];
      readonly style?: { fontFamily: string };
    }
    const label = source.document.children[1]?.children[0]?.children?.find(
      ({ style }) => style !== undefined,
    );
    if (label?.style) label.style.fontFamily = 'Nobody_Sans';
    const [beside] = source.document.children[1]?.children ?? [];
    const outline = { x: 700, y: 60, width: 40, height: 40 };
    const black = { blendMode: 'NORMAL', type: 'SOLID', color: { r: 0, g: 0, b: 0, a: 1 } };
    const mark = { id: '2:99', name: 'Mark', type: 'VECTOR', fills: [black], strokes: [] };
    beside?.children?.push({ ...mark, absoluteBoundingBox: outline } as object);
    const file = oauth.world.id('bound');
    expect((await oauth.own('alice', 'PUT', `/workspace/v1/files/${file}/content`, source)).status).toBe(200);
    const { page, outlined } = await open('bound', '?page-id=0-2', { person: 'alice' });
    await page
      .getByText('The pictures of this file lack 1 vector without its outline and 1 font that is not here.')
      .waitFor();
    await page.getByRole('button', { name: 'Show which' }).click();
    const dialog = page.getByRole('dialog', { name: 'What the pictures lack' });
    await dialog.getByRole('heading', { name: 'Nobody_Sans' }).waitFor();
    await dialog.getByRole('heading', { name: 'Vectors without outlines' }).waitFor();
    await dialog.getByText('geometry=paths').waitFor();
    await expectAccessible(page);
    await keepWholePicture(page, 'file-gaps');
    await dialog.getByRole('button', { name: 'Add Nobody_Sans from the catalogue' }).click();
    await dialog.getByRole('alert').getByText('No family of the catalogue has a name like this.').waitFor();
    for (const [layer, id] of [
      ['Mark', '2:99'],
      ['Label', places.label],
    ] as const) {
      await dialog.getByRole('button', { name: layer }).click();
      await expect.poll(() => outlined('selected')).toBe(id);
    }
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Hide' }).click();
    expect(await page.getByText('The pictures of this file lack').count()).toBe(0);
  });

  it('says what of the picture could not be loaded, and tries again when asked', async () => {
    const { page, row } = await open('squares', '', { mayComplain: true });
    await row(/^Square 62, 51,/).waitFor();
    await page.route('**/tiles/**', (route) => route.fulfill({ status: 500 }));
    await page.getByRole('application').focus();
    await page.keyboard.press('0');
    await page.getByText('Some of the picture could not be loaded.').waitFor();
    await page.unroute('**/tiles/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => page.getByText('Some of the picture').count()).toBe(0);
  });

  it('zooms by buttons and keys, and to what is selected', async () => {
    const { page, row } = await open('shop');
    await row('Basket').click();
    await page.getByRole('application').focus();
    await page.keyboard.press('0');
    const percent = page.locator('.zoom-percent');
    await expect.poll(() => percent.textContent()).toBe('100 %');
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await expect.poll(() => percent.textContent()).toBe('80 %');
    await page.getByRole('button', { name: 'Show the whole page' }).click();
    await page.getByRole('button', { name: 'Zoom to selection' }).click();
    const fits = async () => {
      const outline = await page.locator('.outline-selected').boundingBox();
      const stage = await page.getByRole('application').boundingBox();
      const bar = await page.getByRole('group', { name: 'Zoom' }).boundingBox();
      if (outline === null || stage === null || bar === null) return false;
      const isUncovered = outline.y > stage.y && outline.y + outline.height < bar.y;
      return isUncovered && outline.height > (bar.y - stage.y) * 0.85;
    };
    await expect.poll(fits).toBe(true);
  });

  it('shows what auto layout keeps free along the edges of a frame and between its layers', async () => {
    const { page } = await open('shop', '?node-id=73-5');
    await expect.poll(() => page.locator('.gap').count()).toBeGreaterThan(0);
    expect(new Set(await page.locator('.gap').allTextContents())).toEqual(new Set(['16']));
    await page.getByRole('button', { name: 'Zoom to selection' }).click();
    await expect.poll(() => page.locator('.gap').first().locator('span').isVisible()).toBe(true);
    await keepWholePicture(page, 'file-spacing');
  });

  it('shows layout grids on wish, by a button and a key', async () => {
    const { page, canvas } = await open('shop');
    const button = page.getByRole('button', { name: 'Layout grids' });
    const columns = page.locator('.grid-column:visible');
    await button.waitFor();
    expect(await columns.count()).toBe(0);
    await button.click();
    // Twelve of the page for large screens, four of each of the three for telephones.
    await expect.poll(() => columns.count()).toBe(24);
    expect(await button.getAttribute('aria-pressed')).toBe('true');
    await expectAccessible(page);
    await keepWholePicture(page, 'file-grids');
    await canvas.focus();
    await page.keyboard.press('g');
    await expect.poll(() => columns.count()).toBe(0);
  });

  it('gives links to the file, the page and what is selected', async () => {
    const { page } = await open('shop', '?node-id=73-19');
    await page.getByRole('button', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share' });
    await dialog.getByText('Link to Basket').waitFor();
    const codes = await dialog.locator('code').allTextContents();
    expect(codes).toContain(`${server.url}${pathOf('shop')}?node-id=73-19`);
    expect(codes.at(-1)).toContain(`<iframe src="${server.url}/embed${pathOf('shop')}?node-id=73-19"`);
    await expectAccessible(page);
  });

  it('opens the file by its link and publishes it as a site, which is closed and deleted again', async () => {
    const { page } = await open('talk', '', { person: 'alice' });
    await page.getByRole('button', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share' });
    const access = dialog.getByRole('combobox', { name: 'Who may open it by its link' });
    await access.selectOption('org_view');
    await dialog.getByText('Saved.').waitFor();
    const linkAccess = async () =>
      (await oauth.world.get(`/v1/files/${oauth.world.id('talk')}?depth=1`)).json.linkAccess;
    expect(await linkAccess()).toBe('org_view');
    await dialog.getByLabel('Name of the site').fill('Landing page');
    await dialog.getByRole('button', { name: 'Publish as a site' }).click();
    const site = dialog.getByRole('list', { name: 'Sites' });
    const address = (await site.getByRole('link').getAttribute('href')) ?? '';
    const status = async () =>
      (await clientOf(server)('GET', new URL(address).pathname, { token: null })).status;
    expect(await status()).toBe(200);
    await expectAccessible(page);
    await keepWholePicture(page, 'file-share');
    await site.getByRole('button', { name: 'Close' }).click();
    await site.getByText('(closed)').waitFor();
    expect(await status()).toBe(404);
    await site.getByRole('button', { name: 'Delete' }).click();
    await site.getByRole('button', { name: 'Delete for good' }).click();
    await expect.poll(() => site.count()).toBe(0);
  });

  it('tells who may open the file and why, and invites somebody to its project', async () => {
    const { page } = await open('talk', '', { person: 'alice' });
    await page.getByRole('button', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share' });
    const people = dialog.getByRole('list', { name: 'People' });
    await expect
      .poll(() => people.getByRole('listitem').allInnerTexts())
      .toContain('Alice\nowns the file\nOwner');
    await dialog.getByRole('textbox', { name: /^Invite to/ }).fill('carl');
    await dialog.getByRole('combobox', { name: 'Role' }).selectOption('Editor');
    await dialog.getByRole('button', { name: 'Invite Carla' }).click();
    await dialog.getByText(/^Carla is invited to /).waitFor();
    await people.getByText('is invited to the project').waitFor();
    expect(await people.getByRole('listitem').allInnerTexts()).toContain(
      'Carla\nis invited to the project\nEditor',
    );
    await expectAccessible(page);
    await keepWholePicture(page, 'file-share-people');
  });

  it('shows one part at a time on a narrow screen', async () => {
    const { page, tree, canvas } = await open('shop');
    await page.setViewportSize({ width: 390, height: 844 });
    const parts = page.getByRole('navigation', { name: 'Parts of the page' });
    expect([await tree.isVisible(), await canvas.isVisible()]).toEqual([false, true]);
    await parts.getByRole('button', { name: 'Layers' }).click();
    expect([await tree.isVisible(), await canvas.isVisible()]).toEqual([true, false]);
    await expectAccessible(page);
    await keepWholePicture(page, 'file-phone-layers');
  });
});
