import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { fileOf } from './harness/cast.ts';
import { hasChromium, openChromium, withoutChromium } from './harness/chromium.ts';
import { openConsole } from './harness/console.ts';
import { anyEngine } from './harness/engines.ts';
import { type OauthWorld, oauthWorld } from './harness/oauth.ts';
import { sampleShop } from './harness/sample-design.ts';

/** By themselves pages ask every fifteen seconds or later. These do not, so what they show of others was told. */
const asksNever = `for (const name of ['setInterval', 'setTimeout']) {
  const begin = window[name];
  window[name] = (act, ms, ...rest) => (ms >= 15_000 ? 0 : begin(act, ms, ...rest));
}`;

describe.skipIf(!hasChromium)(`Two people at one file in two browsers${withoutChromium}`, () => {
  const server = anyEngine();
  let chromium: Awaited<ReturnType<typeof openChromium>>;
  let oauth: OauthWorld;

  beforeAll(async () => {
    const files = [fileOf('shop', sampleShop(), { name: 'Lantern shop' })];
    oauth = await oauthWorld(server, [], { files });
    chromium = await openChromium(server);
  });
  afterAll(() => chromium?.close());

  async function open(person: 'alice' | 'bob', path: string, { mayComplain = false } = {}) {
    const browser = chromium.browser as Browser;
    const window = await openConsole({ browser, server, path: '/files', email: oauth.emailOf(person) });
    onTestFinished(() => (mayComplain ? window.context.close() : window.close()));
    await window.page.addInitScript(asksNever);
    await window.goto(path);
    return window.page;
  }
  const key = () => oauth.world.id('shop');

  it('see each other’s comments, replies and reactions, and keep what they are writing', async () => {
    const path = `/design/${key()}/Shop?panel=comments`;
    const [alice, bob] = [await open('alice', path), await open('bob', path)];
    await bob.getByRole('textbox', { name: 'Comment' }).fill('Half a thou');
    await alice.getByRole('textbox', { name: 'Comment' }).fill('Is the price right?');
    await alice.getByRole('button', { name: 'Send' }).click();
    await bob.getByRole('list', { name: 'Threads' }).getByText('Is the price right?').waitFor();
    expect(await bob.getByRole('textbox', { name: 'Comment' }).inputValue()).toBe('Half a thou');
    await bob.getByRole('button', { name: 'Unread', exact: true }).click();
    await bob.getByRole('img', { name: 'Unread' }).waitFor();
    await bob.getByRole('list', { name: 'Threads' }).getByText('Is the price right?').click();
    const thread = bob.getByRole('region', { name: 'Thread' });
    await thread.getByRole('textbox', { name: 'Reply' }).fill('It is');
    await thread.getByRole('button', { name: 'Send' }).click();
    await alice.getByRole('region', { name: 'Thread' }).getByText('It is').waitFor();
    await alice.getByRole('button', { name: 'heart, 0' }).first().click();
    await thread.getByRole('button', { name: 'heart, 1' }).first().waitFor();
    await thread.getByRole('button', { name: 'All threads' }).click();
    await bob.getByRole('list', { name: 'Threads' }).getByText('Is the price right?').waitFor();
    expect(await bob.getByRole('img', { name: 'Unread' }).count()).toBe(0);
  });

  it('see what the other one changes of the design, without losing what they look at', async () => {
    // Squares of the picture that are asked for just then are gone, of which browsers complain.
    const page = await open('bob', `/design/${key()}/Shop?node-id=71-1`, { mayComplain: true });
    await page.getByRole('region', { name: 'Text', exact: true }).getByText('Lamps').waitFor();
    const patch = [{ op: 'set', id: '71:1', properties: { characters: 'Lanterns' } }];
    const patched = await oauth.own('alice', 'PATCH', `/workspace/v1/files/${key()}/nodes`, {
      operations: patch,
    });
    expect([patched.status, patched.text]).toEqual([200, patched.text]);
    await page.getByRole('region', { name: 'Text', exact: true }).getByText('Lanterns').waitFor();
    expect(new URL(page.url()).searchParams.get('node-id')).toBe('71-1');
    const renamed = await oauth.own('alice', 'PATCH', `/workspace/v1/files/${key()}`, { name: 'Night shop' });
    expect(renamed.status).toBe(200);
    await page.getByRole('heading', { name: 'Night shop', level: 1 }).waitFor();
  });

  it('see a variable that the other one makes beside what they have not saved themselves', async () => {
    const make = (name: string) =>
      oauth.world.call('POST', `/v1/files/${key()}/variables`, {
        as: 'alice',
        body: { variableCollections: [{ action: 'CREATE', id: 'new', name }] },
      });
    expect((await make('Theme')).status).toBe(200);
    const page = await open('bob', `/files/variables/${key()}`, { mayComplain: true });
    await page.getByRole('button', { name: /^Theme/ }).click();
    expect((await make('Spacing')).status).toBe(200);
    await page.getByRole('button', { name: /^Spacing/ }).waitFor();
  });
});
