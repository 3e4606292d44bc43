/**
 * `node scripts/take-app-pictures.ts`: makes the pictures of the pages about apps that the documentation shows, of
 * an installation with nothing else in it, into `docs/images/console-app*.png` and `console-reviews.png`.
 */
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openChromium } from '../conformance/harness/chromium.ts';
import { openConsole } from '../conformance/harness/console.ts';
import { password } from '../conformance/harness/oauth.ts';
import { type Server, startServer } from '../conformance/harness/server.ts';
import { projectFolder } from './generate/open-api.ts';
import { makePictureApps } from './make-picture-apps.ts';

interface Picture {
  readonly name: string;
  readonly path: string;
  readonly colorScheme: 'light' | 'dark';
  readonly height: number;
  readonly goOn?: (page: Page) => Promise<unknown>;
}

const openApp = (name: string) => async (page: Page) => {
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { name: 'Credentials' }).waitFor();
};

const list = '/developers/apps';
const pictures: readonly Picture[] = [
  { name: 'apps', path: list, colorScheme: 'light', height: 540 },
  { name: 'app-draft', path: list, colorScheme: 'light', height: 1000, goOn: openApp('Icon export') },
  { name: 'app-changed', path: list, colorScheme: 'dark', height: 560, goOn: openApp('Handoff') },
  { name: 'reviews', path: '/reviews', colorScheme: 'light', height: 1000 },
];

const organization = '1';
const server = await startServer();
try {
  const email = await administratorWithPassword(server);
  const { browser, close } = await openChromium(server);
  await makePictureApps(browser, { target: server, token: server.adminToken, organization });
  for (const picture of pictures) await take(browser, picture, email);
  await close();
} finally {
  await server.stop();
  await server.installation.remove();
}

async function administratorWithPassword({ call, adminToken: token }: Server): Promise<string> {
  const users = `/workspace/v1/organizations/${organization}/users`;
  const [{ id, email }] = (await call('GET', users, { token })).json.users;
  await call('PUT', `${users}/${id}`, { token, body: { password } });
  return email;
}

async function take(browser: Browser, picture: Picture, email: string): Promise<void> {
  const { name, path, colorScheme, height, goOn } = picture;
  const look = { colorScheme, viewport: { width: 1040, height } };
  const window = await openConsole({ browser, server, email, path, look });
  await goOn?.(window.page);
  await window.page.waitForLoadState('networkidle');
  await window.page.screenshot({ path: join(projectFolder, 'docs', 'images', `console-${name}.png`) });
  await window.close();
}
