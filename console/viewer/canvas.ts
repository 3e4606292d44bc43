import { type Picture, paintPage } from './paint.ts';
import type { TileStore } from './tile-store.ts';
import type { Size } from './view.ts';

/** The canvas that fills the stage, sharp on any screen. */
export interface Canvas {
  readonly element: HTMLCanvasElement;
  readonly size: Size;
  /** Device pixels for each CSS pixel. */
  readonly ratio: number;
  paint(picture: Pick<Picture, 'page' | 'view' | 'only'>): void;
  clear(): void;
}

/** `resized` is called after each change of its size, with the canvas empty. */
export function createCanvas(tiles: TileStore, resized: (size: Size) => void): Canvas {
  const element = document.createElement('canvas');
  element.setAttribute('role', 'img');
  const context = element.getContext('2d') as CanvasRenderingContext2D;
  let size: Size = { width: 0, height: 0 };
  let ratio = 1;
  const measure = (): void => {
    const { clientWidth: width, clientHeight: height } = element;
    if (width === 0 || height === 0) return;
    size = { width, height };
    ratio = window.devicePixelRatio || 1;
    element.width = Math.round(width * ratio);
    element.height = Math.round(height * ratio);
    resized(size);
  };
  new ResizeObserver(measure).observe(element);
  return {
    element,
    get size() {
      return size;
    },
    get ratio() {
      return ratio;
    },
    paint: (picture) => {
      context.imageSmoothingQuality = 'medium';
      paintPage(context, { ...picture, size, ratio }, tiles);
    },
    clear: () => context.clearRect(0, 0, element.width, element.height),
  };
}
