import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeAccessiblePages } from './harness/accessible-pages.ts';
import { hasChromium, openChromium, withoutChromium } from './harness/chromium.ts';
import { type ConsoleWindow, expectAccessible, keepWholePicture, openConsole } from './harness/console.ts';
import { anyEngine, onOwnServers } from './harness/engines.ts';
import { pixelPng } from './harness/example-file.ts';
import { appScopes, callback, type OauthWorld, oauthWorld, password } from './harness/oauth.ts';
import { type Server, startServer } from './harness/server.ts';

type Person = 'alice' | 'bob' | 'carla' | 'dan' | 'erin' | 'administrator';

const apps = '/workspace/v1/apps';
const logo = `data:image/png;base64,${pixelPng.toString('base64')}`;
const complete = {
  name: 'Measure',
  redirect_urls: [callback],
  scopes: appScopes,
  visibility: 'public',
  logo,
  description: 'Measures distances between layers.',
  website: 'https://app.example/',
  support_contact: 'help@app.example',
  testing_instructions: { steps: 'Sign in.\nMeasure.' },
};

/** A server whose queue of reviews holds nothing but what these tests submit, and windows on it. */
function onServer(postgres: string | undefined) {
  const self = {} as { server: Server; oauth: OauthWorld; administrator: string };
  let chromium: { browser: Browser; close(): Promise<void> } | undefined;
  beforeAll(async () => {
    self.server = await startServer({ postgres });
    self.oauth = await oauthWorld(self.server, []);
    const users = '/workspace/v1/organizations/1/users';
    const [administrator] = (await self.oauth.own('admin', 'GET', users)).json.users;
    await self.oauth.own('admin', 'PUT', `${users}/${administrator.id}`, { password });
    self.administrator = administrator.email;
    chromium = await openChromium(self.server);
  });
  afterAll(async () => {
    await chromium?.close();
    await self.server?.stop();
    await self.server?.installation.remove();
  });
  const own = async (as: string, method: string, path: string, body?: object) => {
    const answer = await self.oauth.own(as, method, `${apps}${path}`, body);
    expect([answer.status, answer.text.slice(0, 200)]).toEqual([200, expect.anything()]);
    return answer.json;
  };
  return {
    self,
    own,
    open: (path: string, person: Person) =>
      openConsole({
        browser: chromium?.browser as Browser,
        server: self.server,
        path,
        email: person === 'administrator' ? self.administrator : self.oauth.emailOf(person),
      }),
    /** An app of Bob's, as far on its way as is said. */
    make: async (changes: object = complete, way: readonly ('publish' | 'approve')[] = []) => {
      const body = { organization: self.oauth.world.id('900'), ...changes };
      const { client_id: id } = await own('bob', 'POST', '', body);
      for (const step of way) {
        if (step === 'publish') await own('bob', 'POST', `/${id}/publish`);
        else {
          const { revision } = await own('admin', 'GET', `/${id}`);
          await own('admin', 'POST', `/${id}/review`, { decision: 'approve', revision });
        }
      }
      return String(id);
    },
    appPath: (id: string) => `/developers/apps/${id}`,
  };
}

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const saved = (page: Page) => page.getByText('Everything is saved.').waitFor();
const png = (name: string, buffer = pixelPng) => ({ name, mimeType: 'image/png', buffer });

async function chooseLogo(page: Page, file: ReturnType<typeof png>): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: /^Choose (a|another) picture$/ }).click(),
  ]);
  await chooser.setFiles(file);
}

