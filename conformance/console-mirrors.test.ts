import { dirname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileOf } from './harness/cast.ts';
import { hasChromium, openChromium, withoutChromium } from './harness/chromium.ts';
import {
  type ConsoleWindow,
  expectAccessible,
  keepWholePicture,
  type Look,
  looks,
  openConsole,
} from './harness/console.ts';
import { anyEngine, presentEngines } from './harness/engines.ts';
import { exampleFile } from './harness/example-file.ts';
import { type OauthWorld, oauthWorld } from './harness/oauth.ts';
import { openStandInUpstream } from './harness/stand-in-upstream.ts';

let chromium: Awaited<ReturnType<typeof openChromium>> | undefined;
beforeAll(async () => {
  if (hasChromium) chromium = await openChromium(...presentEngines());
});
afterAll(() => chromium?.close());

const mirrors = '/settings/organization/mirrors';
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** The page as it stands, in every look. */
async function expectGood({ page, look }: ConsoleWindow, name: string): Promise<void> {
  for (const one of Object.keys(looks) as Look[]) {
    await look(one);
    await keepWholePicture(page, `console-${name}-${one}`);
    await expectAccessible(page);
  }
  await look('light');
}

describe.skipIf(!hasChromium)(`Mirrors in the console${withoutChromium}`, () => {
  const server = anyEngine();
  let oauth: OauthWorld;
  beforeAll(async () => {
    const files = ['main', 'other'].map((key) => fileOf(key, exampleFile, { name: `There ${key}` }));
    oauth = await oauthWorld(server, [], { files });
  });

  const open = (path: string, person: 'alice' | 'bob' | 'carla' = 'alice') =>
    openConsole({
      browser: chromium?.browser as Browser,
      server,
      path,
      email: oauth.emailOf(person),
    });
  const keyOf = (key: string) => (key === 'nothing' ? 'NothingOfThisName1' : oauth.world.id(key));
  const addressOf = (key: string) => `${server.url}/design/${keyOf(key)}/There`;
  const team = async (name: string) => {
    const { id } = (await oauth.own('alice', 'POST', '/workspace/v1/teams', { name })).json;
    await oauth.own('alice', 'POST', '/workspace/v1/projects', { name: `In ${name}`, team: id });
    return `/files/team/${id}/${name}`;
  };

  it('begin with a server whose token is tried, and go on by an address, to a file that says how fresh it is', async () => {
    await team('Copies');
    const window = await open(mirrors);
    const { page } = window;
    await page.getByText('It begins with an upstream').waitFor();
    // Without an upstream the command for a mirror would be refused.
    await page.getByText('npx vitrine upstream add').waitFor();
    expect(await page.getByText('npx vitrine mirror add').count()).toBe(0);
    await expectGood(window, 'mirrors-empty');
    await button(page, 'Add upstream').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('The other');
    await dialog.getByLabel('Address').fill(server.url);
    await dialog.getByLabel('Token', { exact: true }).fill('wrong');
    await dialog.getByText('Its certificate is of').click();
    await dialog.getByLabel('Authority').fill(server.ca);
    await expectGood(window, 'mirrors-upstream');
    await button(page, 'Check and add').click();
    await dialog.getByText(/token/i).first().waitFor();
    await dialog.getByRole('alert').or(dialog.locator('.field-error')).first().waitFor();
    await keepWholePicture(page, 'console-mirrors-wrong-token');
    await dialog.getByLabel('Token', { exact: true }).fill(oauth.world.token('alice'));
    await button(page, 'Check and add').click();
    await page.getByText('The token is that of Alice.').waitFor();
    await expect.poll(() => dialog.count()).toBe(0);
    await button(page, 'Replace the token of The other').click();
    await dialog.getByText('Of an app').click();
    await dialog.getByLabel('Client id').fill('no-app');
    await dialog.getByLabel('Client secret').fill('no-secret');
    await dialog.getByLabel('Refresh token').fill('no-refresh-token');
    await expectGood(window, 'mirrors-grant');
    await button(page, 'Replace and check').click();
    await dialog.getByText(/could not be refreshed/).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText(/^Its token could not be refreshed: /).waitFor();
    await expectGood(window, 'mirrors-refused-grant');
    await button(page, 'Replace the token of The other').click();
    await dialog.getByText('Of a person').click();
    await dialog.getByLabel('Token', { exact: true }).fill(oauth.world.token('alice'));
    const soon = new Date(Date.now() + 3 * 24 * 3_600_000).toISOString().slice(0, 10);
    await dialog.getByLabel('It ends on').fill(soon);
    await button(page, 'Replace and check').click();
    await page.getByText('Its token ends soon: its mirrors stop then.').waitFor();
    await page.getByText('The token is that of Alice.').waitFor();
    await expect.poll(() => dialog.count()).toBe(0);
    await button(page, 'Add mirror').click();
    await page.getByLabel('Address there').fill(addressOf('main'));
    await page.getByRole('combobox', { name: 'Project here' }).fill('copies');
    await page.getByRole('option', { name: /^In Copies/ }).click();
    await page.getByText('Branches of each file').click();
    await page.getByRole('textbox', { name: 'Older versions of each file' }).fill('-1');
    await button(page, 'Add').click();
    await page.getByText('A whole number from 0 to 1000.').waitFor();
    await page.getByRole('textbox', { name: 'Older versions of each file' }).fill('1');
    await expectGood(window, 'mirrors-new');
    await button(page, 'Add').click();
    await heading(page, 'There main').waitFor();
    await page.getByText('1 of 1 file current').waitFor();
    await page.getByText('branches and 1 older version of each').waitFor();
    await expectGood(window, 'mirror');
    await button(page, 'Older versions').click();
    await page.getByRole('textbox', { name: 'Older versions of each file' }).fill('0');
    await button(page, 'Save').click();
    await page.getByText('branches', { exact: true }).waitFor();
    await button(page, 'Details of There main').click();
    await page.getByRole('table', { name: 'Steps' }).waitFor();
    await expectGood(window, 'mirror-steps');
    await page.keyboard.press('Escape');
    await button(page, 'Pause').click();
    await page.getByText('Somebody paused it.').waitFor();
    await button(page, 'Resume').click();
    await button(page, 'Look now').waitFor();
    await page.getByRole('link', { name: 'Mirrors' }).first().click();
    await page.getByRole('link', { name: 'There main' }).waitFor();
    await expectGood(window, 'mirrors');
    await page.getByRole('link', { name: 'There main' }).click();
    await page
      .getByRole('table', { name: 'Mirrored files' })
      .getByRole('link', { name: 'There main' })
      .click();
    const mark = page.getByRole('link', { name: /^Mirrored from The other, as of / });
    await mark.waitFor();
    await expectGood(window, 'mirrored-file');
    await mark.click();
    await heading(page, 'There main').waitFor();
    await button(page, 'Detach').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Detach' }).click();
    await page.getByText('Nothing is mirrored yet').waitFor();
    expect(window.complaints.filter((text) => !/40[49]/.test(text))).toEqual([]);
    await window.context.close();
  });

  it('bring a design once by its address, beside what is chosen or dropped', async () => {
    const path = await team('Once');
    const body = { name: 'By hand', base_url: server.url, ca: server.ca, token: oauth.world.token('alice') };
    expect((await oauth.own('alice', 'POST', '/workspace/v1/upstreams', body)).status).toBe(200);
    const window = await open(path);
    const { page } = window;
    await button(page, 'Import from an address into In Once').click();
    await page.getByRole('textbox', { name: 'Address' }).fill(addressOf('other'));
    await expectGood(window, 'import-address');
    await page.keyboard.press('Enter');
    const imports = page.getByRole('list', { name: 'Imports' });
    await imports.getByRole('link', { name: 'Open' }).waitFor();
    await page.locator('.file-card', { hasText: 'There other' }).waitFor();
    await expectAccessible(page);
    await button(page, 'Import from an address into In Once').click();
    await page.getByRole('textbox', { name: 'Address' }).fill(addressOf('nothing'));
    await page.keyboard.press('Enter');
    await imports.getByText(/does not know|not found/i).waitFor();
    await window.context.close();
  });

  it('keep a server that takes no calls for a while, say so, and try its token then', async (context) => {
    if (server.isGiven) return context.skip('The certificate of a given server is not at hand.');
    const standIn = await openStandInUpstream({ folder: join(dirname(server.caPath), '../..') });
    let isLockedOut = true;
    standIn.answer((_request, response) => {
      if (isLockedOut) return void response.writeHead(429, { 'retry-after': '1' }).end();
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"1","handle":"Robin"}');
    });
    const window = await open(mirrors);
    const { page } = window;
    await button(page, 'Add upstream').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Locked out');
    await dialog.getByLabel('Address').fill(standIn.url);
    await dialog.getByLabel('Token', { exact: true }).fill('a-token');
    await dialog.getByText('Its certificate is of').click();
    await dialog.getByLabel('Authority').fill(standIn.ca);
    await button(page, 'Check and add').click();
    const upstream = page.getByRole('region', { name: 'Locked out' });
    await upstream.getByText(/takes no calls of this kind until .* It is kept/).waitFor();
    await keepWholePicture(page, 'console-mirrors-locked-out');
    expect(await dialog.count()).toBe(0);
    isLockedOut = false;
    await upstream.getByText('The token is that of Robin.').waitFor();
    expect(window.complaints.filter((text) => !/429/.test(text))).toEqual([]);
    await window.context.close();
    await standIn.close();
  });

  it('say which parts of files could not be had and why, and which other mirror has what is listed', async (context) => {
    if (server.isGiven) return context.skip('The certificate of a given server is not at hand.');
    const standIn = await openStandInUpstream({ folder: join(dirname(server.caPath), '../..') });
    const at = '2026-01-01T00:00:00Z';
    const files = ['one', 'two'].map((key) => ({ key, name: `Partly ${key}`, last_modified: at }));
    standIn.answer((request, response) => {
      const path = (request.url ?? '').replace(/\?.*/, '');
      const bodies: readonly [RegExp, object][] = [
        [/\/meta$/, { file: { name: `Partly ${path.split('/')[3]}`, version: '7', last_touched_at: at } }],
        [/\/projects\/77\/files$/, { files }],
        [/\/teams\/9\/projects$/, { projects: [{ id: '77', name: 'P' }] }],
        [/\/variables\/local$/, { meta: { variables: {}, variableCollections: {} } }],
        [/\/files\/\w+$/, { ...exampleFile, version: '7' }],
      ];
      const fails = /\/one\/(comments|versions)$/.test(path);
      const body = bodies.find(([end]) => end.test(path))?.[1] ?? {};
      response.writeHead(fails ? 500 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(fails ? { err: 'Broken' } : body));
    });
    await team('Parts');
    const own = (method: string, path: string, body?: object) => oauth.own('alice', method, path, body);
    const place = { name: 'Partly', base_url: standIn.url, ca: standIn.ca, token: 'a-token', share: 1 };
    const upstream = (await own('POST', '/workspace/v1/upstreams', place)).json.id;
    const { projects } = (await own('GET', '/workspace/v1/projects')).json;
    const project = projects.find((one: { name: string }) => one.name === 'In Parts').id;
    for (const thing of [{ project_id: '77' }, { team_id: '9' }]) {
      const { id } = (await own('POST', '/workspace/v1/mirrors', { upstream, project, ...thing })).json;
      const path = `/workspace/v1/mirrors/${id}`;
      await expect.poll(async () => (await own('GET', path)).json.settled).toBe(true);
    }
    const window = await open(mirrors);
    const { page } = window;
    const table = page.getByRole('table', { name: 'Mirrors' });
    await table.getByText('Current, but for parts of 1 file').waitFor();
    await table.getByText('0 of 0, 2 held by others').waitFor();
    await expectGood(window, 'mirrors-lacking');
    await page.getByRole('link', { name: 'Project 77' }).click();
    const listed = page.getByRole('table', { name: 'Mirrored files' });
    await listed.getByText('Comments could not be had: The upstream answered 500: Broken.').waitFor();
    await listed.getByText('Versions could not be had: The upstream answered 500: Broken.').waitFor();
    await page.getByText('Parts of 1 file could not be had; the list below says which and why.').waitFor();
    await expectGood(window, 'mirror-lacking');
    await page.getByRole('link', { name: 'Mirrors' }).first().click();
    await page.getByRole('link', { name: 'Team 9' }).click();
    await page.getByText('2 files held by Project 77').waitFor();
    await expectGood(window, 'mirror-held');
    await page.getByRole('link', { name: 'Project 77' }).click();
    await heading(page, 'Project 77').waitFor();
    expect(window.complaints.filter((text) => !/40[49]/.test(text))).toEqual([]);
    await window.context.close();
    await standIn.close();
  });

  it('are added and changed by who may edit a project, and looked at by who may not', async () => {
    const ask = async (method: 'GET' | 'POST', path: string, body?: object) =>
      (await oauth.own('alice', method, `/workspace/v1/${path}`, body)).json;
    const standIn = await openStandInUpstream({ folder: join(dirname(server.caPath), '../..') });
    standIn.answer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"files":[]}');
    });
    const place = { name: 'Of viewers', base_url: standIn.url, ca: standIn.ca, token: 'a-token' };
    const upstream = (await ask('POST', 'upstreams', place)).id;
    const project = oauth.world.id('200');
    const { id } = await ask('POST', 'mirrors', { upstream, project, project_id: '77' });
    const offered = async (person: 'bob' | 'carla') => {
      const window = await open(mirrors, person);
      const { page } = window;
      await page.getByRole('table', { name: 'Mirrors' }).waitFor();
      await page.waitForLoadState('networkidle');
      const toAdd = await button(page, 'Add mirror').count();
      await page.goto(`${server.url}${mirrors}/${id}`);
      await heading(page, 'Calls of the upstream').waitFor();
      await page.waitForLoadState('networkidle');
      const toChange = await page.getByRole('button', { name: /^(Detach|Pause|Look now)/ }).count();
      await expectAccessible(page);
      await window.context.close();
      return [toAdd, toChange];
    };
    expect(await offered('bob')).toEqual([1, 3]);
    expect(await offered('carla')).toEqual([0, 0]);
    await oauth.own('alice', 'DELETE', `/workspace/v1/mirrors/${id}`);
    await standIn.close();
  });

  it('are shown to members, who are offered nothing that administrators alone may do', async () => {
    const window = await open(mirrors, 'bob');
    const { page } = window;
    await heading(page, 'Upstreams').waitFor();
    expect(await button(page, 'Add upstream').count()).toBe(0);
    expect(await page.getByRole('button', { name: /token/ }).count()).toBe(0);
    await expectAccessible(page);
    await window.close();
  });
});
