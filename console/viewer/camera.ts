import { createGlide } from './glide.ts';
import {
  type Box,
  fitted,
  heldWithin,
  heldZoom,
  moved,
  type Point,
  type Size,
  type View,
  zoomedAt,
} from './view.ts';

/** Where one looks, and how that moves. */
export interface Camera {
  readonly view: View;
  /** Looks at what `home` covers on a page with these bounds, or at the whole page. */
  open(bounds: Box | null, home: Box | null): void;
  /** Takes the bounds of the same page after it changed. */
  takeBounds(bounds: Box | null): void;
  /** Takes the size of the stage. */
  takeSize(size: Size): void;
  /** Moves the picture by CSS pixels, and says whether it moved. */
  panBy(by: Point): boolean;
  /** Moves it in a short while by parts of what is seen. */
  panByParts(parts: Point): void;
  /** Zooms at once, and says whether anything changed. */
  zoomAt(factor: number, at: Point): boolean;
  /** Zooms in a short while, in the middle unless a point is given. */
  glideBy(factor: number, at?: Point): void;
  /** One pixel of the canvas to one of the screen. */
  wholeSize(): void;
  fit(): void;
  home(): void;
}

const nowhere: Box = { x: 0, y: 0, width: 0, height: 0 };

/** `changed` is called after each change of the view. */
export function createCamera(changed: (view: View) => void): Camera {
  const glide = createGlide(set);
  let view: View = { x: 0, y: 0, zoom: 1 };
  let size: Size = nowhere;
  let bounds = nowhere;
  let home: Box | null = null;
  /** What is to be seen as a whole, whatever the size becomes, until one moves. */
  let whole: 'home' | 'page' | 'nothing' = 'page';

  const middle = (): Point => ({ x: size.width / 2, y: size.height / 2 });

  function set(next: View): boolean {
    const held = heldWithin(next, bounds);
    if (held.x === view.x && held.y === view.y && held.zoom === view.zoom) return false;
    view = held;
    changed(view);
    return true;
  }

  function lookAt(what: 'home' | 'page'): View {
    whole = what;
    return fitted((what === 'home' ? home : null) ?? bounds, size);
  }

  function settle(): void {
    if (size.width > 0) set(whole === 'nothing' ? view : lookAt(whole));
  }

  function zoomTo(zoom: number, at: Point): View {
    whole = 'nothing';
    return zoomedAt(glide.aim ?? view, size, heldZoom(zoom, bounds, size), at);
  }

  const glideTo = (to: View): void => glide.to(view, heldWithin(to, bounds));

  return {
    get view() {
      return view;
    },
    open: (newBounds, newHome) => {
      glide.stop();
      [bounds, home, whole] = [newBounds ?? nowhere, newHome, 'home'];
      settle();
    },
    takeBounds: (newBounds) => {
      bounds = newBounds ?? nowhere;
      settle();
    },
    takeSize: (newSize) => {
      size = newSize;
      settle();
    },
    panBy: (by) => {
      glide.stop();
      whole = 'nothing';
      return set(moved(view, by));
    },
    panByParts: ({ x, y }) => {
      whole = 'nothing';
      glideTo(moved(glide.aim ?? view, { x: x * size.width, y: y * size.height }));
    },
    zoomAt: (factor, at) => {
      glide.stop();
      return set(zoomTo(view.zoom * factor, at));
    },
    glideBy: (factor, at = middle()) => glideTo(zoomTo((glide.aim ?? view).zoom * factor, at)),
    wholeSize: () => glideTo(zoomTo(1, middle())),
    fit: () => glideTo(lookAt('page')),
    home: () => glideTo(lookAt('home')),
  };
}