describe.skipIf(!hasChromium)(`Pages about apps in a browser${withoutChromium}`, () => {
  const { self, own, open, make, appPath } = onServer(anyEngine().postgres);
  let changed: string;
  let draft: string;

  beforeAll(async () => {
    changed = await make(complete, ['publish', 'approve']);
    await own('bob', 'PUT', `/${changed}`, {
      name: 'Measure anything',
      redirect_urls: [callback, 'https://app.example/second'],
      scopes: [...appScopes, 'file_comments:write'],
    });
    draft = await make({ ...complete, name: 'Sent back' }, ['publish']);
    await own('admin', 'POST', `/${draft}/review`, { decision: 'send_back', words: 'Say\nwhy.' });
    await make({ ...complete, name: '<b>Bold & new</b>', visibility: 'private', logo: null }, ['publish']);
    await make({ ...complete, name: 'Waiting' }, ['publish']);
  });

  describeAccessiblePages<Person>(
    [
      { name: 'apps', path: () => '/developers/apps', person: 'bob' },
      { name: 'apps-none', path: () => '/developers/apps', person: 'dan' },
      { name: 'new-app', path: () => '/developers/apps/new', person: 'bob' },
      { name: 'app', path: () => appPath(changed), person: 'bob' },
      { name: 'app-draft', path: () => appPath(draft), person: 'bob' },
      { name: 'reviews', path: () => '/reviews', person: 'administrator' },
      { name: 'reviews-closed', path: () => '/reviews', person: 'bob' },
      { name: 'app-nothing', path: () => appPath('nothing'), person: 'bob', isAbsent: true },
    ],
    open,
  );

  it('make an app by the keyboard alone, and show its secret once', async () => {
    const window = await open('/developers/apps/new', 'bob');
    const { page } = window;
    const press = (key: string) => page.keyboard.press(key);
    // The name has the focus from the start.
    await page.locator('input[name=name]:focus').waitFor();
    await page.keyboard.type('By keyboard');
    await press('Tab');
    const owner = page.getByRole('combobox', { name: 'Belongs to' });
    await page.locator('input[role=combobox]:focus').waitFor();
    await page.keyboard.type('core');
    await page.getByRole('option', { name: 'The team Core' }).waitFor();
    await press('ArrowDown');
    await press('Enter');
    await expect.poll(() => owner.inputValue()).toBe('The team Core');
    await press('Tab');
    await page.keyboard.type('http://app.example');
    await press('Enter');
    await page.getByText('This is not a complete address that begins with https://.').waitFor();
    await page.locator('input[name=website]:focus').waitFor();
    await expectAccessible(page);
    await press('Control+a');
    await page.keyboard.type('https://app.example/');
    await press('Enter');
    const secret = await field(page, 'Client secret').inputValue();
    await page.locator(':focus', { hasText: 'Copy' }).waitFor();
    await expectAccessible(page);
    await keepWholePicture(page, 'console-made-app');
    await page.getByRole('link', { name: 'Configure it' }).click();
    await heading(page, 'By keyboard').waitFor();
    expect(await page.content()).not.toContain(secret);
    const { apps: listed } = await own('bob', 'GET', '');
    const made = listed.find(({ name }: { name: string }) => name === 'By keyboard');
    expect([made.team_name, made.website]).toEqual(['Core', 'https://app.example/']);
    await window.close();
  });

  it('offer no team that the person only views', async () => {
    const places = async (person: Person) => {
      const window = await open('/developers/apps/new', person);
      await window.page.getByRole('combobox', { name: 'Belongs to' }).press('ArrowDown');
      await window.page.getByRole('option').first().waitFor();
      const names = await window.page.getByRole('option').allInnerTexts();
      await window.close();
      return names;
    };
    expect(await places('bob')).toEqual(['Your organization', 'The team Core']);
    expect(await places('carla')).toEqual(['Your organization']);
  });

  it('say beside each field what is wrong with it, and keep the valid fields', async () => {
    const window = await open(appPath(await make({ name: 'Wrong' })), 'bob');
    const { page } = window;
    await button(page, 'Add an address').click();
    await field(page, 'Redirect address 1').fill('http://app.example/callback');
    await field(page, 'Redirect address 2').fill('javascript:alert(1)');
    await field(page, 'Website (optional)').fill('app.example');
    await field(page, 'Name').fill(' ');
    await button(page, 'Publish').click();
    await page.getByText('A name is missing.').waitFor();
    await page.locator('[name=name]:focus').waitFor();
    const errorOf = async (label: string) => {
      const ids = (await field(page, label).getAttribute('aria-describedby')) ?? '';
      return (await Promise.all(ids.split(' ').map((id) => page.locator(`[id="${id}"]`).innerText()))).join(
        ' ',
      );
    };
    expect(await errorOf('Redirect address 1')).toContain('Use https://.');
    expect(await errorOf('Website (optional)')).toContain('begins with https://');
    expect(await page.getByText('Choose at least one scope.').count()).toBe(1);
    await expectAccessible(page);
    await keepWholePicture(page, 'console-app-wrong');
    await field(page, 'Name').fill('Wrong');
    await field(page, 'Website (optional)').fill('');
    await field(page, 'Redirect address 1').fill(callback);
    // What only the server knows stands beside the field as well.
    const refusal = 'The redirect URL "javascript:alert(1)" is neither https:// nor http://';
    await page.getByText(refusal).waitFor();
    expect(await errorOf('Redirect address 2')).toContain(refusal);
    await button(page, 'Remove redirect address 2').click();
    await saved(page);
    await window.context.close();
  });

  it('accept as a logo only a picture of the right kind and size', async () => {
    const window = await open(appPath(await make({ name: 'Logo' })), 'bob');
    const { page } = window;
    const says = (words: RegExp) => page.getByText(words).waitFor();
    await chooseLogo(page, png('large.png', Buffer.alloc(300 * 1024)));
    await says(/“large.png” has 300 KB; 256 KB is the most\./);
    await chooseLogo(page, png('torn.png', Buffer.from('no picture')));
    await says(/“torn.png” cannot be read as a picture\./);
    await chooseLogo(page, { ...png('page.svg'), mimeType: 'image/svg+xml' });
    await says(/“page.svg” is not a PNG, JPEG, GIF or WebP\./);
    await chooseLogo(page, { ...png('misnamed.jpg'), mimeType: 'image/jpeg' });
    await says(/The logo is not an image of the type it says\./);
    await chooseLogo(page, png('logo.png'));
    await saved(page);
    await page.reload();
    expect(await page.locator('.logo-field img').getAttribute('src')).toBe(logo);
    await window.context.close();
  });

  it('ask before changes of a published app are left behind', async () => {
    const id = await make({ ...complete, visibility: 'private' }, ['publish']);
    const window = await open(appPath(id), 'bob');
    const { page } = window;
    await field(page, 'Description').fill('Other words.');
    await page.getByRole('link', { name: 'Account' }).click();
    await page.getByRole('alertdialog').waitFor();
    await expectAccessible(page);
    await button(page, 'Stay').click();
    await button(page, 'Save changes').click();
    await saved(page);
    expect((await own('bob', 'GET', `/${id}`)).description).toBe('Other words.');
    await field(page, 'Description').fill('Words that are left behind.');
    await page.getByRole('link', { name: 'Account' }).click();
    await button(page, 'Leave').click();
    await heading(page, 'Account').waitFor();
    expect((await own('bob', 'GET', `/${id}`)).description).toBe('Other words.');
    await window.close();
  });

  it('give an app a new secret, and delete it', async () => {
    const id = await make();
    const window = await open(appPath(id), 'bob');
    const { page } = window;
    await button(page, 'New secret').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'New secret' }).click();
    const secret = await field(page, 'Client secret').inputValue();
    expect(secret.length).toBeGreaterThan(30);
    await page.reload();
    await heading(page, 'Credentials').waitFor();
    expect(await page.content()).not.toContain(secret);
    await button(page, 'Delete app').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete app' }).click();
    await heading(page, 'Apps').waitFor();
    expect((await self.oauth.own('bob', 'GET', `${apps}/${id}`)).status).toBe(404);
    await window.close();
  });

  it('[PROJ-06] ask an administrator of the organization to open the lists of projects', async () => {
    const scopes = ['projects:read'];
    const id = await make({ ...complete, visibility: 'private', scopes }, ['publish']);
    const window = await open(appPath(id), 'bob');
    await button(window.page, 'Ask for approval').click();
    await window.page.getByText('Asked for. An administrator of the organization decides.').waitFor();
    await window.close();
    const other = await open(appPath(id), 'alice');
    await button(other.page, 'Approve').click();
    await button(other.page, 'Take approval back').waitFor();
    expect((await own('bob', 'GET', `/${id}`)).projects_access).toBe('approved');
    await other.close();
  });

  it('approve only the revision that was looked at', async () => {
    const id = await make({ ...complete, name: 'Moving' }, ['publish']);
    const window = await open('/reviews', 'administrator');
    await own('bob', 'PUT', `/${id}`, { description: 'Something else.' });
    await own('bob', 'POST', `/${id}/publish`);
    await button(window.page, 'Approve Moving').click();
    await window.page.getByText('The app was changed since that revision; look at it again.').waitFor();
    expect((await own('bob', 'GET', `/${id}`)).state).toBe('draft');
    await window.context.close();
  });
});

