import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileOf } from './harness/cast.ts';
import { hasChromium, keepPicture, openChromium, withoutChromium } from './harness/chromium.ts';
import { expectAccessible, openConsole } from './harness/console.ts';
import { anyEngine, presentEngines } from './harness/engines.ts';
import { exampleFile } from './harness/example-file.ts';
import { type OauthWorld, oauthWorld } from './harness/oauth.ts';

/** Kept free above what is fitted for the names of frames, and below it for the size of what is selected. */
const [frameNamePx, sizePx] = [22, 30];

describe.skipIf(!hasChromium)(`The console under a finger${withoutChromium}`, () => {
  const server = anyEngine();
  let chromium: Awaited<ReturnType<typeof openChromium>>;
  let oauth: OauthWorld;
  beforeAll(async () => {
    chromium = await openChromium(...presentEngines());
    oauth = await oauthWorld(server, [], { files: [fileOf('main', exampleFile, { name: 'Start page' })] });
  });
  afterAll(() => chromium?.close());

  it('goes by taps from the menu to a file, a layer and what is known of it, and nothing moves where that is wished', async () => {
    const { page, context } = await openConsole({
      browser: chromium.browser as Browser,
      server,
      path: '/settings',
      email: oauth.emailOf('alice'),
      look: { hasTouch: true, reducedMotion: 'reduce', viewport: { width: 390, height: 844 } },
    });
    const moving = () =>
      page.evaluate<number>(
        'document.getAnimations().filter(({ effect }) => effect.getComputedTiming().duration > 1).length',
      );
    await page.getByRole('button', { name: 'Menu' }).tap();
    expect(await moving()).toBe(0);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Files' }).tap();
    await page.getByRole('heading', { name: 'Files', level: 1 }).waitFor();
    await page
      .getByRole('link', { name: /Start page/ })
      .first()
      .tap();
    const canvas = page.getByRole('application');
    await canvas.waitFor();
    const bar = page.getByRole('group', { name: 'Zoom' });
    await bar.waitFor();
    const [box, below] = [await canvas.boundingBox(), await bar.boundingBox()];
    /** Of the page, which is shown between the two. */
    const middle = {
      x: (box?.x ?? 0) + (box?.width ?? 0) / 2,
      y: ((box?.y ?? 0) + frameNamePx + (below?.y ?? 0) - sizePx) / 2,
    };
    /** Again until the layers under the finger are read. */
    const tapped = async () => {
      await page.touchscreen.tap(middle.x, middle.y);
      return new URL(page.url()).searchParams.get('node-id');
    };
    await expect.poll(tapped, { interval: 500 }).toMatch(/-/);
    await page.getByRole('button', { name: 'Details', exact: true }).tap();
    await page.locator('.node-head').waitFor();
    expect(await moving()).toBe(0);
    await expectAccessible(page);
    await keepPicture(page, 'console-touch-inspect');
    await context.close();
  });
});
