import type { FontRegistry } from '../text/font-registry.ts';
import { type BuiltPart, buildPart } from './page-scene.ts';
import type { SceneItem } from './scene.ts';
import type { PagePart, PageSource, SceneOptions } from './scene-source.ts';

/** Parts of pages that were built already; one belongs to a thread. */
export interface PartShelf {
  readonly built: (
    part: PagePart,
    page: PageSource,
    options: SceneOptions,
    fonts: FontRegistry,
  ) => Promise<BuiltPart>;
  /** Forgets what was asked for longest ago, down to the budget. */
  readonly trim: () => void;
}

interface Kept {
  readonly part: BuiltPart;
  readonly itemCount: number;
  readonly fonts: FontRegistry;
  readonly options: SceneOptions;
}

/** Whether parts come out the same; whether other things are shown beside them counts for nothing. */
const isSame = (one: SceneOptions, other: SceneOptions): boolean =>
  one.wholeBaselines === other.wholeBaselines && one.useAbsoluteBounds === other.useAbsoluteBounds;

/** An item takes some kilobytes, a text more. */
const usualMostItems = 60_000;

const countOf = (items: readonly SceneItem[]): number =>
  items.reduce((count, item) => count + 1 + ('children' in item ? countOf(item.children) : 0), 0);

/** Makes a shelf for parts of so many items together. */
export function createPartShelf(mostItems = usualMostItems): PartShelf {
  /** The one asked for longest ago first. */
  const shelf = new Map<PagePart, Kept>();
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
  ): Promise<Kept> => {
    const nodes = part.read();
    const built = await fonts.settle(() => buildPart(nodes, page, options, fonts));
    return { part: built, itemCount: countOf(built.items), fonts, options };
  };
  return {
    built: async (part, page, options, fonts) => {
      const known = shelf.get(part);
      const isFit = known?.fonts === fonts && isSame(known.options, options);
      const kept = isFit ? known : await build(part, page, options, fonts);
      forget(part);
      shelf.set(part, kept);
      itemCount += kept.itemCount;
      return kept.part;
    },
    trim: () => {
      for (const part of shelf.keys()) {
        if (itemCount <= mostItems) return;
        forget(part);
      }
    },
  };
}
