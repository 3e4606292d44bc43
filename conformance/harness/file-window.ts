import type { Locator, Page } from 'playwright-core';

/** The page of a file in a window, by the names that programs and screen readers find its parts by. */
export interface FileParts {
  readonly tree: Locator;
  readonly canvas: Locator;
  readonly search: Locator;
  row(name: string | RegExp): Locator;
  tab(name: 'Inspect' | 'Comments' | 'Versions' | 'Export'): Locator;
  /** What is outlined on the canvas, by the id of its node; null where nothing is. */
  outlined(how: 'selected' | 'hovered'): Promise<string | null>;
  /** Where the address says that one is. */
  place(): URLSearchParams;
  /** Where the window shows a point of the sample's shop, as long as all of its page is seen. */
  pointOf(x: number, y: number): Promise<{ readonly x: number; readonly y: number }>;
}

/** What the page of the sample's shop covers. */
const shop = { width: 2610, height: 844 };
const roomPx = 24;
/** What names of frames take above them, and what is left for sizes above the bar for zoom. */
const [namesPx, aboveBarPx] = [22, 30];

export function filePartsOf(page: Page): FileParts {
  const tree = page.getByRole('tree', { name: 'Layers' });
  return {
    tree,
    canvas: page.getByRole('region', { name: 'Canvas' }),
    search: page.getByRole('searchbox', { name: 'Search layers' }),
    row: (name) => tree.getByRole('treeitem', { name }),
    tab: (name) => page.getByRole('tablist', { name: 'Panel' }).getByRole('tab', { name }),
    outlined: async (how) => {
      const outline = page.locator(`.outline-${how}`);
      return (await outline.count()) === 0 ? null : outline.getAttribute('data-node');
    },
    place: () => new URL(page.url()).searchParams,
    pointOf: async (x, y) => {
      const box = await page.getByRole('application').boundingBox();
      const bar = await page.getByRole('group', { name: 'Zoom' }).boundingBox();
      if (box === null || bar === null) throw new Error('The page has no canvas.');
      const free = { top: box.y + namesPx, bottom: bar.y - aboveBarPx };
      const high = free.bottom - free.top - 2 * roomPx;
      const zoom = Math.min((box.width - 2 * roomPx) / shop.width, high / shop.height);
      // Until the page is fitted into the window, its points lie elsewhere.
      const percent = new RegExp(`^${Math.round(100 * zoom)}\\s%`);
      await page.getByRole('button', { name: percent }).waitFor();
      return {
        x: box.x + box.width / 2 + (x - shop.width / 2) * zoom,
        y: (free.top + free.bottom) / 2 + (y - shop.height / 2) * zoom,
      };
    },
  };
}
