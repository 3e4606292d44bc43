import { LeastRecent } from '../../least-recent.ts';
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
  const shelf = new LeastRecent<PagePart, Kept>(Infinity);
  const build = async (
    part: PagePart,
    page: PageSource,
    options: SceneOptions,
    fonts: FontRegistry,
  ): Promise<BuiltPart> => {
    const nodes = part.read();
    return fonts.settle(() => buildPart(nodes, page, options, fonts));
  };
  return {
    built: async (part, page, options, fonts) => {
      const known = shelf.get(part);
      const isFit = known?.fonts === fonts && isSame(known.options, options);
      if (isFit) return known.part;
      const built = await build(part, page, options, fonts);
      shelf.set(part, { part: built, fonts, options }, countOf(built.items));
      return built;
    },
    trim: () => shelf.trim(mostItems),
  };
}
