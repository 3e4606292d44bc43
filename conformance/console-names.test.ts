import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileOf } from './harness/cast.ts';
import { hasChromium, openChromium, withoutChromium } from './harness/chromium.ts';
import { type ConsoleWindow, keepWholePicture, openConsole } from './harness/console.ts';
import { anyEngine, presentEngines } from './harness/engines.ts';
import { type OauthWorld, oauthWorld } from './harness/oauth.ts';

let chromium: Awaited<ReturnType<typeof openChromium>> | undefined;
beforeAll(async () => {
  if (hasChromium) chromium = await openChromium(...presentEngines());
});
afterAll(() => chromium?.close());

/** All at once that a name may be: from right to left, markup, and as long as names are, without a place to break. */
const start = 'שלום <b>bold</b><script>1</script> & ';
const name = start + 'W'.repeat(255 - start.length);

const box = { x: 0, y: 0, width: 400, height: 300 };
const node = (id: string, type: string, children: readonly object[] = []) => ({
  id,
  name,
  type,
  absoluteBoundingBox: box,
  fills: [],
  children,
});
const text = { ...node('1:3', 'TEXT'), characters: name, style: { fontFamily: 'Inter', fontSize: 16 } };
const design = {
  name,
  document: {
    id: '0:0',
    name: 'Document',
    type: 'DOCUMENT',
    children: [
      {
        id: '0:1',
        name,
        type: 'CANVAS',
        backgroundColor: { r: 1, g: 1, b: 1, a: 1 },
        children: [node('1:1', 'FRAME', [node('1:2', 'COMPONENT', [text])])],
      },
    ],
  },
  components: {
    '1:2': { key: 'c'.repeat(40), name, description: name, remote: false, documentationLinks: [] },
  },
  componentSets: {},
  styles: {},
  schemaVersion: 0,
};

/** Whatever has a name gets it, and what names it answers with its id. */
async function nameAll(oauth: OauthWorld): Promise<Readonly<Record<string, string>>> {
  const { world } = oauth;
  const own = async (method: string, path: string, body: object) => {
    const { status, text: said, json } = await oauth.own('alice', method, `/workspace/v1/${path}`, body);
    expect([path, status, said]).toEqual([path, 200, said]);
    return json;
  };
  const asAlice = async (path: string, body: object) => {
    const { status, text: said, json } = await world.call('POST', path, { as: 'alice', body });
    expect([path, status, said]).toEqual([path, 200, said]);
    return json;
  };
  const [team, project, file, organization] = ['100', '200', 'main', '900'].map((given) => world.id(given));
  await own('PUT', `organizations/${organization}`, { name });
  for (const person of ['11', '12'])
    await own('PUT', `organizations/${organization}/users/${world.id(person)}`, { handle: name });
  await own('PATCH', `teams/${team}`, { name });
  await own('PATCH', `projects/${project}`, { name });
  await own('POST', 'projects', { name, team, parent: project });
  await own('POST', `files/${file}/versions`, { label: name.slice(0, 200), description: name });
  await own('PUT', `files/${file}/content`, { ...design, components: {} });
  await own('PUT', `files/${file}/content`, design);
  await own('POST', 'sites', { name, file });
  await own('POST', 'me/tokens', { name, scopes: ['files:read'] });
  const { client_id: app } = await own('POST', 'apps', { name, team, website: null, logo: null });
  const { id: comment } = await asAlice(`/v1/files/${file}/comments`, { message: name });
  await asAlice(`/v1/files/${file}/variables`, {
    variableCollections: [{ action: 'CREATE', id: 'set', name, initialModeId: 'mode' }],
    variableModes: [{ action: 'UPDATE', id: 'mode', name: name.slice(0, 40), variableCollectionId: 'set' }],
    variables: [
      {
        action: 'CREATE',
        id: 'one',
        name: name.replaceAll(/[.{}/]/g, ''),
        variableCollectionId: 'set',
        resolvedType: 'STRING',
      },
    ],
  });
  await asAlice('/v1/dev_resources', {
    dev_resources: [{ name, url: 'https://code.example/1', file_key: file, node_id: '1:1' }],
  });
  await own('POST', `files/${file}/publish`, { description: name });
  const { key: branch } = await own('POST', `files/${file}/branches`, { name });
  const ids = { team, project, file, organization, app, comment, branch, bob: world.id('12') };
  return Object.fromEntries(Object.entries(ids).map(([of, id]) => [of, String(id)]));
}

/** What is seen in the page, what lies over it and, where it is open, the navigation; what is in fields, too. */
const seen = `[...document.querySelectorAll('main, dialog[open], [role$=dialog], .last-done, .side.is-open')]
  .map((part) => part.innerText + [...part.querySelectorAll('input')].map(({ value }) => value).join(' '))
  .join(' ')`;

interface Place {
  readonly path: string;
  /** Goes on to where the name stands. */
  readonly open?: (page: Page) => Promise<unknown>;
  /** Whether the title of the window names it too. */
  readonly isTitled?: true;
}

const press = (role: 'button' | 'menuitem' | 'tab' | 'treeitem', words: string | RegExp) => (page: Page) =>
  page
    .getByRole(role, { name: words, exact: typeof words === 'string' })
    .first()
    .press('Enter');
