import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { openBrowser } from './harness/browser.ts';
import { anyEngine } from './harness/engines.ts';
import { callback, oauthWorld, secret } from './harness/oauth.ts';
import { runVitrine } from './harness/vitrine-process.ts';

const clients = fileURLToPath(new URL('./harness/oauth-clients.mjs', import.meta.url));

/** Runs one step of a library, which calls the hosts that it knows and nothing else of the network. */
async function runClient(clientId: string, ...step: string[]): Promise<unknown> {
  const { url, caPath } = anyEngine();
  const { code, stdout, stderr } = await runVitrine(
    ['run', '--url', url, '--ca', caPath, '--offline', '--', process.execPath, clients, ...step],
    { CLIENT_ID: clientId, CLIENT_SECRET: secret, CALLBACK: callback },
  );
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

it.each(['arctic', 'simple-oauth2', 'passport-figma'])(
  'The client library %s completes the flow unmodified',
  async (library) => {
    const engine = anyEngine();
    const oauth = await oauthWorld(engine);
    const begun = new URL(String(await runClient(oauth.world.id('app'), library, 'begin')));
    expect(begun.origin + begun.pathname).toBe('https://www.figma.com/oauth');
    const browser = openBrowser(engine);
    const page = await oauth.visit('bob', `/oauth${begun.search}`, browser);
    const back = new URL(String((await browser.submit(page, 'Allow')).headers.location));
    expect(back.searchParams.get('state')).toBe(begun.searchParams.get('state'));
    const ended = await runClient(oauth.world.id('app'), library, 'end', back.search);
    const bob = oauth.world.id('12');
    expect(ended).toEqual([bob, bob, 403]);
  },
);
