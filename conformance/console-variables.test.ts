import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
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

const sample = (name: string) =>
  JSON.parse(readFileSync(new URL(`../fixtures/sample/${name}.json`, import.meta.url), 'utf8'));

/** Notes in `window.shown` every address that the picture of the design has from now on. */
const keepShown = `{
  window.shown = [];
  const note = () => window.shown.push(document.querySelector('.design-beside img')?.getAttribute('src') ?? 'none');
  const whole = { childList: true, subtree: true, attributes: true, attributeFilter: ['src'] };
  new MutationObserver(note).observe(document.body, whole);
}`;

/** What an image shows, in the browser: another text for other pixels. */
const printOf = `async (image) => {
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 64 });
  canvas.getContext('2d').drawImage(image, 0, 0, 64, 64);
  return canvas.toDataURL();
}`;

describe.skipIf(!hasChromium)(`The variables in the console${withoutChromium}`, () => {
  const server = anyEngine();
  let oauth: OauthWorld;
  let file: string;
  let empty: string;

  const open = (path: string) =>
    openConsole({
      browser: chromium?.browser as Browser,
      server,
      path,
      email: oauth.emailOf('alice'),
    });
  const local = async () => (await oauth.world.get(`/v1/files/${file}/variables/local`, 'alice')).json.meta;
  const named = (meta: Awaited<ReturnType<typeof local>>, name: string) =>
    Object.values<{ name: string; valuesByMode: Record<string, unknown> }>(meta.variables).find(
      (variable) => variable.name === name,
    );

  beforeAll(async () => {
    const lumen = sample('lumen');
    oauth = await oauthWorld(server, [], {
      files: [fileOf('lumen', lumen, { name: 'Lumen' }), fileOf('plain', lumen, { name: 'Plain' })],
    });
    file = oauth.world.id('lumen');
    empty = oauth.world.id('plain');
    const put = await oauth.own(
      'alice',
      'PUT',
      `/workspace/v1/files/${file}/variables`,
      sample('lumen-variables'),
    );
    expect(put.status).toBe(200);
  });

  describeAccessiblePages(
    [
      { name: 'variables', path: () => `/files/variables/${file}`, person: 'alice' },
      { name: 'variables-none', path: () => `/files/variables/${empty}`, person: 'alice' },
    ],
    open,
  );

  const cell = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

  it('draws the design with what is not saved yet, and as it is saved once that is taken back', async () => {
    const window = await open(`/files/variables/${file}`);
    const { page } = window;
    await page.getByRole('button', { name: /^Theme/ }).click();
    const beside = page.getByRole('complementary', { name: 'The design' });
    const drawn = async () => {
      await beside.locator('img[aria-busy=false]').waitFor();
      return page.evaluate<string>(`(${printOf})(document.querySelector('.design-beside img'))`);
    };
    await drawn();
    await beside.getByRole('combobox', { name: 'The design' }).fill('Controls');
    await page.getByRole('option', { name: 'Components / Controls' }).click();
    await page.getByRole('img', { name: 'Components / Controls' }).waitFor();
    const before = await drawn();
    const card = cell(page, 'surface/card, Light');
    const original = await card.inputValue();
    await card.fill('ff00aa');
    await card.press('Enter');
    await beside.getByText('The design with unsaved changes').waitFor();
    await expect.poll(drawn).not.toBe(before);
    await expectAccessible(page);
    await keepWholePicture(page, 'console-variables-preview');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(drawn).toBe(before);
    const saved = await page.getByRole('img', { name: 'Components / Controls' }).getAttribute('src');
    await card.fill('ff00aa');
    await card.press('Enter');
    await expect.poll(drawn).not.toBe(before);
    const preview = await drawn();
    await page.evaluate(keepShown);
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await page.getByRole('region', { name: 'What is not saved' }).waitFor({ state: 'detached' });
    expect(await drawn()).toBe(preview);
    const shown = await page.evaluate<string[]>('window.shown');
    expect([shown.includes(saved ?? ''), shown.includes('none')]).toEqual([false, false]);
    expect(shown.at(-1)).toMatch(/^\/|^http/);
    await card.fill(original);
    await card.press('Enter');
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await expect.poll(drawn).toBe(before);
    await window.close();
  });

  it('changes values, names, modes and what is followed, takes them back, and saves them as one', async () => {
    const window = await open(`/files/variables/${file}`);
    const { page } = window;
    await page.getByRole('button', { name: /^Theme/ }).click();
    await page.getByRole('table', { name: 'Variables of Theme' }).waitFor();
    const unsaved = page.getByRole('region', { name: 'What is not saved' });
    const counted = (words: string) => unsaved.getByText(words, { exact: true }).waitFor();

    const glass = cell(page, 'surface/glass, Dark');
    await glass.fill('12f');
    await glass.press('Enter');
    await counted('One change is not saved.');
    await glass.fill('red');
    await glass.press('Enter');
    await page.getByRole('alert').getByText('“red” is not a colour').waitFor();
    expect(await glass.inputValue()).toBe('#1122ff');
    await cell(page, 'Name of surface/glass').fill('frost');
    await cell(page, 'Name of surface/glass').press('Enter');
    await counted('2 changes are not saved.');
    await cell(page, 'Name of surface/frost').fill('card');
    await cell(page, 'Name of surface/frost').press('Enter');
    await page.getByRole('alert').getByText('The name is the name of “surface/card”').waitFor();

    await page.getByRole('button', { name: 'Choose what surface/card follows in Light' }).click();
    await page.getByRole('searchbox', { name: 'Search variables' }).fill('pine/7');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Change what surface/card follows in Light' }).waitFor();
    await counted('3 changes are not saved.');
    await page.getByRole('button', { name: 'New mode' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Dusk');
    await page.getByRole('dialog').getByRole('button', { name: 'Make it' }).click();
    // The mode, and the value of the default one that it begins with.
    await counted('5 changes are not saved.');
    await expectAccessible(page);
    await keepWholePicture(page, 'console-variables-unsaved');
    await unsaved.getByRole('button', { name: 'Undo' }).click();
    await counted('3 changes are not saved.');
    const before = await local();
    await page.reload();
    await page.getByRole('button', { name: /^Theme/ }).click();
    await counted('3 changes are not saved.');
    expect(await local()).toEqual(before);

    await unsaved.getByRole('button', { name: 'Save' }).click();
    await unsaved.waitFor({ state: 'detached' });
    const after = await local();
    expect(named(after, 'surface/frost')?.valuesByMode['3:3']).toMatchObject({ b: 1 });
    const pine = Object.entries<{ name: string }>(after.variables).find(
      ([, { name }]) => name === 'pine/700',
    );
    expect(named(after, 'surface/card')?.valuesByMode['3:2']).toEqual({
      type: 'VARIABLE_ALIAS',
      id: pine?.[0],
    });
    await window.close();
  });

  it('gives extensions values of their own, shows what is inherited, and takes the difference back', async () => {
    const window = await open(`/files/variables/${file}`);
    const { page } = window;
    await page.getByRole('button', { name: /^Lantern/ }).click();
    const sunken = cell(page, 'surface/sunken, Dark');
    await sunken.fill('#ff0000');
    await sunken.press('Enter');
    const back = page.getByRole('button', { name: 'Take back what Lantern says of surface/sunken in Dark' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect
      .poll(async () =>
        Object.keys((await local()).variableCollections['VariableCollectionId:6:1'].variableOverrides),
      )
      .toHaveLength(4);
    await back.click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect
      .poll(async () =>
        Object.keys((await local()).variableCollections['VariableCollectionId:6:1'].variableOverrides),
      )
      .toHaveLength(3);
    await window.close();
  });

  it('makes the first collection and its variables, and shows settings of one', async () => {
    const window = await open(`/files/variables/${empty}`);
    const { page } = window;
    await page.getByRole('button', { name: 'New collection' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Spaces');
    await page.getByRole('dialog').getByRole('button', { name: 'Make it' }).click();
    await page.getByRole('button', { name: 'New variable' }).click();
    await page.getByRole('menuitem', { name: 'Number' }).click();
    await cell(page, 'number, Mode 1').fill('12,5');
    await cell(page, 'number, Mode 1').press('Enter');
    await page.getByRole('button', { name: 'More of number' }).click();
    const dialog = page.getByRole('dialog', { name: 'number' });
    await dialog.getByLabel('Name', { exact: true }).fill('space/small');
    await dialog.getByLabel('Name in code, Web').fill('--space-small');
    await dialog.getByText('Gap', { exact: true }).click();
    await expectAccessible(page);
    await keepWholePicture(page, 'console-variables-details');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const answer = async () =>
      (await oauth.world.get(`/v1/files/${empty}/variables/local`, 'alice')).json.meta;
    await expect
      .poll(async () => Object.values((await answer()).variables))
      .toMatchObject([
        {
          name: 'space/small',
          description: '',
          scopes: ['GAP'],
          codeSyntax: { WEB: '--space-small' },
        },
      ]);
    const [variable] = Object.values<{ valuesByMode: object }>((await answer()).variables);
    expect(Object.values(variable?.valuesByMode ?? {})).toEqual([12.5]);
    await window.close();
  });

  it('has a choice of variables, a picker of colours, menus and dialogs that are accessible while they are open', async () => {
    const window = await open(`/files/variables/${file}`);
    const { page } = window;
    await page.getByRole('button', { name: /^Theme/ }).click();
    const followed = /^(Choose|Change) what surface\/card follows in Light$/;
    const opened = page.locator('.popover');
    const menus = [/^New variable$/, /^More for Theme$/, /^More for the mode Light$/];
    for (const name of [followed, /^Pick /, /^In and out$/, ...menus]) {
      await page.getByRole('button', { name }).first().click();
      await opened.waitFor();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await opened.waitFor({ state: 'detached' });
    }
    for (const name of [/^More of /, /^New mode$/, /^New collection$/]) {
      await page.getByRole('button', { name }).first().click();
      await page.getByRole('dialog').waitFor();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await page.getByRole('button', { name: followed }).click();
    const chosen = page.locator('.alias-item[data-focused]');
    const search = page.getByRole('searchbox', { name: 'Search variables' });
    // Far down, and back up to what would be below the search.
    for (const key of ['ArrowUp', ...Array<string>(12).fill('ArrowUp')]) await page.keyboard.press(key);
    const belowSearch = async (): Promise<boolean> => {
      const [row, field] = [await chosen.boundingBox(), await search.boundingBox()];
      return row !== null && field !== null && row.y >= field.y + field.height;
    };
    await expect.poll(belowSearch).toBe(true);
    await keepWholePicture(page, 'console-variables-alias');
    await page.keyboard.press('Escape');
    await window.close();
  });

  it('brings design tokens in as one step, and takes them out', async () => {
    const window = await open(`/files/variables/${empty}`);
    const { page } = window;
    await page.getByRole('button', { name: 'In and out' }).click();
    await page.getByRole('menuitem', { name: 'Bring in design tokens' }).click();
    const tokens = { brand: { blue: { $type: 'color', $value: '#0000ff' } } };
    const upload = (text: string) => ({
      name: 'Brand.tokens.json',
      mimeType: 'application/json',
      buffer: Buffer.from(text),
    });
    const choice = page.getByLabel('File of design tokens');
    await choice.setInputFiles(upload('{'));
    await page.getByRole('alert').getByText('“Brand.tokens.json” is not JSON.').waitFor();
    await choice.setInputFiles(upload(JSON.stringify(tokens)));
    await page.getByRole('button', { name: /^Brand/ }).click();
    expect(await cell(page, 'brand/blue, Mode 1').inputValue()).toBe('#0000ff');
    await page.getByRole('button', { name: 'In and out' }).click();
    await page.getByRole('menuitem', { name: 'Take out design tokens' }).click();
    const taken = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Take out', exact: true }).click();
    const path = await (await taken).path();
    expect(JSON.parse(readFileSync(path, 'utf8')).Brand.brand.blue.$value.hex).toBe('#0000ff');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    await window.close();
  });
});
