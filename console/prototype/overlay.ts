import { createCanvas } from '../viewer/canvas.ts';
import { element } from '../viewer/element.ts';
import type { Facts, Page } from '../viewer/file-facts.ts';
import { createTileLoader, type LoaderEvents } from '../viewer/tile-loader.ts';
import { createTileStore } from '../viewer/tile-store.ts';
import type { Box, Point, Size, View } from '../viewer/view.ts';
import { wantedTiles } from '../viewer/wanted-tiles.ts';
import { createHotspots } from './hotspots.ts';
import { onStage, overlayCorner, viewOfOverlay } from './overlay-view.ts';
import type { ClickAction, Other } from './prototype-facts.ts';
import type { Seen } from './walk.ts';

/** What lies below an overlay. */
export interface Below {
  readonly facts: Facts;
  readonly page: Page;
  readonly frame: Box;
  readonly view: View;
  readonly size: Size;
}

/** A frame that lies over another one. */
export interface Overlay {
  readonly element: HTMLElement;
  readonly others: readonly Other[];
  readonly at: Point | undefined;
  /** Follows what lies below. */
  place(below: Below): void;
  remove(): void;
}

export interface OverlayEvents extends Pick<LoaderEvents, 'outdated'> {
  act(action: ClickAction): void;
  /** Somebody clicked beside it. */
  left(): void;
}

export function createOverlay(
  { frame, reactions }: Seen,
  at: Point | undefined,
  { outdated, act, left }: OverlayEvents,
): Overlay {
  const tiles = createTileStore();
  const loader = createTileLoader(tiles, { outdated, loaded: schedule, givenUp: () => undefined });
  const canvas = createCanvas(tiles, paint);
  const hotspots = createHotspots(({ action }) => act(action));
  const sheet = element('div', { class: 'sheet', 'data-press': '' });
  const veil = element('div', { class: 'veil', 'data-press': '' });
  const whole = dialogOf(frame.name, veil, canvas.element, sheet, hotspots.element);
  let below: Below | undefined;
  let waiting = 0;
  veil.addEventListener('click', left);
  sheet.addEventListener('click', hotspots.flash);
  hotspots.show(reactions.clicks);

  function schedule(): void {
    waiting ||= requestAnimationFrame(paint);
  }

  function paint(): void {
    cancelAnimationFrame(waiting);
    waiting = 0;
    if (below === undefined || canvas.size.width === 0) return;
    const { bounds } = frame;
    const page = { ...below.page, bounds };
    const view = viewOfOverlay(bounds, overlayCorner(bounds, below, at), below.view);
    canvas.paint({ page, view, only: bounds });
    const wanted = wantedTiles(page, view, canvas.size, canvas.ratio);
    tiles.keep(wanted);
    loader.want(wanted, below.facts);
    hotspots.place(view, canvas.size);
    const place = onStage(bounds, view, canvas.size);
    cutTo(canvas.element, place, reactions.corners, view.zoom);
    put(sheet, place);
  }

  return {
    element: whole,
    others: reactions.others,
    at,
    place: (next) => {
      below = next;
      paint();
    },
    remove: () => {
      if (below !== undefined) loader.want([], below.facts);
      below = undefined;
      cancelAnimationFrame(waiting);
      whole.remove();
    },
  };
}

function dialogOf(name: string, veil: Element, canvas: Element, ...others: Element[]): HTMLElement {
  const label = `Overlay ${name.trim() || 'Untitled'}`;
  canvas.setAttribute('aria-label', label);
  const attributes = { class: 'overlay', role: 'dialog', 'aria-label': label, tabindex: '-1' };
  return element('div', attributes, veil, canvas, ...others);
}

/** The tiles show the page's ground beside the frame, and in its round corners. */
function cutTo({ style }: HTMLElement, place: Box, corners: readonly number[], zoom: number): void {
  const { x, y, width, height } = place;
  const round = corners.map((radius) => `${radius * zoom}px`).join(' ');
  const [right, bottom] = [`calc(100% - ${x + width}px)`, `calc(100% - ${y + height}px)`];
  style.setProperty('clip-path', `inset(${y}px ${right} ${bottom} ${x}px round ${round})`);
}

function put({ style }: HTMLElement, { x: left, y: top, width, height }: Box): void {
  for (const [side, length] of Object.entries({ left, top, width, height }))
    style.setProperty(side, `${length}px`);
}
