import { createHash, type X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { connect } from 'node:tls';
import chromium from '@sparticuz/chromium';
import { type Browser, type Page, chromium as playwright } from 'playwright-core';
import { unpackChromium } from './chromium-files.ts';
import type { Target } from './client.ts';

export const hasChromium = process.platform === 'linux' && process.arch === 'x64';
/** For the title of checks that need it. */
export const withoutChromium = hasChromium
  ? ''
  : ` (left out: no Chromium for ${process.platform}-${process.arch})`;

/**
 * In a single process the browser ends with its first page; origins are kept apart as in the browsers of people. Of two
 * lists of features Chromium takes the last one, and that of Playwright is what its own waiting counts on.
 */
const unwanted = /^--(single-process|disable-web-security|(dis|en)able-features=.*)$/;

/**
 * How long all browsers of the checks wait for a page: on a busy machine it comes late, and what never comes is told,
 * with what was in the way, while the check still runs. No check has a limit of its own.
 */
const patienceMs = 90_000;

/** A Chromium that trusts the servers and sees nothing of the machine's settings and fonts. One for each file. */
export async function openChromium(
  ...targets: readonly Target[]
): Promise<{ readonly browser: Browser; close(): Promise<void> }> {
  const { executablePath, env, remove } = await unpackChromium();
  chromium.setGraphicsMode = false;
  const args = [
    ...chromium.args.filter((arg) => !unwanted.test(arg)),
    `--ignore-certificate-errors-spki-list=${(await Promise.all(targets.map(keyHash))).join(',')}`,
  ];
  const launch = () => playwright.launch({ executablePath, env, args });
  // Once in some hundred starts it ends by a fault of its own before it has begun.
  const browser = await launch().catch(launch);
  browser.on('context', (context) => context.setDefaultTimeout(patienceMs));
  return {
    browser,
    close: async () => {
      await browser.close();
      await remove();
    },
  };
}

/** What names the server's key to Chromium, which cannot be given an authority to trust. */
async function keyHash({ url, ca }: Target): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), ca });
  const certificate = await new Promise<X509Certificate>((resolve, reject) => {
    socket.once('secureConnect', () => resolve(socket.getPeerX509Certificate() as X509Certificate));
    socket.once('error', reject);
  });
  socket.destroy();
  const key = certificate.publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(key).digest('base64');
}

/** Keeps a picture where VITRINE_SCREENSHOTS names a folder, for people to look at. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env.VITRINE_SCREENSHOTS;
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`) });
}
