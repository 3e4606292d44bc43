import { createCanvas } from '../viewer/canvas.ts';
import { element } from '../viewer/element.ts';
import type { Facts, Page } from '../viewer/file-facts.ts';
import { createLateSign } from '../viewer/late-sign.ts';
import { followPointers } from '../viewer/pointers.ts';
import { createTileLoader, type LoaderEvents } from '../viewer/tile-loader.ts';
import { createTileStore } from '../viewer/tile-store.ts';
import type { Point, Size, View } from '../viewer/view.ts';
import { wantedTiles } from '../viewer/wanted-tiles.ts';
import { frameView, scrollRoom } from './frame-view.ts';
import type { Scaling } from './place.ts';
import type { Frame } from './prototype-facts.ts';

/** What is shown: one frame of a page. */
export interface ShownFrame {
  readonly facts: Facts;
  readonly page: Page;
  readonly frame: Frame;
  readonly scaling: Scaling;
}

/** Where one frame is seen, and nothing else of its page. */
export interface FrameStage {
  readonly element: HTMLElement;
  /** Shows a frame from its beginning; the same one stays where it is. */
  show(shown: ShownFrame): void;
  /** Shows the bare ground. */
  clear(): void;
  tryAgain(): void;
  /** Moves the frame by CSS pixels, as far as there is more of it. */
  scrollBy(by: Point): boolean;
}

export interface FrameStageEvents extends Pick<LoaderEvents, 'outdated' | 'givenUp'> {
  painted(view: View, size: Size): void;
}

export function createFrameStage(events: FrameStageEvents): FrameStage {
  const tiles = createTileStore();
  const late = createLateSign();
  const loader = createTileLoader(tiles, { ...events, loaded: schedule, waiting: late.tell });
  const canvas = createCanvas(tiles, paint);
  const words = element('p', { id: 'keys', class: 'unseen' }, keysInWords);
  const stage = element('div', stageAttributes, canvas.element, words, late.element);
  let shown: ShownFrame | undefined;
  let scrolled: Point = { x: 0, y: 0 };
  let waiting = 0;

  function schedule(): void {
    waiting ||= requestAnimationFrame(paint);
  }

  function paint(): void {
    cancelAnimationFrame(waiting);
    waiting = 0;
    if (shown === undefined || canvas.size.width === 0) return;
    const { facts, frame, scaling } = shown;
    const page = { ...shown.page, bounds: frame.bounds };
    const view = frameView(frame.bounds, canvas.size, scaling, scrolled);
    canvas.paint({ page, view, only: frame.bounds });
    const wanted = wantedTiles(page, view, canvas.size, canvas.ratio);
    tiles.keep(wanted);
    loader.want(wanted, facts);
    events.painted(view, canvas.size);
  }

  function scrollBy(by: Point): boolean {
    if (shown === undefined) return false;
    const room = scrollRoom(shown.frame.bounds, canvas.size, shown.scaling);
    const before = scrolled;
    scrolled = { x: held(before.x + by.x, room.x), y: held(before.y + by.y, room.y) };
    if (scrolled.x === before.x && scrolled.y === before.y) return false;
    schedule();
    return true;
  }

  followScrolling(stage, scrollBy);
  return {
    element: stage,
    scrollBy,
    tryAgain: loader.tryAgain,
    show: (next) => {
      if (shown?.frame.id !== next.frame.id) scrolled = { x: 0, y: 0 };
      shown = next;
      stage.style.setProperty('background-color', next.page.background);
      canvas.element.setAttribute('aria-label', `Frame ${next.frame.name}`);
      paint();
    },
    clear: () => {
      if (shown !== undefined) loader.want([], shown.facts);
      shown = undefined;
      canvas.clear();
      stage.style.removeProperty('background-color');
      canvas.element.setAttribute('aria-label', 'No frame');
    },
  };
}

const keysInWords =
  'Left and right arrow go to the frame before and the next one, R to the start, Escape to the file.';
const stageAttributes = {
  class: 'stage',
  tabindex: '0',
  role: 'group',
  'aria-label': 'Prototype',
  'aria-describedby': 'keys',
};

const held = (value: number, most: number): number => Math.min(Math.max(value, 0), most);

function followScrolling(stage: HTMLElement, scrollBy: (by: Point) => boolean): void {
  followPointers(stage, {
    drag: ({ x, y }) => void scrollBy({ x: -x, y: -y }),
    pinch: ({ x, y }) => void scrollBy({ x: -x, y: -y }),
  });
  stage.addEventListener(
    'wheel',
    (event) => {
      if (event.ctrlKey) return;
      if (scrollBy({ x: event.deltaX, y: event.deltaY })) event.preventDefault();
    },
    { passive: false },
  );
}
