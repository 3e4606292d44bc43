import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

const probe = readFileSync(new URL('viewer-probe.js', import.meta.url), 'utf8');

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The viewer in a page of a browser of its own. */
export interface ViewerPage {
  readonly page: Page;
  /** Errors and warnings of the page so far, refusals by its policy among them. */
  readonly complaints: readonly string[];
  /** Origins of all requests so far. */
  readonly origins: ReadonlySet<string>;
  /** Where on the page of squares a point of the stage is, the middle where none is named. */
  placeAt(at?: Point): Promise<Point & { readonly zoom: number }>;
  /** A point of the stage as the window counts it. */
  onWindow(at: Point): Promise<Point>;
  stageSize(): Promise<{ readonly width: number; readonly height: number }>;
  /** The pixels of the whole stage as they are on the screen: four bytes each, row by row. */
  picture(): Promise<{ readonly width: number; readonly height: number; readonly bytes: Buffer }>;
  /** Waits until there is a picture, nothing more of it is asked for, and nothing moves. */
  settled(): Promise<void>;
  /** From the start of the navigation to the first frame that shows more than one colour. */
  firstPictureMs(): Promise<number>;
  /**
   * Drags the page of squares about at its own size, always on squares: the longest time that the ground below
   * them was seen without a pause, and how many frames were looked at.
   */
  panAround(): Promise<{ readonly longestMs: number; readonly frames: number }>;
  close(): Promise<void>;
}

/** Drags, in CSS pixels, that lead over much of the page of squares and stay on it. */
const wayAround = [
  [-1200, 0],
  [-1200, 0],
  [-300, -700],
  [0, -700],
  [1200, -300],
  [1200, 0],
  [1200, 600],
  [1200, 700],
  [0, 700],
  [-1200, 0],
] as const;

interface Picture64 {
  readonly width: number;
  readonly height: number;
  readonly bytes: string;
}

/** Opens an address of the viewer as somebody without a session. */
export async function openViewer(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<ViewerPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  const origins = new Set<string>();
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  const isQuiet = watchRequests(page);
  await page.addInitScript(probe);
  await page.goto(address);
  return viewerPage(page, complaints, origins, isQuiet);
}

const quietMs = 250;

/** Tells whether nothing is asked for, and has not been for longer than a glide takes. */
function watchRequests(page: Page): () => boolean {
  let [pending, changedAt] = [0, 0];
  const count = (change: number) => () => {
    pending += change;
    changedAt = performance.now();
  };
  page.on('request', count(1));
  page.on('requestfinished', count(-1));
  page.on('requestfailed', count(-1));
  return () => pending === 0 && performance.now() - changedAt > quietMs;
}

function viewerPage(
  page: Page,
  complaints: string[],
  origins: Set<string>,
  isQuiet: () => boolean,
): ViewerPage {
  const stage = page.locator('[role=application]');
  const boxOfStage = async () => {
    const box = await stage.boundingBox();
    if (box === null) throw new Error('The viewer has no stage.');
    return box;
  };
  const self: ViewerPage = {
    page,
    complaints,
    origins,
    stageSize: boxOfStage,
    onWindow: async ({ x, y }) => {
      const box = await boxOfStage();
      return { x: box.x + x, y: box.y + y };
    },
    placeAt: async (at) => {
      const { width, height } = await boxOfStage();
      const { x, y } = at ?? { x: width / 2, y: height / 2 };
      return page.evaluate(`probe.placeAt(${x}, ${y})`);
    },
    picture: async () => {
      const { bytes, ...size } = (await page.evaluate('probe.picture()')) as Picture64;
      return { ...size, bytes: Buffer.from(bytes, 'base64') };
    },
    settled: async () => {
      await page.evaluate('probe.firstPicture');
      await wait(quietMs);
      for (let isStill = false; !isStill; isStill = isQuiet()) {
        while (!isQuiet()) await wait(20);
        await page.evaluate('probe.still()');
      }
    },
    firstPictureMs: () => page.evaluate('probe.firstPicture'),
    panAround: async () => {
      await page.evaluate('window.watch = probe.watchGround()');
      for (const [x, y] of wayAround) {
        const from = await self.onWindow({ x: 640 - x / 2, y: 375 - y / 2 });
        await page.mouse.move(from.x, from.y);
        await page.mouse.down();
        await page.mouse.move(from.x + x, from.y + y, { steps: 25 });
        await page.mouse.up();
      }
      return page.evaluate('watch.end()');
    },
    close: () => page.context().close(),
  };
  return self;
}
