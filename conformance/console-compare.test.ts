import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeAccessiblePages } from './harness/accessible-pages.ts';
import { fileOf } from './harness/cast.ts';
import { hasChromium, openChromium, withoutChromium } from './harness/chromium.ts';
import { expectAccessible, keepWholePicture, openConsole } from './harness/console.ts';
import { anyEngine, presentEngines } from './harness/engines.ts';
import { type OauthWorld, oauthWorld } from './harness/oauth.ts';

let chromium: Awaited<ReturnType<typeof openChromium>> | undefined;
beforeAll(async () => {
  if (hasChromium) chromium = await openChromium(...presentEngines());
});
afterAll(() => chromium?.close());

const solid = (r: number, g: number, b: number) => [
  { type: 'SOLID', blendMode: 'NORMAL', color: { r, g, b, a: 1 } },
];
const at = (x: number, y: number, width: number, height: number) => ({
  absoluteBoundingBox: { x, y, width, height },
  absoluteRenderBounds: { x, y, width, height },
});
const style = { fontFamily: 'Inter', fontSize: 16, fontWeight: 400, lineHeightPx: 20 };
const hostile = '<b>Card</b> \u202Eright to left';

const card = (id: string, name: string, x: number) => ({
  id,
  type: 'FRAME',
  name,
  fills: solid(1, 1, 1),
  clipsContent: true,
  ...at(x, 0, 200, 120),
  children: [
    {
      id: `${id}1`,
      type: 'TEXT',
      name: 'Label',
      characters: 'Buy it now',
      style,
      fills: solid(0, 0, 0),
      ...at(x + 20, 20, 100, 20),
    },
    {
      id: `${id}2`,
      type: 'RECTANGLE',
      name: 'Mark',
      fills: solid(0.1, 0.3, 0.8),
      ...at(x + 20, 60, 40, 40),
    },
  ],
});
const design = {
  name: 'Shop',
  document: {
    id: '0:0',
    type: 'DOCUMENT',
    name: 'Document',
    children: [
      {
        id: '0:1',
        type: 'CANVAS',
        name: 'Page',
        children: [card('1:1', hostile, 0), card('1:2', 'Second', 300), card('1:3', 'Untouched', 600)],
      },
    ],
  },
};

