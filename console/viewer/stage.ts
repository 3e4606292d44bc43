import { type Camera, createCamera } from './camera.ts';
import { type Canvas, createCanvas } from './canvas.ts';
import { element } from './element.ts';
import type { Facts, Page } from './file-facts.ts';
import { keysInWords } from './keys.ts';
import { createLateSign } from './late-sign.ts';
import { createTileLoader, type LoaderEvents } from './tile-loader.ts';
import { createTileStore, type TileStore } from './tile-store.ts';
import type { Box, Size, View } from './view.ts';
import { wantedTiles } from './wanted-tiles.ts';

/** Where the picture of a page is seen. */
export interface Stage {
  readonly element: HTMLElement;
  readonly camera: Omit<Camera, 'open' | 'takeBounds' | 'takeSize'>;
  /** Shows a page: `home` in the middle, or all of it. */
  open(facts: Facts, page: Page, home: Box | null): void;
  /** Shows the same page as it is now. */
  refresh(facts: Facts, page: Page): void;
  /** Shows nothing, and forgets the pictures. */
  close(): void;
  /** Loads again what could not be loaded. */
  tryAgain(): void;
  /** What a screen reader says of the picture. */
  describe(words: string): void;
}

export interface StageEvents extends Pick<LoaderEvents, 'outdated' | 'givenUp'> {
  zoomed(zoom: number): void;
  /** A frame was painted: what lies over the picture follows. */
  painted?(view: View, size: Size): void;
}

const nothingYet = 'Picture of the file';

export function createStage(events: StageEvents): Stage {
  const tiles = createTileStore();
  const late = createLateSign();
  const loader = createTileLoader(tiles, { ...events, loaded: schedule, waiting: late.tell });
  const camera = createCamera(({ zoom }) => {
    events.zoomed(zoom);
    schedule();
  });
  const canvas = createCanvas(tiles, (size) => {
    camera.takeSize(size);
    paint();
  });
  const stage = stageElement(canvas.element, late.element);
  let shown: { facts: Facts; page: Page } | undefined;
  let frame = 0;
  const describe = (words: string): void => label(words, stage, canvas.element);
  describe(nothingYet);

  function schedule(): void {
    frame ||= requestAnimationFrame(paint);
  }

  function paint(): void {
    cancelAnimationFrame(frame);
    frame = 0;
    if (shown === undefined || canvas.size.width === 0) return;
    const { facts, page } = shown;
    canvas.paint({ page, view: camera.view });
    const wanted = wantedTiles(page, camera.view, canvas.size, canvas.ratio);
    tiles.keep(wanted);
    loader.want(wanted, facts);
    events.painted?.(camera.view, canvas.size);
  }

  function show(facts: Facts, page: Page): void {
    shown = { facts, page };
    stage.style.setProperty('background-color', page.background);
    paint();
  }

  return {
    element: stage,
    camera,
    tryAgain: loader.tryAgain,
    describe,
    open: (facts, page, home) => {
      camera.open(page.bounds, home);
      show(facts, page);
    },
    refresh: (facts, page) => {
      camera.takeBounds(page.bounds);
      show(facts, page);
    },
    close: () => {
      if (shown !== undefined) loader.want([], shown.facts);
      shown = undefined;
      empty(stage, tiles, canvas);
    },
  };
}

function empty(stage: HTMLElement, tiles: TileStore, canvas: Canvas): void {
  tiles.clear();
  canvas.clear();
  stage.style.removeProperty('background-color');
  label(nothingYet, stage, canvas.element);
}

function label(words: string, ...elements: HTMLElement[]): void {
  for (const one of elements) one.setAttribute('aria-label', words);
}

function stageElement(canvas: HTMLCanvasElement, late: HTMLElement): HTMLElement {
  const words = element('p', { id: 'keys', class: 'unseen' }, keysInWords);
  const attributes = { class: 'stage', tabindex: '0', role: 'application', 'aria-describedby': 'keys' };
  return element('div', attributes, canvas, words, late);
}
