import type { Page } from 'playwright-core';
import { hasChromium } from '../../conformance/harness/chromium.ts';
import { addressOf, answerMs, framePlaces, openVisit, type Versions } from '../file-page-visit.ts';
import { median, quantile } from '../medians.ts';
import { type Row, rowWithin } from '../results.ts';
import type { Measured, Stage } from '../stage.ts';
import { askWell } from '../timed-client.ts';
import type { Vitrine } from '../vitrine.ts';

/** Chromium tells no shorter ones. */
const longTaskMs = 50;
const mostOpened = 5;

/** The page of a file of 40,000 nodes in Chromium, as somebody uses it who is signed in. */
export async function measureFilePage(stage: Stage): Promise<Measured> {
  if (!hasChromium)
    return { rows: [], facts: [], leftOut: ['no Chromium here, so nothing of the page of a file'] };
  const { page, vitrine, versions, close } = await openVisit(stage);
  try {
    const rows = [
      ...(await measureOpening(stage, page, vitrine)),
      ...(await measurePointing(stage, page)),
      await measureScrolling(stage, page),
      await measurePanning(stage, page),
      await measureOldVersions(stage, page, vitrine, versions),
      await measureComparing(stage, page, vitrine, versions),
      await measureComments(stage, page, vitrine),
    ];
    return { rows, facts: [] };
  } finally {
    await close();
  }
}

async function measureOpening({ rounds, say }: Stage, page: Page, vitrine: Vitrine): Promise<Row[]> {
  say('Opening the page of a file of 40,000 nodes');
  const times: { pictureMs: number; layersMs: number }[] = [];
  for (let round = 0; round < Math.min(rounds, mostOpened); round += 1) {
    await page.goto(addressOf(vitrine));
    const [pictureMs, layersMs] = await Promise.all([
      page.evaluate<number>('probe.firstPicture'),
      page.evaluate<number>('filePage.layers'),
    ]);
    times.push({ pictureMs, layersMs });
  }
  const work = 'The page of a file of 40,000 nodes from its opening';
  return [
    rowWithin(`${work} to the first picture`, median(times.map(({ pictureMs }) => pictureMs)), 1000),
    rowWithin(`${work} to layers that can be used`, median(times.map(({ layersMs }) => layersMs)), 1500),
  ];
}

async function measurePointing({ rounds, say }: Stage, page: Page): Promise<Row[]> {
  say('Pointing and selecting on the page of a file');
  await page.evaluate('probe.still()');
  const at = await framePlaces(page);
  const count = rounds > 3 ? 200 : 40;
  const hovers: number[] = [];
  const clicks: number[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const { x, y } = at(turn);
    await page.evaluate('filePage.beginHover()');
    await page.mouse.move(x, y);
    hovers.push(await measured(page, `pointing at ${x}, ${y}`));
    await page.evaluate('filePage.beginClick()');
    await page.mouse.click(x, y);
    clicks.push(await measured(page, `a click at ${x}, ${y}`));
  }
  return [
    rowWithin('From a move of the pointer to the outline of the layer, p99', quantile(hovers, 0.99), 50),
    rowWithin('From a click to all that is known of the layer, p99', quantile(clicks, 0.99), 150),
  ];
}

/** @throws Error where nothing came of what the pointer did */
async function measured(page: Page, what: string): Promise<number> {
  const found = await page.evaluate<number | undefined>(
    `Promise.race([filePage.measured(), new Promise((done) => setTimeout(done, ${answerMs}))])`,
  );
  if (found === undefined) throw new Error(`Nothing came of ${what}.`);
  return found;
}

async function measureScrolling({ say }: Stage, page: Page): Promise<Row> {
  say('Scrolling the layers');
  await page.keyboard.press('Escape');
  const tree = page.getByRole('tree', { name: 'Layers' });
  await tree.hover({ position: { x: 20, y: 20 } });
  await page.evaluate('filePage.forgetLongest()');
  for (let turn = 0; turn < 100; turn += 1) {
    await page.mouse.wheel(0, 200);
    await page.evaluate('filePage.frame()');
  }
  return longestRow(page, 'Longest task of the page while all layers scroll by');
}

async function measurePanning({ say }: Stage, page: Page): Promise<Row> {
  say('Panning the page of a file at 100 %');
  const box = await page.getByRole('application').boundingBox();
  if (box === null) throw new Error('The page has no canvas.');
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(middle.x, middle.y);
  await page.keyboard.press('0');
  await page.evaluate('probe.still()');
  await page.evaluate('filePage.forgetLongest()');
  for (let turn = 0; turn < 100; turn += 1) {
    await page.mouse.wheel(turn % 20 < 10 ? 60 : -60, 40);
    await page.evaluate('filePage.frame()');
  }
  return longestRow(page, 'Longest task of the page while its picture is moved at 100 %');
}

/** Nothing was told of where no task was long. */
const longestRow = async (page: Page, work: string): Promise<Row> =>
  rowWithin(
    `${work} (0: none of ${longTaskMs} ms)`,
    await page.evaluate<number>('filePage.longest()'),
    longTaskMs,
  );

async function measureOldVersions(
  { say }: Stage,
  page: Page,
  vitrine: Vitrine,
  versions: Versions,
): Promise<Row> {
  say('Opening old versions');
  const times: number[] = [];
  for (const version of versions.slice(1)) {
    await page.goto(addressOf(vitrine, `?version=${version}`));
    times.push(await page.evaluate<number>('probe.firstPicture'));
  }
  return rowWithin('An old version that nobody opened yet, to the first picture', median(times), 1000);
}

async function measureComparing(
  { say }: Stage,
  page: Page,
  vitrine: Vitrine,
  versions: Versions,
): Promise<Row> {
  say('Comparing versions in the console');
  const times: number[] = [];
  for (const version of versions.slice(1)) {
    await page.goto(`${vitrine.url}/files/compare/big?from=${version}&to=${versions[0]}`);
    times.push(await page.evaluate<number>(untilImage));
  }
  return rowWithin('Two versions that nobody compared yet, to the first picture', median(times), 1000);
}

/** From the moment somebody else sends a comment to its pin on the page. */
async function measureComments({ rounds, say }: Stage, page: Page, vitrine: Vitrine): Promise<Row> {
  say('Comments of others on the page of a file');
  await page.goto(addressOf(vitrine));
  await page.evaluate('probe.firstPicture');
  const times: number[] = [];
  for (let count = 1; count <= 2 * rounds; count += 1) {
    const body = Buffer.from(
      JSON.stringify({ message: `Comment ${count}`, client_meta: { x: 100 * count, y: 100 } }),
    );
    const startedAt = performance.now();
    const seen = page
      .locator('.pin')
      .nth(count - 1)
      .waitFor({ state: 'attached' });
    const headers = { 'content-type': 'application/json' };
    await askWell(vitrine.client, '/v1/files/big/comments', { method: 'POST', headers, body });
    await seen;
    times.push(performance.now() - startedAt);
  }
  return rowWithin(
    'From a comment of somebody else to its pin on the page, slowest',
    Math.max(...times),
    1000,
  );
}

const untilImage = `(async () => {
  const isShown = () => [...document.images].some(({ complete, naturalWidth }) => complete && naturalWidth > 0);
  while (!isShown()) await filePage.frame();
  return performance.now();
})()`;
