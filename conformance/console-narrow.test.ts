import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileOf } from './harness/cast.ts';
import { hasChromium, openChromium, withoutChromium } from './harness/chromium.ts';
import { type ConsoleWindow, keepWholePicture, openConsole } from './harness/console.ts';
import { anyEngine } from './harness/engines.ts';
import { type OauthWorld, oauthWorld } from './harness/oauth.ts';
import { sampleLibrary } from './harness/sample-design.ts';

const longName = 'background-of-everything-that-is-pressed';

/** Words of at most twenty letters that do not stand in one line. */
const brokenWords = (place: Locator): Promise<string[]> =>
  place.evaluate((element) => {
    const { ownerDocument: document } = element;
    const walker = document.createTreeWalker(element, 4);
    const broken: string[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\p{L}{2,20}/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
      }
    }
    return broken;
  });

const styleOf = (of: Locator, property: string) =>
  of.evaluate((element, name) => {
    const view = element.ownerDocument.defaultView;
    return view?.getComputedStyle(element).getPropertyValue(name);
  }, property);

describe.skipIf(!hasChromium)(
  `The console in a window as wide as a tablet or a phone${withoutChromium}`,
  () => {
    const server = anyEngine();
    let chromium: Awaited<ReturnType<typeof openChromium>>;
    let oauth: OauthWorld;
    let window: ConsoleWindow;
    let page: Page;
    beforeAll(async () => {
      const files = [fileOf('lumen', sampleLibrary(), { name: 'Lumen' })];
      oauth = await oauthWorld(server, [], { files });
      chromium = await openChromium(server);
      const variables = {
        variableCollections: [{ action: 'CREATE', id: 'set', name: 'Paints', initialModeId: 'mode' }],
        variables: [
          { action: 'CREATE', id: 'one', name: longName, variableCollectionId: 'set', resolvedType: 'COLOR' },
        ],
        variableModeValues: [
          { variableId: 'one', modeId: 'mode', value: { r: 0.92, g: 0.89, b: 0.84, a: 0.5 } },
        ],
      };
      const path = `/v1/files/${oauth.world.id('lumen')}/variables`;
      const made = await oauth.world.call('POST', path, { body: variables });
      expect([made.status, made.text]).toEqual([200, made.text]);
      const email = oauth.emailOf('alice');
      window = await openConsole({
        browser: chromium.browser as Browser,
        server,
        path: '/settings',
        email,
        look: { viewport: { width: 720, height: 900 } },
      });
      page = window.page;
    });
    afterAll(() => chromium?.close());

    const beAsWideAs = (width: number) => page.setViewportSize({ width, height: 900 });

    it.each([720, 641, 390])(
      'has the name of the program in one line where it is %i pixels wide',
      async (width) => {
        await beAsWideAs(width);
        await window.goto('/files');
        const name = page.getByRole('link', { name: 'Vitrine' });
        expect((await name.boundingBox())?.height).toBeLessThanOrEqual(32);
      },
    );

    it('breaks no word of a table in its middle', async () => {
      const body = { name: 'Made by hand', project: oauth.world.id('200') };
      expect((await oauth.own('admin', 'POST', '/workspace/v1/files', body)).status).toBe(200);
      await beAsWideAs(720);
      await window.goto('/settings/organization/activity');
      const rows = page.getByRole('table', { name: 'Activity' }).locator('tbody tr');
      await rows.first().waitFor();
      await keepWholePicture(page, 'console-narrow-activity');
      await rows.filter({ hasText: 'Administrator' }).first().waitFor();
      expect(await brokenWords(page.getByRole('table', { name: 'Activity' }))).toEqual([]);
      for (const width of [690, 960]) {
        await beAsWideAs(width);
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(
          0,
        );
      }
    });

    it('ends what does not fit into a choice with an ellipsis', async () => {
      await beAsWideAs(390);
      await window.goto(`/files/compare/${oauth.world.id('lumen')}`);
      const version = page.getByRole('combobox', { name: 'After' });
      await version.waitFor();
      expect(await styleOf(version, 'text-overflow')).toBe('ellipsis');
      await window.goto('/files');
      const order = page
        .getByRole('button', { name: /Sort by/ })
        .locator('span')
        .first();
      expect(await styleOf(order, 'text-overflow')).toBe('ellipsis');
      expect(await styleOf(order, 'white-space-collapse')).toBe('collapse');
      expect(await styleOf(order, 'text-wrap-mode')).toBe('nowrap');
    });

    it('shows a variable with its whole value on a phone, and ends a name that does not fit with an ellipsis', async () => {
      await beAsWideAs(390);
      await window.goto(`/files/variables/${oauth.world.id('lumen')}`);
      const name = page.getByRole('textbox', { name: `Name of ${longName}` });
      await name.waitFor();
      expect(await styleOf(name, 'text-overflow')).toBe('ellipsis');
      const value = page.getByRole('textbox', { name: new RegExp(`^${longName}, `) });
      const [table, cell] = [await page.locator('.variable-table').boundingBox(), await value.boundingBox()];
      expect((cell?.x ?? 0) + (cell?.width ?? 0)).toBeLessThanOrEqual((table?.x ?? 0) + (table?.width ?? 0));
      expect(
        await value.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
      ).toBeLessThanOrEqual(0);
      await keepWholePicture(page, 'console-narrow-variables');
    });
  },
);
