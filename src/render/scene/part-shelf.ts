import type { FontRegistry } from '../text/font-registry.ts';
import { buildPart, type PagePart, type PageSource } from './page-scene.ts';
import type { SceneItem } from './scene.ts';
import type { SceneOptions } from './scene-source.ts';

/** Parts of pages that were built already; one belongs to a thread. */
export interface PartShelf {
  readonly itemsOf: (
    part: PagePart,
    page: PageSource,
    options: SceneOptions,
    fonts: FontRegistry,
  ) => Promise<readonly SceneItem[]>;
  /** Forgets what was asked for longest ago, down to the budget. */
  readonly trim: () => void;
}

interface Built {
  readonly items: readonly SceneItem[];
  readonly itemCount: number;
  readonly fonts: FontRegistry;
  readonly wholeBaselines: boolean | undefined;
}

/** An item takes some kilobytes, a text more. */
const usualMostItems = 60_000;

const countOf = (items: readonly SceneItem[]): number =>
  items.reduce((count, item) => count + 1 + ('children' in item ? countOf(item.children) : 0), 0);

/** Makes a shelf for parts of so many items together. */
export function createPartShelf(mostItems = usualMostItems): PartShelf {
  /** The one asked for longest ago first. */
  const shelf = new Map<PagePart, Built>();
  let itemCount = 0;
  const forget = (part: PagePart): void => {
    itemCount -= shelf.get(part)?.itemCount ?? 0;
    shelf.delete(part);
  };
  const build = async (
    part: PagePart,
    page: PageSource,
    options: SceneOptions,
    fonts: FontRegistry,
  ): Promise<Built> => {
    const nodes = part.read();
    const items = await fonts.settle(() => buildPart(nodes, page, options, fonts));
    return { items, itemCount: countOf(items), fonts, wholeBaselines: options.wholeBaselines };
  };
  return {
    itemsOf: async (part, page, options, fonts) => {
      const known = shelf.get(part);
      const isFit = known?.fonts === fonts && known.wholeBaselines === options.wholeBaselines;
      const built = isFit ? known : await build(part, page, options, fonts);
      forget(part);
      shelf.set(part, built);
      itemCount += built.itemCount;
      return built.items;
    },
    trim: () => {
      for (const part of shelf.keys()) {
        if (itemCount <= mostItems) return;
        forget(part);
      }
    },
  };
}