/** The entry of a menu that opens a dialog. */
const choose = (menu: RegExp, entry: string) => async (page: Page) => {
  await page.getByRole('button', { name: menu }).first().press('Enter');
  await press('menuitem', entry)(page);
  await page.getByRole('dialog').waitFor();
};
const dialogBehind = (words: string | RegExp) => async (page: Page) => {
  await press('button', words)(page);
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).waitFor();
};
/** On a narrow screen one part of the page of a file is seen at a time. */
const pane = (words: 'Layers' | 'Details') => (page: Page) =>
  page.getByRole('button', { name: words, exact: true }).click();
const share = async (page: Page) => {
  await dialogBehind('Share')(page);
  await page.getByRole('heading', { name: 'Sites' }).waitFor();
};
const ofTeam = /^More for שלום/;

/** Places by what stands in them; ids are read when the world is there. */
const placesOf = (ids: Readonly<Record<string, string>>): Readonly<Record<string, Place>> => {
  const { team, file, comment, app, branch, bob } = ids;
  const teamPage = `/files/team/${team}/Name`;
  const filePage = `/design/${file}/Name`;
  const people = '/settings/organization/people';
  return {
    home: { path: '/files' },
    'the side navigation': { path: '/settings', open: press('button', 'Menu') },
    'a team': { path: teamPage, isTitled: true },
    'renaming a team': { path: teamPage, open: choose(ofTeam, 'Rename') },
    'deleting a team': { path: teamPage, open: choose(ofTeam, 'Delete') },
    'the members of a team': { path: `${teamPage}/members`, isTitled: true },
    'taking somebody out of a team': { path: `${teamPage}/members`, open: dialogBehind(/^Remove /) },
    'what was done last': {
      path: teamPage,
      open: async (page) => {
        await page.getByRole('button', { name: ofTeam }).first().press('Enter');
        await press('menuitem', 'Archive')(page);
        await press('button', 'Undo')(page);
        await page.getByText('Taken back').waitFor();
      },
    },
    search: { path: '/search?q=bold' },
    people: { path: people },
    'a person': { path: `${people}/${bob}`, isTitled: true },
    'removing a person': { path: `${people}/${bob}`, open: dialogBehind('Remove') },
    'the organization': { path: '/settings/organization' },
    'teams of the organization': { path: '/settings/organization/teams' },
    activity: { path: '/settings/organization/activity' },
    'apps of the organization': { path: '/settings/organization/apps' },
    account: { path: '/settings' },
    'your tokens': { path: '/settings/security' },
    apps: { path: '/developers/apps' },
    'an app': { path: `/developers/apps/${app}`, isTitled: true },
    webhooks: { path: '/developers/webhooks' },
    'a new webhook': { path: '/developers/webhooks', open: dialogBehind(/^Create webhook on/) },
    'the layers of a file': { path: `${filePage}?node-id=1-2`, open: pane('Layers'), isTitled: true },
    'what is known of a layer': { path: `${filePage}?node-id=1-2`, open: pane('Details') },
    'the comments of a file': { path: `${filePage}?panel=comments`, open: pane('Details') },
    'a thread': { path: `${filePage}?panel=comments&thread=${comment}`, open: pane('Details') },
    'the versions of a file': { path: `${filePage}?panel=versions`, open: pane('Details') },
    export: { path: `${filePage}?panel=export&node-id=1-1`, open: pane('Details') },
    'sharing a file': { path: filePage, open: share },
    variables: { path: `/files/variables/${file}`, isTitled: true },
    'a library': { path: `/files/library/${file}`, isTitled: true },
    'a comparison with a branch': {
      path: `/files/compare/${file}?from=${file}&to=${branch}`,
      isTitled: true,
    },
    'a branch': { path: `/design/${branch}/Name`, open: pane('Layers'), isTitled: true },
  };
};

describe.skipIf(!hasChromium)(
  `Any name stands as text, and within a window of 320 pixels${withoutChromium}`,
  () => {
    const server = anyEngine();
    let window: ConsoleWindow;
    let ids: Readonly<Record<string, string>>;
    beforeAll(async () => {
      const oauth = await oauthWorld(server, [], { files: [fileOf('main', design, { name })] });
      ids = await nameAll(oauth);
      window = await openConsole({
        browser: chromium?.browser as Browser,
        server,
        path: '/settings',
        email: oauth.emailOf('alice'),
        look: { viewport: { width: 320, height: 740 } },
      });
    });
    afterAll(() => window?.context.close());

    /** How far what is open, and the page, reach beyond the window. */
    const overhang = () =>
      window.page.evaluate<number>(`Math.max(
      document.documentElement.scrollWidth - innerWidth,
      ...[...document.querySelectorAll('[role=dialog], [role=alertdialog], dialog[open], [role=menu], [role=status]')]
        .map((one) => one.getBoundingClientRect().right - innerWidth),
    )`);

    it.each(Object.keys(placesOf({})))('in %s', async (of) => {
      const { page } = window;
      const { path, open, isTitled } = placesOf(ids)[of] as Place;
      await page.goto(server.url + path);
      await page.locator('#console h1').waitFor();
      await open?.(page);
      await expect.poll(() => page.evaluate<string>(seen), { timeout: 30_000 }).toContain(name.slice(0, 34));
      await expect.poll(overhang).toBeLessThanOrEqual(0);
      expect(await page.locator('b, script:not([src])').count()).toBe(0);
      if (isTitled) expect(await page.title()).toContain(name);
      await keepWholePicture(page, `console-any-name-${of.replaceAll(' ', '-')}`);
    });
  },
);
