import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeAccessiblePages } from './harness/accessible-pages.ts';
import { fileOf } from './harness/cast.ts';
import { hasChromium, openChromium, withoutChromium } from './harness/chromium.ts';
import { expectAccessible, keepWholePicture, openConsole } from './harness/console.ts';
import { anyEngine, presentEngines } from './harness/engines.ts';
import { type OauthWorld, oauthWorld } from './harness/oauth.ts';
import { viewerFile } from './harness/viewer-file.ts';

let chromium: Awaited<ReturnType<typeof openChromium>> | undefined;
beforeAll(async () => {
  if (hasChromium) chromium = await openChromium(...presentEngines());
});
afterAll(() => chromium?.close());

const sample = (name: string) =>
  JSON.parse(readFileSync(new URL(`../fixtures/sample/${name}.json`, import.meta.url), 'utf8'));

describe.skipIf(!hasChromium)(`The library in the console${withoutChromium}`, () => {
  const server = anyEngine();
  let oauth: OauthWorld;
  let file: string;
  let user: string;

  const open = (path: string) =>
    openConsole({
      browser: chromium?.browser as Browser,
      server,
      path,
      email: oauth.emailOf('alice'),
    });
  const own = async (method: 'POST' | 'PUT' | 'PATCH', path: string, body: object) => {
    const { status, text } = await oauth.own('alice', method, path, body);
    expect([status, text]).toEqual([200, text]);
  };

  beforeAll(async () => {
    oauth = await oauthWorld(server, [], {
      files: [
        fileOf('lumen', sample('lumen'), { name: 'Lumen' }),
        fileOf('shop', sample('shop'), { name: 'Shop' }),
        fileOf('blank', viewerFile(), { name: 'Blank' }),
        fileOf('unfilled', undefined, { name: 'Unfilled' }),
      ],
    });
    file = oauth.world.id('lumen');
    user = oauth.world.id('shop');
    await own('PUT', `/workspace/v1/files/${file}/variables`, sample('lumen-variables'));
  });

  it.each(['library', 'compare', 'variables'])(
    'says on the page %s that a file without content is empty, not that it is not there',
    async (page) => {
      const window = await open(`/files/${page}/${oauth.world.id('unfilled')}`);
      await window.page.getByText('This file is empty.').waitFor();
      expect(await window.page.getByText('There is nothing here').count()).toBe(0);
      // The browser complains about the refusal itself.
      await window.context.close();
    },
  );

  it('says why a file without components, styles and variables is not published, and offers no way to', async () => {
    const window = await open(`/files/library/${oauth.world.id('blank')}`);
    const { page } = window;
    await page.getByText('The file has no components, styles or variables to publish.').waitFor();
    expect(await page.getByRole('button', { name: 'Publish' }).count()).toBe(0);
    expect(await page.getByText('library publish').count()).toBe(0);
    await window.close();
  });

  it('publishes what is new with a description, then shows it with pictures, and what changed since', async () => {
    const window = await open(`/files/library/${file}`);
    const { page } = window;
    await page.getByText('It has never been published.').waitFor();
    await page.getByRole('region', { name: 'Components, new' }).waitFor();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('dialog').getByLabel('What changed').fill('The first lamps');
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await page.getByText('The first lamps').waitFor();
    await page.getByText('Everything is published as it is now.').waitFor();
    const table = page.getByRole('table', { name: 'Components' });
    await table.getByRole('link', { name: 'Button' }).first().waitFor();
    // A picture of the version before a change is not there any more for who asks after it.
    const pictures = page.locator('img');
    const areThere = () =>
      pictures.evaluateAll((all) => all.every((picture) => (picture as { complete?: boolean }).complete));
    await expect.poll(areThere).toBe(true);
    const cut = page.locator('.offered-picture').evaluateAll((frames) =>
      frames.filter(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) => {
        return scrollHeight > clientHeight || scrollWidth > clientWidth;
      }),
    );
    expect(await cut).toEqual([]);
    await page.getByRole('radio', { name: 'Styles' }).check();
    await page
      .getByRole('table', { name: 'Styles' })
      .getByRole('row', { name: /Caption/ })
      .waitFor();
    await page.getByRole('radio', { name: 'Variables' }).check();
    await page.getByRole('table', { name: 'Variables' }).getByRole('row').nth(3).waitFor();

    await own('PATCH', `/workspace/v1/files/${file}/nodes`, {
      operations: [{ op: 'set', id: '21:8', properties: { opacity: 0.5 } }],
    });
    await window.goto(`/files/library/${file}`);
    await page.getByRole('region', { name: 'Components, changed' }).waitFor();
    await keepWholePicture(page, 'console-library-changed');
    await window.close();
  });

  it('lets a file use a library by its link, and ends the use', async () => {
    const window = await open(`/files/library/${user}`);
    const { page } = window;
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Use a library' }).click();
    await expectAccessible(page);
    await dialog.getByLabel('Link or key of its file').fill(`${server.url}/design/${file}/Lumen?node-id=1-2`);
    await dialog.getByRole('button', { name: 'Use a library' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('table', { name: 'Libraries' }).getByRole('link', { name: 'Lumen' }).waitFor();
    await page.getByRole('button', { name: 'Stop using Lumen' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stop using' }).click();
    await page.getByText('It uses none.').waitFor();
    await window.close();
  });

  describeAccessiblePages([{ name: 'library', path: () => `/files/library/${file}`, person: 'alice' }], open);
});