onOwnServers('The life of an app', ({ postgres }) => {
  describe.skipIf(!hasChromium)(`in a browser${withoutChromium}`, () => {
    const { self, own, open, appPath } = onServer(postgres);
    let bob: ConsoleWindow;
    let reviewer: ConsoleWindow;
    const mine = { clientId: '', clientSecret: '' };
    const app = () => own('bob', 'GET', `/${mine.clientId}`);
    /** Somebody allows the app, which then has a token for them. */
    const use = async (person: Exclude<Person, 'administrator'>) => {
      const code = await self.oauth.code(person, { client_id: mine.clientId });
      return (await self.oauth.exchange(code, {}, mine)).json.access_token;
    };
    const consent = async (person: Exclude<Person, 'administrator'>) =>
      (await self.oauth.visit(person, self.oauth.page({ client_id: mine.clientId }))).text;
    const looked = async (window: ConsoleWindow) => {
      await window.goto('/reviews');
      await heading(window.page, 'Measure').waitFor();
    };

    beforeAll(async () => {
      bob = await open('/developers/apps', 'bob');
      reviewer = await open('/reviews', 'administrator');
    });
    afterAll(async () => {
      await bob?.context.close();
      await reviewer?.context.close();
    });

    it('[OAUTH-01, OAUTH-05, OAUTH-06, OAUTH-17] begins as a draft, with an id and a secret', async () => {
      const { page } = bob;
      await page.getByRole('link', { name: 'New app' }).click();
      await field(page, 'Name').fill('Measure');
      await button(page, 'Create app').click();
      mine.clientSecret = await field(page, 'Client secret').inputValue();
      mine.clientId = await page.locator('main code').innerText();
      await page.getByRole('link', { name: 'Configure it' }).click();
      await heading(page, 'Draft').waitFor();
    });

    it('[OAUTH-27] is saved half-filled, and is unchanged when it is opened again', async () => {
      const { page } = bob;
      await field(page, 'Redirect address 1').fill(callback);
      await field(page, 'Description').fill('Measures distances.');
      // At once: nothing was saved yet.
      await page.getByRole('link', { name: 'Files' }).click();
      await heading(page, 'Files').waitFor();
      await bob.goto(appPath(mine.clientId));
      expect(await field(page, 'Redirect address 1').inputValue()).toBe(callback);
      await field(page, 'Description').fill('Measures distances, half way.');
      await saved(page);
      await page.reload();
      expect(await field(page, 'Description').inputValue()).toBe('Measures distances, half way.');
      expect((await app()).state).toBe('draft');
    });

    it('[OAUTH-11, OAUTH-18, OAUTH-25] is published for its organization', async () => {
      const { page } = bob;
      await button(page, 'Publish').click();
      await page.getByText('Choose at least one scope.').waitFor();
      await page.getByText('See your name, e-mail address and picture').click();
      await button(page, 'Publish').click();
      await heading(page, 'Private').waitFor();
      expect((await self.oauth.asApp(await use('carla'))).status).toBe(200);
      expect(await consent('dan')).toContain('not open to your account');
    });

    it('[OAUTH-13, OAUTH-14, OAUTH-19] is made public, and submitted when nothing is missing', async () => {
      const { page } = bob;
      await page.locator('label', { hasText: 'Everybody' }).click();
      await button(page, 'Submit for review').click();
      await page.getByText('A public app needs a logo.').waitFor();
      await page.getByText('Say how the reviewer can try the app.').waitFor();
      await chooseLogo(page, png('logo.png'));
      await field(page, 'How the reviewer can try it').fill('Sign in.\nMeasure something.');
      await button(page, 'Submit for review').click();
      await heading(page, 'Private, in review').waitFor();
      expect(await consent('dan')).toContain('not open to your account');
    });

    it('is rejected with a comment, corrected, and submitted again', async () => {
      await looked(reviewer);
      await reviewer.page.getByText('Measure something.').waitFor();
      await button(reviewer.page, 'Send back Measure').click();
      await reviewer.page.getByText('Say what has to change').waitFor();
      await field(reviewer.page, 'Message to its maker').fill('Say of what.');
      await button(reviewer.page, 'Send back Measure').click();
      await reviewer.page.getByText('“Measure” is sent back.').waitFor();
      const { page } = bob;
      await page.reload();
      await page.getByText('Say of what.').waitFor();
      await field(page, 'Description').fill('Measures distances between layers.');
      await button(page, 'Submit for review').click();
      await heading(page, 'Private, in review').waitFor();
    });

    it('[OAUTH-03, OAUTH-20, OAUTH-26] is approved, and open to everybody', async () => {
      await looked(reviewer);
      await button(reviewer.page, 'Approve Measure').click();
      await reviewer.page.getByText('“Measure” is approved.').waitFor();
      await reviewer.page.getByText('No app waits for a review.').waitFor();
      expect((await self.oauth.asApp(await use('dan'))).status).toBe(200);
    });

    it('[OAUTH-22] stays as it was approved until a change of it is approved', async () => {
      const { page } = bob;
      await page.reload();
      await heading(page, 'Public').waitFor();
      await field(page, 'Description').fill('Measures all there is.');
      await button(page, 'Submit changes for review').click();
      const row = page.getByRole('row', { name: /^Description/ });
      await row.waitFor();
      expect(await row.getByRole('cell').allInnerTexts()).toEqual([
        'Measures distances between layers.',
        'Measures all there is.',
      ]);
      expect(await consent('dan')).toContain('Measures distances between layers.');
      await looked(reviewer);
      expect(await reviewer.page.getByRole('row').allInnerTexts()).toHaveLength(2);
      await button(reviewer.page, 'Approve Measure').click();
      await reviewer.page.getByText('“Measure” is approved.').waitFor();
      expect(await consent('dan')).toContain('Measures all there is.');
    });

    it('discards changes that nobody approved', async () => {
      const { page } = bob;
      await page.reload();
      await field(page, 'Name').fill('Unmeasured');
      await button(page, 'Submit changes for review').click();
      await button(page, 'Take changes back').click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Take changes back' }).click();
      await heading(page, 'Measure').waitFor();
      expect(await field(page, 'Name').inputValue()).toBe('Measure');
      expect([(await app()).review, bob.complaints, reviewer.complaints]).toEqual(['none', [], []]);
    });
  });
});