describe.skipIf(!hasChromium)(`The comparison in the console${withoutChromium}`, () => {
  const server = anyEngine();
  let oauth: OauthWorld;
  let file: string;
  let before: string;

  const open = (path: string, person: 'alice' | 'bob') =>
    openConsole({
      browser: chromium?.browser as Browser,
      server,
      path,
      email: oauth.emailOf(person),
    });
  const patch = async (key: string, ...operations: object[]): Promise<void> => {
    const { status } = await oauth.own('alice', 'PATCH', `/workspace/v1/files/${key}/nodes`, { operations });
    expect(status).toBe(200);
  };
  const set = (id: string, properties: object) => ({ op: 'set', id, properties });

  beforeAll(async () => {
    oauth = await oauthWorld(server, [], { files: [fileOf('shop', design), fileOf('once', design)] });
    file = oauth.world.id('shop');
    before = (await oauth.world.get(`/v1/files/${file}/versions`)).json.versions[0].id;
    await patch(
      file,
      set('1:11', { characters: 'Order it now' }),
      set('1:22', { fills: solid(0.9, 0.2, 0.1) }),
    );
  });

  describeAccessiblePages(
    [{ name: 'compare', path: () => `/files/compare/${file}`, person: 'bob' }],
    (path) => open(path, 'bob'),
  );

  it('says of a file with one version that there is nothing to compare yet, and of a history that does not come why', async () => {
    const window = await open('/files', 'bob');
    const { page } = window;
    const alone = page.getByText('There is only one version so far.');
    await window.goto(`/files/compare/${oauth.world.id('once')}`);
    await alone.waitFor();
    expect(await page.getByText('npx vitrine diff').count()).toBe(0);
    await page.route('**/v1/files/*/versions*', (route) => route.abort());
    await window.goto(`/files/compare/${oauth.world.id('once')}`);
    await page.getByText('The server does not answer.').first().waitFor();
    expect(await alone.count()).toBe(0);
    await window.context.close();
  });

  it('shows the frames that changed side by side, over each other and by difference, and each node', async () => {
    const window = await open(`/files/compare/${file}`, 'bob');
    const { page } = window;
    const frames = page.getByRole('list', { name: 'Changed frames' });
    await frames.getByRole('button', { name: hostile }).waitFor();
    expect(await frames.getByRole('button').count()).toBe(2);
    const drawn = (name: string) =>
      expect
        .poll(() =>
          page
            .getByRole('img', { name, exact: true })
            .evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
        )
        .toBe(200);
    await drawn(`${hostile}: before`);
    await drawn(`${hostile}: after`);
    await frames.getByRole('button', { name: 'Second' }).click();
    await page.getByRole('radio', { name: 'Difference' }).check();
    await drawn('Second: difference');
    expect(new URL(page.url()).searchParams.get('view')).toBe('difference');
    expect(new URL(page.url()).searchParams.get('frame')).toBe('1:2');
    await page.getByRole('radio', { name: 'Overlay' }).check();
    await page.getByRole('slider').fill('20');
    await drawn('Second: after');
    await page.getByText('2 changed.', { exact: true }).waitFor();
    const nodes = page.getByRole('list', { name: 'Changed nodes' });
    const label = nodes.getByRole('listitem').filter({ hasText: 'Label' });
    expect(await label.locator('del').allTextContents()).toEqual(['Buy']);
    expect(await label.locator('ins').allTextContents()).toEqual(['Order']);
    expect(await label.getByRole('link', { name: 'Label' }).getAttribute('href')).toContain('node-id=1-11');
    const mark = nodes.getByRole('listitem').filter({ hasText: 'Mark' });
    expect(await mark.locator('del, ins').allTextContents()).toEqual(['#1a4dcc', '#e6331a']);
    await keepWholePicture(page, 'compare-overlay');
    await window.close();
  });

  it('is reached from the versions of a file, and goes on from an address', async () => {
    const window = await open(`/design/${file}/Shop?panel=versions&version=${before}`, 'bob');
    const { page } = window;
    await page.getByRole('link', { name: 'Compare versions' }).click();
    await page.getByRole('heading', { name: 'File shop', level: 1 }).waitFor();
    expect(new URL(page.url()).searchParams.get('from')).toBe(before);
    await page.getByRole('button', { name: 'Swap' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('to')).toBe(before);
    await page.reload();
    await page.getByText('2 changed.', { exact: true }).waitFor();
    await window.close();
  });

  it('of a file with one version says so', async () => {
    const window = await open(`/files/compare/${oauth.world.id('once')}`, 'bob');
    await window.page.getByText('There is only one version so far.').waitFor();
    await window.close();
  });

  it('makes a branch, and merges it once a side is chosen for what both changed', async () => {
    const once = oauth.world.id('once');
    const window = await open(`/files/compare/${once}`, 'alice');
    const { page } = window;
    await page.getByRole('button', { name: 'New branch' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Idea');
    await page.keyboard.press('Enter');
    await page.getByText('Both are the same.').waitFor();
    const branch = new URL(page.url()).searchParams.get('to') ?? '';
    await patch(branch, set('1:11', { characters: 'Order' }));
    await patch(once, set('1:11', { characters: 'Purchase' }));
    await page.getByRole('button', { name: 'Merge into the main file' }).click();
    const conflicts = page.getByRole('list', { name: 'Conflicts' });
    await conflicts.getByRole('group', { name: '1:11 · characters' }).waitFor();
    await expectAccessible(page);
    await keepWholePicture(page, 'compare-conflicts');
    const go = page.getByRole('button', { name: 'Merge with these choices' });
    expect(await go.isDisabled()).toBe(true);
    await conflicts.getByRole('radio', { name: /Idea/ }).check();
    await go.click();
    await page.getByText('One node came over.').waitFor();
    await page.getByText('Both are the same.').waitFor();
    const { document } = (await oauth.world.get(`/v1/files/${once}`)).json;
    expect(document.children[0].children[0].children[0].characters).toBe('Order');
    // The browser notes the refused merge.
    await window.context.close();
  });
});
