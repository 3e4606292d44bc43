import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Target } from './client.ts';
import { password } from './oauth.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const desk = { width: 1280, height: 900 };

/**
 * How pages are looked at: on a desk, as wide as any screen, on a telephone, and as narrow as they have to fit. Where a
 * window gets 100 px lower, React Aria takes that for the keyboard of a screen, and keeps lists and dialogs transparent
 * for most of a second, which closes a list whose entry is clicked meanwhile.
 */
export const looks = {
  light: { colorScheme: 'light', viewport: desk },
  dark: { colorScheme: 'dark', viewport: { width: 2560, height: 900 } },
  phone: { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
  narrow: { colorScheme: 'light', viewport: { width: 320, height: 844 } },
} as const;
export type Look = keyof typeof looks;

/** A browser window in which somebody is signed in, at a page of the console. */
export interface ConsoleWindow {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What the browser complained about so far: errors, warnings, breaches of the content security policy. */
  readonly complaints: readonly string[];
  /** Goes to an address of the console, as a loaded page, and waits until it has its content. */
  goto(path: string): Promise<void>;
  /** Makes the window as wide, as high and as bright as a new one of that look is. */
  look(look: Look): Promise<void>;
  /** Closes the window, which is there for its person again then; fails where the browser complained about anything. */
  close(): Promise<void>;
}

export interface ConsoleOptions {
  readonly browser: Browser;
  readonly server: Target;
  /** What the person signs in with; `oauthWorld` gives everybody the same password. */
  readonly email: string;
  readonly path: string;
  /** Another page, that leads to sign-in, where `path` is open to others too and does not. */
  readonly signInAt?: string;
  readonly look?: BrowserContextOptions;
}

/**
 * Signs somebody in on the way to a page of the console. A window that was closed is used again for the same
 * person and look: a new one costs several times what a page does.
 */
export async function openConsole(options: ConsoleOptions): Promise<ConsoleWindow> {
  const { browser, server, email, path, look } = options;
  const closed = closedWindows(browser, JSON.stringify([server.url, email, look]));
  const reused = closed.pop();
  const kept = reused ?? (await newWindow(browser, look));
  const { context, page, complaints } = kept;
  const first = reused === undefined ? (options.signInAt ?? path) : path;
  await page.goto(server.url + first);
  if (new URL(page.url()).pathname.endsWith('/sign-in')) await signIn(page, email);
  await untilShown(page);
  const goto = async (next: string): Promise<void> => {
    await page.goto(server.url + next);
    await untilShown(page);
  };
  if (first !== path) await goto(path);
  return {
    page,
    context,
    complaints,
    goto,
    look: (name) => showAs(page, looks[name]),
    close: async () => {
      for (const other of context.pages()) if (other !== page) await other.close();
      // Nothing of a page stays: neither what it still does, nor where the pointer was.
      await page.goto('about:blank');
      await page.mouse.move(0, 0);
      await showAs(page, { colorScheme: 'light', viewport: desk, ...look });
      expect(complaints).toEqual([]);
      closed.push(kept);
    },
  };
}

/** A window without the rest of its page. */
type KeptWindow = Pick<ConsoleWindow, 'page' | 'context' | 'complaints'>;

const keptWindows = new WeakMap<Browser, Map<string, KeptWindow[]>>();

/** Windows that were closed and may be used again. They go with their browser. */
function closedWindows(browser: Browser, kind: string): KeptWindow[] {
  const ofBrowser = keptWindows.get(browser) ?? new Map<string, KeptWindow[]>();
  keptWindows.set(browser, ofBrowser);
  const ofKind = ofBrowser.get(kind) ?? [];
  ofBrowser.set(kind, ofKind);
  return ofKind;
}

async function newWindow(browser: Browser, look: BrowserContextOptions = {}): Promise<KeptWindow> {
  const context = await browser.newContext({ viewport: desk, ...look });
  const page = await context.newPage();
  return { context, page, complaints: listen(page) };
}

async function showAs(page: Page, { colorScheme, viewport }: BrowserContextOptions): Promise<void> {
  await page.emulateMedia({ colorScheme: colorScheme ?? null });
  if (viewport) await page.setViewportSize(viewport);
}

/** Fills in the page on which people sign in, or that page where it stands over another one. */
export async function signIn(page: Page | Locator, email: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** How the server tells a page that its design was changed while it still asked for tiles: Chromium logs that answer. */
const outdatedTile = /status of 410 .*\/tiles\//;

function listen(page: Page): string[] {
  const complaints: string[] = [];
  // Chromium tells breaches of the policy here as well.
  page.on('console', (message) => {
    const complaint = `${message.text()} ${message.location().url}`;
    if (['error', 'warning'].includes(message.type()) && !outdatedTile.test(complaint))
      complaints.push(complaint);
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return complaints;
}

async function untilShown(page: Page): Promise<void> {
  await page.locator('#console h1').waitFor();
}

/**
 * What holds for no page on which a list to choose from is open below a field: while it is, its makers hide the rest of
 * the page from screen readers, the heading and the landmarks too, so that these read the list and the field alone.
 * The focus stays in the field, and the key Tab closes the list before it leads anywhere.
 */
const notWhileChoosing = ['aria-hidden-focus', 'page-has-heading-one', 'region'];

/** Holds the page, as it stands, to the rules of WCAG 2.2 and to best practice, and to the width of its window. */
export async function expectAccessible(page: Page, { isChoosing = false } = {}): Promise<void> {
  await untilStill(page);
  // Scripts of the test run beside the page's policy, not under it.
  // @ts-expect-error axe lives in the page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const exceptions = isChoosing ? notWhileChoosing : [];
  const rules = Object.fromEntries(exceptions.map((rule) => [rule, { enabled: false }]));
  // @ts-expect-error axe lives in the page.
  const run = (options) => window.axe.run({ resultTypes: ['violations'], rules: options });
  const { violations } = await page.evaluate(run, rules);
  const flaws = violations.map(
    ({ id, nodes }: { id: string; nodes: { html: string; failureSummary?: string }[] }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ''}`).join('\n')}`,
  );
  expect(flaws).toEqual([]);
  // @ts-expect-error The page has a document.
  const overhang = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overhang).toBeLessThanOrEqual(0);
}

/** Colours on their way from one to another have contrasts of neither. */
async function untilStill(page: Page): Promise<void> {
  await page.waitForFunction(
    // @ts-expect-error The page has a document.
    () => document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
}

/** Keeps a picture of the whole page where VITRINE_SCREENSHOTS names a folder, for people to look at. */
export async function keepWholePicture(page: Page, name: string): Promise<void> {
  const folder = process.env.VITRINE_SCREENSHOTS;
  if (folder !== undefined)
    await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true, animations: 'disabled' });
}
