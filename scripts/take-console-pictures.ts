/**
 * `node scripts/take-console-pictures.ts`: makes the pictures of the console and of the page of a file that the documentation shows,
 * of the sample workspace, into `docs/images/console-*.png`; with names only those.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { openChromium } from '../conformance/harness/chromium.ts';
import { startVitrine } from '../conformance/harness/vitrine-process.ts';
import { projectFolder } from './generate/open-api.ts';

const person = 'alice@lumen.example';

interface Picture {
  readonly name: string;
  readonly path: string;
  readonly colorScheme: 'light' | 'dark';
  readonly height: number;
  /** Goes on from the page to what is to be seen. */
  readonly goOn?: (page: Page) => Promise<unknown>;
}

const pictures: readonly Picture[] = [
  { name: 'account', path: '/settings', colorScheme: 'light', height: 700 },
  { name: 'tokens', path: '/settings/security', colorScheme: 'light', height: 460 },
  { name: 'new-token', path: '/settings/security/new-token', colorScheme: 'dark', height: 860 },
  {
    name: 'people',
    path: '/settings/organization/people/invite',
    colorScheme: 'light',
    height: 780,
    goOn: invite,
  },
  {
    name: 'remove',
    path: '/settings/organization/people',
    colorScheme: 'dark',
    height: 780,
    goOn: async (page) => {
      await page.getByRole('table', { name: 'People' }).getByRole('link').nth(1).click();
      await page.getByRole('button', { name: 'Remove', exact: true }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'team',
    path: '/files',
    colorScheme: 'light',
    height: 620,
    goOn: async (page) => {
      await page.locator('.team-card').first().click();
      await page.locator('.file-card img').first().waitFor();
    },
  },
  {
    name: 'home',
    path: '/files',
    colorScheme: 'light',
    height: 700,
    goOn: (page) => page.locator('.file-card img').first().waitFor(),
  },
  {
    name: 'delete',
    path: '/files',
    colorScheme: 'light',
    height: 620,
    goOn: async (page) => {
      await page.locator('.team-card').first().click();
      await page.locator('main h2').first().waitFor();
      await page.locator('.section .button-more').first().click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByLabel(/^Write/).waitFor();
    },
  },
  { name: 'developers', path: '/developers', colorScheme: 'light', height: 700 },
  { name: 'webhooks', path: '/developers/webhooks', colorScheme: 'light', height: 560 },
  { name: 'requests', path: '/developers/requests', colorScheme: 'dark', height: 640 },
  {
    name: 'activity',
    path: '/settings/organization/activity',
    colorScheme: 'light',
    height: 760,
    goOn: async (page) => {
      for (const name of ['Harbour', 'Quay', 'Lighthouse']) await makeTeam(page, name);
      await page.goto(new URL('/settings/organization/activity', page.url()).href);
      await page.getByRole('table', { name: 'Activity' }).waitFor();
    },
  },
  {
    name: 'try',
    path: '/developers/try/getMe',
    colorScheme: 'light',
    height: 560,
    goOn: (page) => page.getByRole('heading', { name: 'Get current user' }).waitFor(),
  },
  {
    name: 'reference',
    path: '/files',
    colorScheme: 'light',
    height: 760,
    goOn: (page) => page.goto(new URL('/docs/dev-resources', page.url()).href),
  },
  {
    name: 'first-run',
    path: '/files',
    colorScheme: 'light',
    height: 860,
    goOn: async (page) => {
      await page.goto(new URL('/first-run', page.url()).href);
      await page.getByLabel('Name').fill('Ada Lindgren');
      await page.getByLabel('E-mail address').fill('ada@lumen.example');
    },
  },
  {
    name: 'server',
    path: '/files',
    colorScheme: 'light',
    height: 1000,
    goOn: async (page) => {
      await setUp(page);
      await page.goto(new URL('/server', page.url()).href);
      await page.getByText('Takes requests').waitFor();
    },
  },
  {
    name: 'compare',
    path: '/files/compare/LumenLibrary2026design',
    colorScheme: 'light',
    height: 1000,
    goOn: async (page) => {
      await page.setViewportSize({ width: 1280, height: 1000 });
      await page.getByRole('button', { name: 'Button Components / Controls · changed', exact: true }).click();
      await page.getByRole('img', { name: 'Button: after' }).waitFor();
    },
  },
  {
    name: 'library',
    path: '/files/library/LumenLibrary2026design',
    colorScheme: 'light',
    height: 900,
    goOn: async (page) => {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.getByRole('columnheader', { name: 'In files' }).first().waitFor();
      await wait(2500);
    },
  },
  {
    name: 'variables',
    path: '/files/variables/LumenLibrary2026design',
    colorScheme: 'light',
    height: 900,
    goOn: async (page) => {
      await page.setViewportSize({ width: 1680, height: 900 });
      await page.getByRole('button', { name: /^Theme/ }).click();
      const glass = page.getByRole('textbox', { name: 'surface/glass, Dark', exact: true });
      await glass.fill('#1e2a4ccc');
      await glass.press('Enter');
      await page.getByRole('img', { name: 'Foundations / Cover' }).waitFor();
      await wait(500);
    },
  },
  {
    name: 'prototype',
    path: '/files',
    colorScheme: 'light',
    height: 900,
    goOn: async (page) => {
      await page.goto(new URL('/proto/LanternShop2026screens/Shop?node-id=71-11', page.url()).href);
      await page.getByRole('img', { name: 'Frame Browse' }).waitFor();
      await page.locator('.hotspots').getByRole('button').first().waitFor();
      await page.locator('.hotspots').getByRole('button').first().focus();
      await wait(1000);
    },
  },
  {
    name: 'file',
    path: '/files',
    colorScheme: 'light',
    height: 720,
    goOn: async (page) => {
      await page.setViewportSize({ width: 1360, height: 720 });
      await page.goto(new URL('/design/LanternShop2026screens/Shop?node-id=72-10', page.url()).href);
      await page.getByRole('heading', { name: 'Button', level: 2 }).waitFor();
      await wait(1000);
    },
  },
];

const folder = mkdtempSync(join(tmpdir(), 'vitrine-pictures-'));
const server = startVitrine(['quickstart', '--port', '0', '--data', folder]);
try {
  const { url, password } = await untilWelcomed();
  const ca = readFileSync(join(folder, 'tls', 'ca.pem'), 'utf8');
  const { browser, close } = await openChromium({ url, ca });
  const named = process.argv.slice(2);
  const wanted = pictures.filter(({ name }) => named.length === 0 || named.includes(name));
  for (const picture of wanted) await take(browser, picture, { url, password });
  await close();
} finally {
  server.child.kill('SIGTERM');
  await server.ended;
  rmSync(folder, { recursive: true, force: true });
}

async function invite(page: Page): Promise<void> {
  await page.getByLabel('E-mail address', { exact: true }).fill('nora@lumen.example');
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByRole('link', { name: 'Done' }).click();
  await page.getByRole('row', { name: /nora/ }).waitFor();
}

async function makeTeam(page: Page, name: string): Promise<void> {
  await page.goto(new URL('/settings/organization/teams', page.url()).href);
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Name', { exact: true }).press('Enter');
  await page.getByRole('main').getByRole('link', { name }).waitFor();
}

/** Makes the account of the administrator, who is signed in from then on. */
async function setUp(page: Page): Promise<void> {
  await page.goto(new URL('/first-run', page.url()).href);
  await page
    .getByLabel('Administrator’s token')
    .fill(readFileSync(join(folder, 'admin-token'), 'utf8').trim());
  await page.getByLabel('Name').fill('Ada Lindgren');
  await page.getByLabel('E-mail address').fill('ada@lumen.example');
  await page.getByLabel('Password', { exact: true }).fill('lanterns along the harbour wall');
  await page.getByRole('button', { name: 'Make the account' }).click();
  await page.locator('#console h1').waitFor();
}

/** What the start printed: its address, and the password of the person. */
async function untilWelcomed(): Promise<{ url: string; password: string }> {
  for (;;) {
    const url = /Console +(\S+)\//.exec(server.stdout())?.[1];
    const password = new RegExp(`${person} +(\\S+)`).exec(server.stdout())?.[1];
    if (url !== undefined && password !== undefined) return { url, password };
    if (server.child.exitCode !== null) throw new Error(`The server ended: ${server.stderr()}`);
    await wait(100);
  }
}

async function take(
  browser: Browser,
  { name, path, colorScheme, height, goOn }: Picture,
  { url, password }: { url: string; password: string },
): Promise<void> {
  const context = await browser.newContext({ colorScheme, viewport: { width: 1040, height } });
  const page = await context.newPage();
  await page.goto(url + path);
  await page.getByLabel('E-mail address').fill(person);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.locator('#console h1').waitFor();
  await goOn?.(page);
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(projectFolder, 'docs', 'images', `console-${name}.png`) });
  await context.close();
}
