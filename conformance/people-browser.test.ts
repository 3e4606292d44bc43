import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, keepPicture, openChromium, withoutChromium } from './harness/chromium.ts';
import { expectAccessible } from './harness/console.ts';
import { linkIn, type MailReceiver, startMailReceiver } from './harness/mail-receiver.ts';
import { type OauthWorld, oauthWorld, password } from './harness/oauth.ts';
import { goodPassword, otherPassword, peopleOf } from './harness/people.ts';
import { type Server, startServer } from './harness/server.ts';

describe.skipIf(!hasChromium)(`Joining and choosing another password in a browser${withoutChromium}`, () => {
  let chromium: Awaited<ReturnType<typeof openChromium>>;
  let mail: MailReceiver;
  let server: Server;
  let oauth: OauthWorld;

  beforeAll(async () => {
    mail = await startMailReceiver();
    const env = { VITRINE_SMTP_URL: mail.url, VITRINE_MAIL_FROM: 'design@vitrine.example' };
    server = await startServer({ env });
    oauth = await oauthWorld(server);
    chromium = await openChromium(server);
  });
  afterAll(async () => {
    await chromium?.close();
    await server?.stop();
    await server?.installation.remove();
    await mail?.close();
  });

  async function openPage(path: string, look: { dark?: boolean; narrow?: boolean } = {}) {
    const context = await chromium.browser.newContext({
      colorScheme: look.dark ? 'dark' : 'light',
      viewport: { width: look.narrow ? 320 : 420, height: 900 },
    });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(server.url + path);
    return { page, complaints };
  }

  const look = async (page: Page, name: string) => {
    await keepPicture(page, name);
    await expectAccessible(page);
  };

  it.each([{ dark: false }, { dark: true, narrow: true }])(
    'an invited person joins by the keyboard alone, %j',
    async (how) => {
      const email = `nora-${how.dark}@example.com`;
      expect((await peopleOf(oauth).invite(email)).status).toBe(200);
      const { page, complaints } = await openPage(linkIn(await mail.mailTo(email)), how);
      await look(page, `invitation-${how.dark ? 'dark-narrow' : 'light'}`);
      // The name has the focus from the start; the address comes before the password.
      await page.keyboard.type('Nora');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.type(`nora-${how.dark}@example.com`);
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
      await look(page, `invitation-refused-${how.dark ? 'dark-narrow' : 'light'}`);
      expect(await page.getByLabel('Name').inputValue()).toBe('Nora');
      await page.getByLabel('Password', { exact: true }).fill(goodPassword);
      await page.keyboard.press('Enter');
      await page.waitForURL(({ pathname }) => !pathname.startsWith('/invitation/'));
      await page.goto(`${server.url}/sign-in`);
      await page.getByText(`As Nora (${email})`).waitFor();
      expect(complaints.filter((words) => !/400|503/.test(words))).toEqual([]);
    },
  );

  it('a person with an account signs in and joins with it; anybody else is told that the invitation is not for them', async () => {
    const email = oauth.emailOf('dan');
    await peopleOf(oauth).invite(email);
    const path = linkIn(await mail.mailTo(email));
    const { page } = await openPage(path);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('E-mail address').fill(oauth.emailOf('bob'));
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'This invitation is for somebody else' }).waitFor();
    await look(page, 'invitation-somebody-else');
    await page.getByRole('button', { name: 'Sign out, and go on' }).click();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('You are signed in as').waitFor();
    await look(page, 'invitation-join');
    await page.getByRole('button', { name: 'Join' }).click();
    await page.goto(server.url + path);
    await page.getByRole('heading', { name: 'This invitation is not there' }).waitFor();
    await look(page, 'invitation-used');
  });

  it('a person who forgot their password asks for a link and chooses another', async () => {
    const { page, complaints } = await openPage('/sign-in');
    await look(page, 'sign-in-with-forgot-password');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await look(page, 'forgot-password');
    await page.keyboard.type(oauth.emailOf('carla'));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Look into your mail' }).waitFor();
    await look(page, 'forgot-password-sent');
    await page.goto(server.url + linkIn(await mail.mailTo(oauth.emailOf('carla'))));
    await look(page, 'reset-password');
    await page.getByLabel('Password', { exact: true }).fill(otherPassword);
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByRole('heading', { name: 'Your password is changed' }).waitFor();
    await look(page, 'reset-password-done');
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('E-mail address').fill(oauth.emailOf('carla'));
    await page.getByLabel('Password').fill(otherPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Files' }).waitFor();
    expect(complaints).toEqual([]);
  });
});
