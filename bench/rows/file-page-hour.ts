import { readFileSync } from 'node:fs';
import type { CDPSession, Page } from 'playwright-core';
import { hasChromium } from '../../conformance/harness/chromium.ts';
import { addressOf, framePlaces, openVisit, type Visit } from '../file-page-visit.ts';
import type { Measured, Stage } from '../stage.ts';

const firstMinutes = 5;
const lastMinutes = 60;
const mostGrowth = 1.2;
/** Between two rounds. */
const pauseMs = 1000;

/** What somebody does over and over on the page of a file, and how much memory its tab has grown by after an hour. */
export async function measureHour(stage: Stage): Promise<Measured> {
  if (!hasChromium) return { rows: [], facts: [], leftOut: ['no Chromium here, so no hour on a page'] };
  const visit = await openVisit(stage);
  try {
    const { page, vitrine } = visit;
    await page.goto(addressOf(vitrine));
    await page.evaluate('probe.firstPicture');
    const startedAt = performance.now();
    const minutes = () => (performance.now() - startedAt) / 60_000;
    const turns = await useUntil(visit, () => minutes() >= firstMinutes, 0);
    const first = await memoryOfTab(visit);
    stage.say(`After ${firstMinutes} minutes and ${turns} rounds: ${inWords(first)}`);
    const scale = stage.rounds > 3 ? lastMinutes : 2 * firstMinutes;
    const all = await useUntil(visit, () => minutes() >= scale, turns);
    const last = await memoryOfTab(visit);
    stage.say(`After ${scale} minutes and ${all} rounds: ${inWords(last)}`);
    return { rows: [growth('process', first, last, scale), growth('heap', first, last, scale)], facts: [] };
  } finally {
    await visit.close();
  }
}

interface Memory {
  /** What the process of the tab holds of the machine's memory. */
  readonly process: number;
  /** What its JavaScript holds. */
  readonly heap: number;
}

const names: Readonly<Record<keyof Memory, string>> = {
  process: 'Memory of the tab’s process',
  heap: 'Memory of the tab’s JavaScript',
};

const inMegabytes = (bytes: number): number => Math.round(bytes / 100_000) / 10;
const inWords = (memory: Memory): string =>
  (['process', 'heap'] as const).map((kind) => `${names[kind]} ${inMegabytes(memory[kind])} MB`).join(', ');

const growth = (kind: keyof Memory, first: Memory, last: Memory, minutes: number) => ({
  work: `${names[kind]} after ${minutes} minutes on the page of a file of 40,000 nodes`,
  reference: `after ${firstMinutes} minutes`,
  ...{ ours: inMegabytes(last[kind]), theirs: inMegabytes(first[kind]), unit: 'MB' as const },
  ratio: last[kind] / first[kind],
  limit: { atMost: mostGrowth },
});

async function useUntil(visit: Visit, isOver: () => boolean, turnsBefore: number): Promise<number> {
  const at = await framePlaces(visit.page);
  let turn = turnsBefore;
  for (; !isOver(); turn += 1) await useOnce(visit, at, turn);
  return turn;
}

/** Points, selects, zooms, moves, scrolls, searches, opens each panel and an old version, and comes back. */
async function useOnce(
  { page }: Visit,
  at: (turn: number) => { x: number; y: number },
  turn: number,
): Promise<void> {
  for (let step = 0; step < 20; step += 1) {
    const { x, y } = at(turn * 20 + step);
    await page.mouse.move(x, y);
    await page.mouse.click(x, y);
  }
  await page.keyboard.press('2');
  for (let step = 0; step < 20; step += 1) await page.mouse.wheel(step % 2 === 0 ? 300 : -200, 150);
  await page.keyboard.press('1');
  await page.getByLabel('Search layers').fill(`Line ${turn % 9}`);
  await page.evaluate('filePage.frame()');
  await page.getByLabel('Search layers').fill('');
  await page.getByRole('tree', { name: 'Layers' }).hover({ position: { x: 20, y: 20 } });
  for (let step = 0; step < 20; step += 1) await page.mouse.wheel(0, step < 15 ? 400 : -800);
  for (const name of ['Comments', 'Versions', 'Export', 'Inspect']) await openPanel(page, name);
  if (turn % 5 === 0) await seeOldVersion(page);
  await page.waitForTimeout(pauseMs);
}

async function openPanel(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name }).click();
  await page.evaluate('filePage.frame()');
}

/** In the page itself, as its list of versions does, so that the tab stays one document. */
async function seeOldVersion(page: Page): Promise<void> {
  await openPanel(page, 'Versions');
  await page.locator('.version').last().click();
  await page.locator('.old-version').getByRole('button').click();
  await page.locator('.old-version').waitFor({ state: 'detached' });
  await openPanel(page, 'Inspect');
}

/** Once what is not needed any more is gone. */
async function memoryOfTab({ browser, page }: Visit): Promise<Memory> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  for (let times = 0; times < 3; times += 1) await session.send('HeapProfiler.collectGarbage');
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN;
  await session.detach();
  return { heap, process: await largestRenderer(await browser.newBrowserCDPSession()) };
}

async function largestRenderer(session: CDPSession): Promise<number> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const sizes = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => bytesOf(id));
  return Math.max(...sizes);
}

/** Its share of the machine's memory, as Linux tells it. */
function bytesOf(processId: number): number {
  const rollup = readFileSync(`/proc/${processId}/smaps_rollup`, 'utf8');
  return Number(/^Pss: +(\d+) kB/m.exec(rollup)?.[1]) * 1024;
}
