import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileOf } from './harness/cast.ts';
import { hasChromium, openChromium, withoutChromium } from './harness/chromium.ts';
import { anyEngine, presentEngines } from './harness/engines.ts';
import { exampleFile } from './harness/example-file.ts';
import { focused, handNames, hands, signInBy } from './harness/hands.ts';
import { type OauthWorld, oauthWorld } from './harness/oauth.ts';
import { openReceiver, type Receiver } from './harness/receiver.ts';

describe.skipIf(!hasChromium)(`The day of who makes a tool${withoutChromium}`, () => {
  const server = anyEngine();
  let chromium: Awaited<ReturnType<typeof openChromium>>;
  let oauth: OauthWorld;
  let receiver: Receiver;
  beforeAll(async () => {
    chromium = await openChromium(...presentEngines());
    oauth = await oauthWorld(server, [], { files: [fileOf('main', exampleFile, { name: 'Start page' })] });
    receiver = await openReceiver();
  });
  afterAll(async () => {
    await chromium?.close();
    await receiver?.close();
  });

  it.each(handNames)(
    'goes by %s from signing in by a token, a call and a webhook to what was sent and asked, and ends the token',
    async (hand) => {
      const context = await (chromium.browser as Browser).newContext();
      const page = await context.newPage();
      const by = hands[hand](page);
      const { press, tabTo, type, use, turn } = by;
      await page.goto(`${server.url}/developers`);
      await signInBy(by, oauth.emailOf('alice'));
      await page.getByRole('heading', { name: 'Developers', level: 1 }).waitFor();

      await use('Create a token');
      await page.getByRole('heading', { name: 'New token', level: 1 }).waitFor();
      await expect.poll(() => page.evaluate<string>(focused)).toContain('Name');
      await type('Nightly');
      await use('Choose all that read designs');
      await turn(/current_user:read/);
      await use('Create token');
      const token = await page.getByLabel('Token', { exact: true }).inputValue();

      await page.goto(`${server.url}/developers/try/getMe`);
      await tabTo('Token');
      await type(token);
      await press('Enter');
      await page.getByText('"handle": "Alice"').waitFor();

      await use('Webhooks');
      await use('Create webhook on Core');
      await expect.poll(() => page.evaluate<string>(focused)).toContain('Endpoint');
      await type(`${receiver.url}/hook`);
      await tabTo('Passcode');
      await type('open sesame');
      await press('Enter');
      const rows = page.getByRole('table', { name: 'Deliveries' }).locator('tbody tr');
      await expect.poll(() => rows.count(), { timeout: 30_000 }).toBe(1);
      await use('Send a test');
      await expect.poll(() => rows.filter({ hasText: 'Delivered' }).count(), { timeout: 30_000 }).toBe(2);
      await use(/^Resend PING/);
      await receiver.until(3);
      await use(/ · Answered 200$/);
      await page.locator('details[open]').getByText('"event_type": "PING"').first().waitFor();
      await use('Show the secret');
      await expect.poll(() => page.getByLabel('Secret', { exact: true }).inputValue()).toMatch(/^whsec_/);

      await use('Requests');
      await page.getByRole('table', { name: 'Requests' }).getByText('/v1/me').first().waitFor();
      await use('Security');
      await use('Revoke Nightly');
      await page.getByRole('alertdialog').waitFor();
      await use('Revoke');
      await page.getByRole('row', { name: /^Nightly/ }).waitFor({ state: 'detached' });
      expect((await oauth.call('GET', '/v1/me', { token })).status).toBe(403);
      await context.close();
    },
  );
});
