import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { hasChromium, openChromium } from '../../conformance/harness/chromium.ts';
import { gridNodes, middleSquare, viewerFile } from '../../conformance/harness/viewer-file.ts';
import { openViewer, type ViewerPage } from '../../conformance/harness/viewer-page.ts';
import { corpus } from '../../fidelity/corpus.ts';
import { median } from '../medians.ts';
import { rounded, rowWithin } from '../results.ts';
import type { Measured, Stage } from '../stage.ts';
import { putContent, startVitrine, type Vitrine } from '../vitrine.ts';

const mostFirstMs = 1000;
const mostBlankMs = 300;
const mostRounds = 5;
/** A whole file of icons with their paths: 19 MB, as many nodes as the squares. */
const iconsFile = join(corpus, 'radix-icons/document.json');

/** What is opened, again and again, by the first to look at it since the server started. */
interface Show {
  readonly folder: string;
  readonly browser: Browser;
}

/** The viewer in Chromium on files of 3,327 nodes: how soon there is a picture, and whether panning shows nothing. */
export async function measureViewer(stage: Stage): Promise<Measured> {
  if (!hasChromium) return { rows: [], facts: [], leftOut: ['no Chromium here, so nothing of the viewer'] };
  const icons = existsSync(iconsFile) ? readFileSync(iconsFile) : undefined;
  const keys = ['squares', ...(icons === undefined ? [] : ['icons'])];
  const folder = join(stage.folder, 'viewer');
  const chromium = await fill(folder, keys, icons);
  const found: Measured[] = [];
  try {
    const show = { folder, browser: chromium.browser };
    for (const key of keys) found.push(await measureFirst(stage, show, key));
    found.push(await measurePanning(stage, show));
  } finally {
    await chromium.close();
  }
  return {
    rows: found.flatMap(({ rows }) => rows),
    facts: found.flatMap(({ facts }) => facts),
    leftOut: icons === undefined ? ['the viewer on a real file of 3,327 nodes (VITRINE_CORPUS)'] : [],
  };
}

/** Makes a data folder with files whose links are open to anyone, and a browser that trusts its server. */
async function fill(folder: string, keys: readonly string[], icons: Buffer | undefined) {
  const vitrine = await startVitrine(folder, {
    organizations: [{ id: '900', name: 'Bench', plan: 'enterprise' }],
    teams: [{ id: '100', name: 'Bench', organization: '900', members: [] }],
    projects: [{ id: '200', name: 'Bench', team: '100', access: 'team', members: [] }],
    files: keys.map((key) => ({
      key,
      name: key,
      project: '200',
      editor_type: 'figma',
      link_access: 'view',
    })),
  });
  await putContent(vitrine, 'squares', Buffer.from(JSON.stringify(viewerFile())));
  if (icons !== undefined) await putContent(vitrine, 'icons', icons);
  const chromium = await openChromium({ url: vitrine.url, ca: vitrine.ca.toString() });
  await vitrine.stop();
  return chromium;
}

async function measureFirst({ rounds, say }: Stage, show: Show, key: string): Promise<Measured> {
  say(`First picture of the viewer: ${key}`);
  const times: { firstMs: number; sharpMs: number; againMs: number }[] = [];
  for (let round = 0; round < Math.min(rounds, mostRounds); round += 1)
    times.push(await onFreshServer(show, (vitrine) => timesOf(show, vitrine, key)));
  const each = (of: keyof (typeof times)[number]) => median(times.map((time) => time[of]));
  const what = `${gridNodes.toLocaleString('en')} nodes (${key})`;
  return {
    rows: [
      rowWithin(`First picture in the viewer after opening its page, ${what}`, each('firstMs'), mostFirstMs),
    ],
    facts: [
      {
        name: `The viewer on ${what}`,
        value:
          `all that is seen is sharp after ${rounded(each('sharpMs'))} ms; ` +
          `the next one to look at it has a picture after ${rounded(each('againMs'))} ms`,
      },
    ],
  };
}

async function timesOf({ browser }: Show, vitrine: Vitrine, key: string) {
  const cold = await openFile(browser, vitrine, key);
  const [firstMs, sharpMs] = [await cold.firstPictureMs(), await lastTileMs(cold)];
  await cold.close();
  const warm = await openFile(browser, vitrine, key);
  const againMs = await warm.firstPictureMs();
  await warm.close();
  return { firstMs, sharpMs, againMs };
}

async function measurePanning({ say }: Stage, show: Show): Promise<Measured> {
  say('Panning in the viewer');
  const { longestMs, frames } = await onFreshServer(show, async (vitrine) => {
    const viewer = await openFile(show.browser, vitrine, 'squares', `?node-id=${middleSquare}`);
    return viewer.panAround();
  });
  const work = 'Longest time that nothing is seen of some of the page while panning at 100 %';
  return {
    rows: [rowWithin(work, longestMs, mostBlankMs)],
    facts: [{ name: 'Frames looked at while panning', value: String(frames) }],
  };
}

async function onFreshServer<T>({ folder }: Show, use: (vitrine: Vitrine) => Promise<T>): Promise<T> {
  const vitrine = await startVitrine(folder);
  try {
    return await use(vitrine);
  } finally {
    await vitrine.stop();
  }
}

async function openFile(browser: Browser, { url }: Vitrine, key: string, query = ''): Promise<ViewerPage> {
  const viewer = await openViewer(browser, `${url}/design/${key}/${key}${query}`);
  await viewer.settled();
  return viewer;
}

/** When the last of the tiles came that are seen, or near. */
const lastTileMs = ({ page }: ViewerPage): Promise<number> =>
  page.evaluate(
    `Math.max(...performance.getEntriesByType('resource')
      .filter(({ name }) => name.includes('/tiles/')).map(({ responseEnd }) => responseEnd))`,
  );
