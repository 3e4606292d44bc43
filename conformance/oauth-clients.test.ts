import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { openBrowser } from './harness/browser.ts';
import { anyEngine } from './harness/engines.ts';
import { app, oauthWorld, secret } from './harness/oauth.ts';
import { runVitrine } from './harness/vitrine-process.ts';

const clients = fileURLToPath(new URL('./harness/oauth-clients.mjs', import.meta.url));

/** As Auth.js names it; the others take any. */
const callback = 'https://site.example/auth/callback/figma';

interface Begun {
  readonly address: string;
  readonly cookies?: string;
}

/** Runs one step of a library, which calls the hosts that it knows and nothing else of the network. */
async function runClient<T>(clientId: string, ...step: string[]): Promise<T> {
  const { url, caPath } = anyEngine();
  const { code, stdout, stderr } = await runVitrine(
    ['run', '--url', url, '--ca', caPath, '--offline', '--', process.execPath, clients, ...step],
    { CLIENT_ID: clientId, CLIENT_SECRET: secret, CALLBACK: callback },
  );
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

it.each(['arctic', '@auth/core', 'simple-oauth2', 'passport-figma'])(
  'The client library %s completes the flow unmodified',
  async (library) => {
    const engine = anyEngine();
    const oauth = await oauthWorld(engine, [app('app', { redirect_urls: [callback] })]);
    const clientId = oauth.world.id('app');
    const { address, cookies = '' } = await runClient<Begun>(clientId, library, 'begin');
    const begun = new URL(address);
    expect(begun.origin + begun.pathname).toBe('https://www.figma.com/oauth');
    const browser = openBrowser(engine);
    const page = await oauth.visit('bob', `/oauth${begun.search}`, browser);
    const back = new URL(String((await browser.submit(page, 'Allow')).headers.location));
    expect(back.searchParams.get('state')).toBe(begun.searchParams.get('state'));
    const ended = await runClient(clientId, library, 'end', back.search, cookies);
    const bob = oauth.world.id('12');
    expect(ended).toEqual([bob, bob, 403]);
  },
);
