import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { hasChromium } from '../../conformance/harness/chromium.ts';
import { addressOf, answerMs, type Box, framePlacesIn, openVisit, probes } from '../file-page-visit.ts';
import type { Measured, Stage } from '../stage.ts';
import { openUnwatchedTab, type Point, type UnwatchedTab } from '../unwatched-tab.ts';

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
    const { browser, page, vitrine } = visit;
    const tab = await openUnwatchedTab(browser, page);
    await page.close();
    await open(tab, addressOf(vitrine));
    const startedAt = performance.now();
    const minutes = () => (performance.now() - startedAt) / 60_000;
    const turns = await useUntil(tab, () => minutes() >= firstMinutes, 0);
    const first = await memoryOfTab(tab, browser);
    stage.say(`After ${firstMinutes} minutes and ${turns} rounds: ${inWords(first)}`);
    const scale = stage.rounds > 3 ? lastMinutes : 2 * firstMinutes;
    const all = await useUntil(tab, () => minutes() >= scale, turns);
    const last = await memoryOfTab(tab, browser);
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
  ours: inMegabytes(last[kind]),
  theirs: inMegabytes(first[kind]),
  unit: 'MB' as const,
  ratio: last[kind] / first[kind],
  limit: { atMost: mostGrowth },
});

async function open(tab: UnwatchedTab, address: string): Promise<void> {
  await tab.send('Page.enable');
  for (const source of probes) await tab.send('Page.addScriptToEvaluateOnNewDocument', { source });
  await tab.send('Page.navigate', { url: address });
  await until(tab, "document.querySelector('[role=tree] [role=treeitem][aria-level]') !== null");
  await tab.evaluate('probe.firstPicture');
}

/** Waits until an expression holds in the tab. */
async function until(tab: UnwatchedTab, expression: string): Promise<void> {
  const waitedSince = performance.now();
  while ((await tab.evaluate(`Boolean(${expression})`)) !== true) {
    if (performance.now() - waitedSince > answerMs)
      throw new Error(`The page does not come to ${expression}.`);
    await tab.evaluate('new Promise((done) => setTimeout(done, 50))');
  }
}

async function useUntil(tab: UnwatchedTab, isOver: () => boolean, turnsBefore: number): Promise<number> {
  const at = framePlacesIn(await boxOf(tab, '[role=application]'));
  let turn = turnsBefore;
  for (; !isOver(); turn += 1) await useOnce(tab, at, turn);
  return turn;
}

async function boxOf(tab: UnwatchedTab, selector: string): Promise<Box> {
  await until(tab, `document.querySelector(${JSON.stringify(selector)})`);
  const found = `document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect().toJSON()`;
  return (await tab.evaluate(found)) as Box;
}

/** Points, selects, zooms, moves, scrolls, searches, opens each panel and an old version, and comes back. */
async function useOnce(tab: UnwatchedTab, at: (turn: number) => Point, turn: number): Promise<void> {
  for (let step = 0; step < 20; step += 1) {
    const place = at(turn * 20 + step);
    await tab.move(place);
    await tab.click(place);
  }
  await tab.press('2');
  for (let step = 0; step < 20; step += 1)
    await tab.wheel(at(turn * 20 + 19), { x: step % 2 === 0 ? 300 : -200, y: 150 });
  await tab.press('1');
  await searchLayers(tab, `Line ${turn % 9}`);
  const layers = middleOf(await boxOf(tab, '[role=tree]'));
  await tab.move(layers);
  for (let step = 0; step < 20; step += 1) await tab.wheel(layers, { x: 0, y: step < 15 ? 400 : -800 });
  for (const name of ['Comments', 'Versions', 'Export', 'Inspect']) await openPanel(tab, name);
  if (turn % 5 === 0) await seeOldVersion(tab);
  await tab.evaluate(`new Promise((done) => setTimeout(done, ${pauseMs}))`);
}

const middleOf = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 });

async function clickOn(tab: UnwatchedTab, selector: string): Promise<void> {
  await tab.click(middleOf(await boxOf(tab, selector)));
}

/** Types it, waits until it is found, and takes it back. */
async function searchLayers(tab: UnwatchedTab, words: string): Promise<void> {
  const field = 'input[aria-label="Search layers"]';
  await clickOn(tab, field);
  await tab.type(words);
  await tab.evaluate('filePage.frame()');
  await tab.evaluate(`document.querySelector('${field}').select()`);
  await tab.press('Backspace');
}

async function openPanel(tab: UnwatchedTab, name: string): Promise<void> {
  await tab.evaluate(
    `for (const one of document.querySelectorAll('[role=tab]')) if (one.textContent.trim().startsWith('${name}')) one.dataset.measured = '${name}'`,
  );
  await clickOn(tab, `[role=tab][data-measured="${name}"]`);
  await until(
    tab,
    `document.querySelector('[data-measured="${name}"]').getAttribute('aria-selected') === 'true'`,
  );
}

/** In the page itself, as its list of versions does, so that the tab stays one document. */
async function seeOldVersion(tab: UnwatchedTab): Promise<void> {
  await openPanel(tab, 'Versions');
  await until(tab, "document.querySelector('.version')");
  await tab.evaluate("[...document.querySelectorAll('.version')].at(-1).scrollIntoView()");
  await tab.evaluate("[...document.querySelectorAll('.version')].at(-1).dataset.measured = 'oldest'");
  await clickOn(tab, '.version[data-measured=oldest]');
  await clickOn(tab, '.old-version button');
  await until(tab, "document.querySelector('.old-version') === null");
  await openPanel(tab, 'Inspect');
}

/** Once what is not needed any more is gone. */
async function memoryOfTab(tab: UnwatchedTab, browser: Browser): Promise<Memory> {
  for (let times = 0; times < 3; times += 1) await tab.send('HeapProfiler.collectGarbage');
  const { usedSize } = (await tab.send('Runtime.getHeapUsage')) as { usedSize: number };
  return { heap: usedSize, process: await largestRenderer(browser) };
}

async function largestRenderer(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
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
