import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, openChromium, withoutChromium } from './harness/chromium.ts';
import { expectAccessible, keepWholePicture, openConsole } from './harness/console.ts';
import { anyEngine, presentEngines } from './harness/engines.ts';
import { exampleFile } from './harness/example-file.ts';
import { type OauthWorld, oauthWorld } from './harness/oauth.ts';

let chromium: Awaited<ReturnType<typeof openChromium>> | undefined;
beforeAll(async () => {
  if (hasChromium) chromium = await openChromium(...presentEngines());
});
afterAll(() => chromium?.close());

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

/** Opens the dialog behind an entry of a place's menu. */
async function choose(page: Page, place: string, entry: string) {
  await page.getByRole('button', { name: `More for ${place}`, exact: true }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  return dialog;
}

/** Lets the server's answers to an address wait until the returned function is called. */
async function holdAnswers(page: Page, address: string) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
}

describe.skipIf(!hasChromium)(`Places in the console${withoutChromium}`, () => {
  const server = anyEngine();
  let oauth: OauthWorld;
  beforeAll(async () => {
    oauth = await oauthWorld(server, [], { files: [] });
  });

  const open = (path: string, person: 'alice' | 'bob' | 'carla') =>
    openConsole({
      browser: chromium?.browser as Browser,
      server,
      path,
      email: oauth.emailOf(person),
    });
  const make = async (path: string, body: object) =>
    (await oauth.own('alice', 'POST', `/workspace/v1/${path}`, body)).json;

  it('offer an import to editors, and to viewers of the team neither that nor a place to drop files', async () => {
    const path = `/files/team/${oauth.world.id('100')}/Core`;
    const targets = async (person: 'bob' | 'carla') => {
      const window = await open(path, person);
      await heading(window.page, 'App').waitFor();
      await window.page
        .getByText(/^No files yet\./)
        .first()
        .waitFor();
      const buttons = await window.page.getByRole('button', { name: /^(Import|Choose files)/ }).count();
      const places = await window.page.locator('.drop-target').count();
      await expectAccessible(window.page);
      await keepWholePicture(window.page, `places-empty-${person}`);
      await window.close();
      return [buttons, places];
    };
    expect(await targets('bob')).toEqual([2, 1]);
    expect(await targets('carla')).toEqual([0, 0]);
  });

  it('are made, renamed, moved and deleted by their menus; what can be taken back is, and the rest is asked twice', async () => {
    const team = (await make('teams', { name: 'Brand' })).id;
    const other = (await make('teams', { name: 'Web' })).id;
    const project = (await make('projects', { name: 'Icons', team })).id;
    const { key } = await make('files', { name: 'Arrows', project });
    const window = await open(`/files/team/${team}/Brand`, 'alice');
    const { page } = window;
    let dialog = await choose(page, 'Icons', 'Rename');
    await expectAccessible(page);
    await dialog.getByLabel('Name').fill('Signs');
    await page.keyboard.press('Enter');
    await heading(page, 'Signs').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await heading(page, 'Icons').waitFor();
    dialog = await choose(page, 'Icons', 'New folder');
    await dialog.getByLabel('Name').fill('Old');
    await page.keyboard.press('Enter');
    await heading(page, 'Icons / Old').waitFor();
    const answer = await holdAnswers(page, '**/workspace/v1/projects');
    dialog = await choose(page, 'Arrows', 'Move');
    await dialog.getByRole('combobox', { name: 'Project' }).fill('old');
    await page.getByText('Nothing by this name.').waitFor();
    answer();
    await page.getByRole('option', { name: /^Icons \/ Old/ }).click();
    await keepWholePicture(page, 'console-move-file');
    await dialog.getByRole('button', { name: 'Move' }).click();
    await page.getByText('“Arrows” is moved.').waitFor();
    const projectOf = async () => {
      const { projects } = (await oauth.own('alice', 'GET', `/workspace/v1/projects?team=${team}`)).json;
      const old = projects.find(({ name }: { name: string }) => name === 'Old');
      const { files } = (await oauth.own('alice', 'GET', `/workspace/v1/files?project=${old.id}`)).json;
      return files.map((file: { key: string }) => file.key);
    };
    expect(await projectOf()).toEqual([key]);
    dialog = await choose(page, 'Icons', 'People');
    await dialog.getByRole('combobox', { name: 'Person' }).fill('eri');
    await page.getByRole('option', { name: 'Erin' }).click();
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await dialog.getByRole('row', { name: /Erin/ }).waitFor();
    await expectAccessible(page);
    await keepWholePicture(page, 'console-project-people');
    await dialog.getByRole('button', { name: 'Remove Erin' }).click();
    await dialog.getByText('Nobody besides its team has been invited').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
    dialog = await choose(page, 'Icons', 'Delete');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText('The project "Icons" holds 1 project and 1 file.').waitFor();
    await expectAccessible(page);
    await keepWholePicture(page, 'console-delete-project');
    await dialog.getByLabel(/^Write “Icons”/).fill('Signs');
    await dialog.getByRole('button', { name: 'Delete it all' }).click();
    await dialog.getByText('This is not its name.').waitFor();
    await dialog.getByLabel(/^Write “Icons”/).fill('Icons');
    await dialog.getByRole('button', { name: 'Delete it all' }).click();
    await page.getByText('This team has no projects yet').waitFor();
    expect((await oauth.own('alice', 'DELETE', `/workspace/v1/teams/${other}`)).status).toBe(200);
    await choose(page, 'Brand', 'Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('The team “Brand” is deleted.').waitFor();
    await heading(page, 'Files').waitFor();
    await window.context.close();
  });

  it('are archived by their menus and brought back, on the page of what is archived or at once', async () => {
    const team = (await make('teams', { name: 'Print' })).id;
    const project = (await make('projects', { name: 'Posters', team })).id;
    const inner = (await make('projects', { name: '2019', team, parent: project })).id;
    await make('files', { name: 'Spring', project: inner });
    await make('files', { name: 'Summer', project });
    const window = await open(`/files/team/${team}/Print`, 'alice');
    const { page } = window;
    /** By keys: the menu goes on below a pointer. */
    const archive = async (place: string) => {
      await page.getByRole('button', { name: `More for ${place}`, exact: true }).press('Enter');
      await page.getByRole('menuitem', { name: 'Archive', exact: true }).press('Enter');
      await page.getByText(`“${place}” is archived.`).waitFor();
    };
    await archive('Summer');
    await page.getByRole('link', { name: /Summer/ }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: /Summer/ }).waitFor();
    await archive('Summer');
    await archive('Posters');
    await page.getByText('This team has no projects yet').waitFor();
    await page.goto(new URL('/files', page.url()).href);
    await page.getByRole('link', { name: 'Archived' }).click();
    const projects = page.getByRole('table', { name: 'Archived projects' });
    await projects.getByRole('button', { name: 'Look inside Posters' }).press('Enter');
    await projects.getByRole('button', { name: 'Look inside 2019' }).press('Enter');
    await projects.getByRole('link', { name: 'Spring' }).waitFor();
    const files = page.getByRole('table', { name: 'Archived files' });
    await files.getByRole('row', { name: /^Summer/ }).waitFor();
    await expectAccessible(page);
    await keepWholePicture(page, 'console-archived');
    await files.getByRole('button', { name: 'Bring back Summer' }).press('Enter');
    await files.waitFor({ state: 'detached' });
    await projects.getByRole('button', { name: 'Bring back Posters' }).press('Enter');
    await page.getByText('Nothing is archived.').waitFor();
    await page.goto(new URL(`/files/team/${team}/Print`, page.url()).href);
    await archive('Print');
    await page.getByText('This team is archived').waitFor();
    await page.getByRole('button', { name: 'Bring back', exact: true }).press('Enter');
    await page.getByText('“Print” is back from the archive.').waitFor();
    await window.context.close();
  });

  it('of an archived file are only looked at: each page says so, and who may bring it back does there', async () => {
    const team = (await make('teams', { name: 'Old' })).id;
    const project = (await make('projects', { name: 'Kept', team })).id;
    const { key } = await make('files', { name: 'Poster', project });
    const own = (method: string, path: string, body: object) =>
      oauth.own('alice', method, `/workspace/v1/${path}`, body);
    await own('PUT', `files/${key}/content`, exampleFile);
    await own('PUT', `teams/${team}/members/${oauth.world.id('12')}`, { role: 'editor' });
    const { id: comment } = (
      await oauth.world.call('POST', `/v1/files/${key}/comments`, {
        as: 'alice',
        body: { message: 'As it was' },
      })
    ).json;
    await own('PATCH', `projects/${project}`, { archived: true });
    const editor = await open(`/files/variables/${key}`, 'bob');
    const words = 'The project of this file is archived';
    for (const place of ['variables', 'library', 'compare']) {
      await editor.goto(`/files/${place}/${key}`);
      await editor.page.getByText(`${words}: the file is in no list`).waitFor();
      expect(
        await editor.page
          .getByRole('button', { name: /New collection|Publish|New branch|Bring back/ })
          .count(),
      ).toBe(0);
    }
    const file = `/design/${key}/Poster`;
    await editor.page.goto(`${server.url}${file}?panel=comments&thread=${comment}`);
    await editor.page.getByText('As it was').waitFor();
    const reason = editor.page.getByText(
      'It is archived: nothing can be changed here until it is brought back.',
    );
    await reason.waitFor();
    expect(await editor.page.getByRole('button', { name: 'Resolve' }).isDisabled()).toBe(true);
    expect(await editor.page.getByRole('textbox', { name: 'Reply' }).count()).toBe(0);
    await editor.page.getByRole('tab', { name: 'Versions' }).click();
    await reason.waitFor();
    expect(await editor.page.getByLabel('Name of this version').count()).toBe(0);
    await expectAccessible(editor.page);
    await editor.context.close();
    const admin = await open('/files', 'alice');
    await admin.page.goto(`${server.url}${file}?panel=comments`);
    await admin.page.getByText(words).waitFor();
    await keepWholePicture(admin.page, 'console-archived-file');
    await admin.page.getByRole('button', { name: 'Bring back' }).click();
    await admin.page.getByRole('textbox', { name: 'Comment' }).waitFor();
    await admin.page.getByText(words).waitFor({ state: 'detached' });
    await admin.context.close();
  });
});
