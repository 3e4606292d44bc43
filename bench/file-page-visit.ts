import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openChromium } from '../conformance/harness/chromium.ts';
import type { Stage } from './stage.ts';
import { askWell } from './timed-client.ts';
import { putContent, startVitrine, type Vitrine } from './vitrine.ts';

/** What pages are measured with from outside. */
export const probes = ['../conformance/harness/viewer-probe.js', './file-page-probe.js'].map((path) =>
  readFileSync(new URL(path, import.meta.url), 'utf8'),
);

const person = { email: 'bench@bench.example', password: 'a password for the bench alone' };
/** How the pages of the big document are laid out: frames in columns and rows, and room around what is shown. */
const pitch = { columns: 25, rows: 20, across: 400, down: 900, width: 375, height: 812, roomPx: 24 };
const olderVersions = 3;
/** How long an answer of the page is waited for. */
export const answerMs = 10_000;

/** Somebody who is signed in, with the page of a file of 40,000 nodes before them. */
export interface Visit {
  readonly vitrine: Vitrine;
  readonly browser: Browser;
  readonly page: Page;
  readonly versions: Versions;
  close(): Promise<void>;
}

export async function openVisit(stage: Stage): Promise<Visit> {
  const vitrine = await startVitrine(join(stage.folder, 'file-page'), workspace());
  const chromium = await openChromium({ url: vitrine.url, ca: vitrine.ca.toString() });
  const close = async () => {
    await chromium.close();
    await vitrine.stop();
  };
  try {
    const versions = await fill(vitrine, stage.documents.big);
    const { browser } = chromium;
    return { vitrine, browser, page: await signedIn(browser, vitrine), versions, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const workspace = () => ({
  organizations: [{ id: '900', name: 'Bench', plan: 'enterprise' }],
  users: [{ id: '1', handle: 'Bench', organization: '900', role: 'admin', seat: 'full', ...person }],
  teams: [{ id: '100', name: 'Bench', organization: '900', members: [{ user: '1', role: 'admin' }] }],
  projects: [{ id: '200', name: 'Bench', team: '100', access: 'team', members: [] }],
  files: [{ key: 'big', name: 'Big', project: '200', editor_type: 'figma' }],
});

/** Of the file, the current one first. */
export type Versions = readonly string[];

/** As many versions of the document as nobody looked at yet are opened, in each of which one text is another. */
async function fill(vitrine: Vitrine, big: Uint8Array): Promise<Versions> {
  const text = Buffer.from(big).toString('latin1');
  for (let version = 0; version <= olderVersions; version += 1) {
    const changed = text.replace('Line 0 of screen 3"', `Line 0 of version ${version}"`);
    await putContent(vitrine, 'big', Buffer.from(changed, 'latin1'));
  }
  const { bytes } = await askWell(vitrine.client, '/v1/files/big/versions');
  return (JSON.parse(bytes.toString()) as { versions: { id: string }[] }).versions.map(({ id }) => id);
}

async function signedIn(browser: Browser, { url }: Vitrine): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  context.setDefaultTimeout(answerMs);
  const page = await context.newPage();
  await page.goto(`${url}/files`);
  await page.getByLabel('E-mail address').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Files', exact: true }).waitFor();
  for (const probe of probes) await page.addInitScript(probe);
  return page;
}

export const addressOf = ({ url }: Vitrine, query = ''): string => `${url}/design/big/Big${query}`;

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export async function framePlaces(page: Page): Promise<(turn: number) => { x: number; y: number }> {
  const box = await page.getByRole('application').boundingBox();
  if (box === null) throw new Error('The page has no canvas.');
  return framePlacesIn(box);
}

/** Where a canvas shows frames of the page, each time another one, as long as all of it is seen. */
export function framePlacesIn(box: Box): (turn: number) => { x: number; y: number } {
  const width = (pitch.columns - 1) * pitch.across + pitch.width;
  const height = (pitch.rows - 1) * pitch.down + pitch.height;
  const room = 2 * pitch.roomPx;
  const zoom = Math.min((box.width - room) / width, (box.height - room) / height);
  return (turn) => {
    const [column, row] = [turn % pitch.columns, Math.floor(turn / pitch.columns) % pitch.rows];
    const x = column * pitch.across + pitch.width / 2 - width / 2;
    const y = row * pitch.down + pitch.height / 2 - height / 2;
    return { x: box.x + box.width / 2 + x * zoom, y: box.y + box.height / 2 + y * zoom };
  };
}
