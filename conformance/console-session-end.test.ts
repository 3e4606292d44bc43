import { readFileSync } from 'node:fs';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileOf } from './harness/cast.ts';
import { hasChromium, openChromium, withoutChromium } from './harness/chromium.ts';
import {
  type ConsoleWindow,
  expectAccessible,
  keepWholePicture,
  openConsole,
  signIn,
} from './harness/console.ts';
import { anyEngine, presentEngines } from './harness/engines.ts';
import { type OauthWorld, oauthWorld } from './harness/oauth.ts';
import { sampleShop } from './harness/sample-design.ts';

const lumen = JSON.parse(readFileSync(new URL('../fixtures/sample/lumen.json', import.meta.url), 'utf8'));

/** Something that is written on a page. */
interface Written {
  readonly path: string;
  readonly fill: (page: Page) => Promise<unknown>;
  /** What is pressed then. */
  readonly send: (page: Page) => Locator;
  /** What is seen once the server has it. */
  readonly stored: (page: Page) => Locator;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

const writtenIn = (file: string): Readonly<Record<string, Written>> => ({
  'the name of a site': {
    path: `/design/${file}/Lumen`,
    fill: async (page) => {
      await button(page, 'Share').click();
      await field(page, 'Name of the site').fill('Harbour lights');
    },
    send: (page) => button(page, 'Publish as a site'),
    stored: (page) => page.getByRole('list', { name: 'Sites' }).getByText('Harbour lights'),
  },
  'what is published of a library': {
    path: `/files/library/${file}`,
    fill: async (page) => {
      await button(page, 'Publish').click();
      await field(page, 'What changed').fill('The lamps of the harbour');
    },
    send: (page) => page.getByRole('dialog').getByRole('button', { name: 'Publish' }),
    stored: (page) => page.getByText('The lamps of the harbour'),
  },
  'the name of a branch': {
    path: `/files/compare/${file}`,
    fill: async (page) => {
      await button(page, 'New branch').click();
      await field(page, 'Name').fill('Harbour');
    },
    send: (page) => button(page, 'Make it'),
    stored: (page) => page.getByRole('main').getByText('Harbour').first(),
  },
  'a webhook': {
    path: '/developers/webhooks',
    fill: async (page) => {
      await button(page, 'Create webhook on Core').click();
      await field(page, 'Endpoint').fill('http://127.0.0.1:8099/harbour');
      await field(page, 'Passcode').fill('open sesame');
    },
    send: (page) => button(page, 'Create'),
    stored: (page) => page.getByRole('heading', { name: 'http://127.0.0.1:8099/harbour' }),
  },
  'an invitation': {
    path: '/settings/organization/people/invite',
    fill: (page) => page.getByRole('main').getByLabel('E-mail address').fill('harbour@acme.example'),
    send: (page) => button(page, 'Invite'),
    stored: (page) => field(page, 'Link'),
  },
});

describe.skipIf(!hasChromium)(
  `Where the session ends in the middle of writing, the person signs in again over the page${withoutChromium}`,
  () => {
    const server = anyEngine();
    let chromium: Awaited<ReturnType<typeof openChromium>>;
    let oauth: OauthWorld;
    let window: ConsoleWindow;
    beforeAll(async () => {
      const files = [
        fileOf('lumen', lumen, { name: 'Lumen' }),
        fileOf('shop', sampleShop(), { name: 'Shop' }),
      ];
      oauth = await oauthWorld(server, [], { files });
      chromium = await openChromium(...presentEngines());
      const email = oauth.emailOf('alice');
      window = await openConsole({ browser: chromium.browser as Browser, server, path: '/files', email });
    });
    afterAll(() => chromium?.close());

    const question = () => window.page.getByRole('dialog', { name: 'Sign in again' });

    /** Presses something without a session. The page may find that out by itself before it is pressed. */
    async function sendSignedOut(send: Locator): Promise<() => Promise<unknown>> {
      await window.context.clearCookies();
      const isSent = send.click({ timeout: 5_000 }).then(
        () => true,
        () => false,
      );
      await question().getByLabel('E-mail address').waitFor();
      return async () => (await isSent) || send.click();
    }

    async function signInAgain(person: 'alice' | 'bob'): Promise<void> {
      await signIn(question(), oauth.emailOf(person));
    }

    it.each(Object.keys(writtenIn('')))('and %s goes to the server as it was written', async (what) => {
      const { page } = window;
      const { path, fill, send, stored } = writtenIn(oauth.world.id('lumen'))[what] as Written;
      await window.goto(path);
      await fill(page);
      const sendStill = await sendSignedOut(send(page));
      await expectAccessible(page);
      await keepWholePicture(page, `console-signed-out-${what.replaceAll(' ', '-')}`);
      await page.keyboard.press('Escape');
      await signInAgain('alice');
      await question().waitFor({ state: 'detached' });
      await sendStill();
      await stored(page).waitFor();
      expect(window.complaints.filter((complaint) => complaint.includes('Content Security'))).toEqual([]);
    });

    it('and the state of development of a layer is set with the message that was written', async () => {
      const { page } = window;
      await window.goto(`/design/${oauth.world.id('shop')}/Shop?node-id=71-11`);
      const state = page.getByRole('region', { name: 'Development', exact: true });
      await state.getByLabel('State').selectOption('READY_FOR_DEV');
      await state.getByLabel('Message').fill('Mind the gap');
      const sendStill = await sendSignedOut(button(page, 'Set state'));
      await signInAgain('alice');
      await question().waitFor({ state: 'detached' });
      await sendStill();
      const nodes = `/v1/files/${oauth.world.id('shop')}/nodes?ids=71:11`;
      const status = async () => (await oauth.world.get(nodes)).json.nodes['71:11'].document.devStatus;
      await expect.poll(status).toMatchObject({ type: 'READY_FOR_DEV', description: 'Mind the gap' });
    });

    it('and an answer of before, that there is no such file, is not believed', async () => {
      const { page } = window;
      await window.goto(`/design/${oauth.world.id('shop')}/Shop`);
      await button(page, 'Share').click();
      await field(page, 'Name of the site').fill('Late news');
      const late = Promise.withResolvers<void>();
      let asked = 0;
      await page.route(/\/viewer\/v1\/files\/\w+(\?|$)/, async (route) => {
        asked += 1;
        if (asked > 1) return route.continue();
        await late.promise;
        await route.fulfill({ status: 404, json: {} });
      });
      await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
      await expect.poll(() => asked).toBe(1);
      const sendStill = await sendSignedOut(button(page, 'Publish as a site'));
      await signInAgain('alice');
      await question().waitFor({ state: 'detached' });
      late.resolve();
      await expect.poll(() => asked).toBeGreaterThan(1);
      await sendStill();
      await page.getByRole('list', { name: 'Sites' }).getByText('Late news').waitFor();
      await page.unrouteAll({ behavior: 'wait' });
    });

    it('and is told what is wrong; somebody else who signs in there is shown nothing of the page', async () => {
      const { page } = window;
      await window.goto(`/design/${oauth.world.id('shop')}/Shop?panel=comments`);
      const comment = page.getByRole('textbox', { name: 'Comment' });
      await comment.fill('Is the price right?');
      const sendStill = await sendSignedOut(button(page, 'Send'));
      await question().getByLabel('E-mail address').fill(oauth.emailOf('alice'));
      await question().getByLabel('Password', { exact: true }).fill('not the password');
      await page.keyboard.press('Enter');
      await question().getByText('The e-mail address or the password is wrong.').waitFor();
      await window.look('phone');
      await expectAccessible(page);
      await keepWholePicture(page, 'console-signed-out-phone');
      await signInAgain('bob');
      await question()
        .getByText(/^As Bob/)
        .waitFor();
      await keepWholePicture(page, 'console-signed-out-other');
      await expectAccessible(page);
      await window.look('light');
      await question().getByRole('button', { name: 'Sign out' }).click();
      await signInAgain('alice');
      await question().waitFor({ state: 'detached' });
      await sendStill();
      await page.getByRole('region', { name: 'Thread' }).getByText('Is the price right?').waitFor();
    });

    it('and what is left unsent is shown to nobody else in the same tab', async () => {
      const { page } = window;
      const path = `/design/${oauth.world.id('shop')}/Shop?panel=comments`;
      const comment = page.getByRole('textbox', { name: 'Comment' });
      const goAs = async (person: 'alice' | 'bob') => {
        // A page that is still there asks for a sign-in of its own, which takes the place of that of the next one.
        await page.goto('about:blank');
        await window.context.clearCookies();
        await page.goto(`${server.url}/sign-in?${new URLSearchParams({ next: path })}`);
        await signIn(page, oauth.emailOf(person));
        await comment.waitFor();
        return comment.inputValue();
      };
      await window.goto(path);
      await comment.fill('Between us');
      expect(await goAs('bob')).toBe('');
      expect(await goAs('alice')).toBe('Between us');
      await comment.fill('');
    });
  },
);
