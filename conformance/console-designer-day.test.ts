import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileOf } from './harness/cast.ts';
import { hasChromium, openChromium, withoutChromium } from './harness/chromium.ts';
import { anyEngine, presentEngines } from './harness/engines.ts';
import { filePartsOf } from './harness/file-window.ts';
import { handNames, hands, signInBy } from './harness/hands.ts';
import { type OauthWorld, oauthWorld } from './harness/oauth.ts';
import { sampleShop } from './harness/sample-design.ts';

const sample = (name: string) =>
  JSON.parse(readFileSync(new URL(`../fixtures/sample/${name}.json`, import.meta.url), 'utf8'));

describe.skipIf(!hasChromium)(`The day of a designer${withoutChromium}`, () => {
  const server = anyEngine();
  let chromium: Awaited<ReturnType<typeof openChromium>>;
  let oauth: OauthWorld;
  beforeAll(async () => {
    chromium = await openChromium(...presentEngines());
    oauth = await oauthWorld(server, [], { files: [fileOf('lumen', sample('lumen'), { name: 'Lumen' })] });
    const path = `/workspace/v1/files/${oauth.world.id('lumen')}`;
    for (const [part, name] of [
      ['content', 'lumen'],
      ['variables', 'lumen-variables'],
    ] as const) {
      const { status, text } = await oauth.own('alice', 'PUT', `${path}/${part}`, sample(name));
      expect([status, text]).toEqual([200, text]);
    }
  });
  afterAll(() => chromium?.close());

  it.each(handNames)(
    'goes by %s from signing in by an import, layers, comments, versions, an export and the prototype to variables, the library and the way out',
    async (hand) => {
      const context = await (chromium.browser as Browser).newContext({ permissions: ['clipboard-write'] });
      const page = await context.newPage();
      const by = hands[hand](page);
      const { press, tabTo, type, use } = by;
      const { row, outlined, place } = filePartsOf(page);

      await page.goto(`${server.url}/files`);
      await signInBy(by, oauth.emailOf('alice'));
      await page.getByRole('heading', { name: 'Files', level: 1 }).waitFor();

      await use('Core');
      await page.getByRole('heading', { name: 'Core', level: 1 }).waitFor();
      const choosing = page.waitForEvent('filechooser');
      await use('Import into App');
      const design = Buffer.from(JSON.stringify(sampleShop()));
      await (await choosing).setFiles({ name: 'shop.json', mimeType: 'application/json', buffer: design });
      await page.getByRole('list', { name: 'Imports' }).getByRole('link', { name: 'Open' }).waitFor();
      await use('Open');
      await row('Browse, Frame').waitFor();

      await press('/');
      await type('Basket');
      await use(/^Basket/);
      await expect.poll(() => outlined('selected')).toMatch(/^\d+:\d+$/);
      await use('Copy CSS');
      await page.getByText('Copied').first().waitFor();
      await tabTo('Inspect');
      await press('ArrowRight');
      await tabTo('Comment');
      await type('Is the lamp too bright?');
      await use('Send');
      const thread = page.getByRole('region', { name: 'Thread' });
      await thread.getByText('Is the lamp too bright?').waitFor();
      await use('Resolve');
      await thread.getByRole('button', { name: 'Open again' }).waitFor();

      await tabTo('Comments');
      await press('ArrowRight', 'ArrowRight');
      const exporting = page.waitForEvent('download');
      await use('Export');
      expect((await exporting).suggestedFilename()).toMatch(/\.png$/);

      await use('Share');
      await page.getByRole('dialog', { name: 'Share' }).getByText('Link to the file').waitFor();
      await press('Escape', 'Control+Alt+Enter');
      const shown = page.getByRole('img', { name: /^Frame / });
      await shown.waitFor();
      await press('Escape');
      await row('Browse, Frame').waitFor();

      await use('All files');
      await page.getByRole('heading', { name: 'Files', level: 1 }).waitFor();
      await use(/^Lumen/);
      await page.getByRole('tree', { name: 'Layers' }).waitFor();
      await tabTo('Inspect');
      await press('ArrowRight', 'ArrowRight');
      await tabTo('Name of this version');
      // Each hand has a name of its own: both come to the same file.
      const versionName = `For the fair, by ${hand}`;
      await type(versionName);
      await use('Save to the history');
      await page.getByRole('list', { name: 'Versions' }).getByText(versionName).waitFor();
      await tabTo(new RegExp(versionName));
      await press('ArrowDown', 'Enter');
      await expect.poll(() => place().get('version') ?? '').toMatch(/^\d+$/);
      await use('Show the current version');
      await expect.poll(() => place().has('version')).toBe(false);

      await use('Variables');
      await page.getByRole('button', { name: /^Theme/ }).waitFor();
      await use(/^Theme/);
      await tabTo('surface/card, Light');
      await press('Control+a');
      await type(hand === 'clicks' ? '00aaff' : 'ff00aa');
      await press('Enter');
      await use('Save');
      await page.getByRole('region', { name: 'What is not saved' }).waitFor({ state: 'detached' });

      await page.goBack();
      await page.getByRole('tree', { name: 'Layers' }).waitFor();
      await use('Library');
      await page.getByRole('button', { name: 'Publish', exact: true }).waitFor();
      await use('Publish');
      await page.getByRole('dialog').waitFor();
      await type('A brighter card');
      await use('Publish');
      await page.getByText('Everything is published as it is now.').waitFor();

      await use(/your account$/);
      await page.getByRole('menu').waitFor();
      await press('End', 'Enter');
      await page.waitForURL(/\/sign-in/);
      await context.close();
    },
  );
});
