import { createHash, type X509Certificate } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { type Browser, type Page, chromium as playwright } from 'playwright-core';
import type { Target } from './client.ts';

export const hasChromium = process.platform === 'linux' && process.arch === 'x64';
/** For the title of checks that need it. */
export const withoutChromium = hasChromium
  ? ''
  : ` (left out: no Chromium for ${process.platform}-${process.arch})`;

/** In a single process the browser ends with its first page; origins are kept apart as in the browsers of people. */
const unwanted = new Set(['--single-process', '--disable-web-security']);

/** A Chromium that trusts the servers, in a folder of its own; both are gone after `close`. One for each file. */
export async function openChromium(
  ...targets: readonly Target[]
): Promise<{ readonly browser: Browser; close(): Promise<void> }> {
  // Chromium is unpacked into the temporary folder that the environment names when its package is loaded.
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-chromium-'));
  const { TMPDIR: before } = process.env;
  process.env.TMPDIR = folder;
  const { default: chromium, setupLambdaEnvironment } = await import('@sparticuz/chromium');
  // The package names the folder of its libraries when it is loaded, which may have been for a browser before.
  if (process.env.AWS_LAMBDA_JS_RUNTIME !== undefined) setupLambdaEnvironment(join(folder, 'al2023', 'lib'));
  chromium.setGraphicsMode = false;
  const browser = await launch(await chromium.executablePath(), [
    ...chromium.args.filter((arg) => !unwanted.has(arg)),
    `--ignore-certificate-errors-spki-list=${(await Promise.all(targets.map(keyHash))).join(',')}`,
  ]);
  return {
    browser,
    close: async () => {
      await browser.close();
      await rm(folder, { recursive: true, force: true });
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
    },
  };
}

/** This Chromium crashes at one of some hundred starts, before anything is asked of it. */
const mostLaunches = 3;

async function launch(executablePath: string, args: string[], count = 1): Promise<Browser> {
  try {
    return await playwright.launch({ executablePath, args });
  } catch (error) {
    if (count === mostLaunches) throw error;
    return launch(executablePath, args, count + 1);
  }
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
