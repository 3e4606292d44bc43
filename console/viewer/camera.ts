import {
  type Box,
  type Cover,
  fitted,
  freeMiddle,
  heldWithin,
  heldZoom,
  moved,
  noCover,
  type Point,
  type Size,
  type View,
  zoomedAt,
} from './view.ts';
import { createGlide, type Glide } from './view-animation.ts';

/** Where one looks, and how that moves. */
export interface Camera {
  readonly view: View;
  /** Looks at what `home` covers on a page with these bounds, or at the whole page. */
  open(bounds: Box | null, home: Box | null): void;
  /** Takes the bounds of the same page after it changed. */
  takeBounds(bounds: Box | null): void;
  /** Takes the size of the stage. */
  takeSize(size: Size): void;
  /** Takes how far other things lie over the stage: what is shown as a whole is shown beside them. */
  takeCover(cover: Cover): void;
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
  /** Goes to a part of the page, as large as it fits but no larger than itself. */
  goTo(box: Box): void;
}

const nowhere: Box = { x: 0, y: 0, width: 0, height: 0 };

/** What the camera looks at now. */
interface Look {
  view: View;
  size: Size;
  cover: Cover;
  bounds: Box;
  home: Box | null;
  /** What is to be seen as a whole, whatever the size becomes, until one moves. */
  whole: 'home' | 'page' | 'nothing';
}

interface Movable {
  readonly look: Look;
  readonly glide: Glide;
  /** Shows a view as far as the page allows, and says whether anything changed. */
  set(next: View): boolean;
}

/** `changed` is called after each change of the view. */
export function createCamera(changed: (view: View) => void): Camera {
  const view = { x: 0, y: 0, zoom: 1 };
  const look: Look = { view, size: nowhere, cover: noCover, bounds: nowhere, home: null, whole: 'page' };
  const set = (next: View): boolean => {
    const held = heldIn(look, next);
    if (held.x === look.view.x && held.y === look.view.y && held.zoom === look.view.zoom) return false;
    look.view = held;
    changed(held);
    return true;
  };
  const movable = { look, set, glide: createGlide(set) };
  return {
    get view() {
      return look.view;
    },
    ...placing(movable),
    ...moving(movable),
  };
}

function lookAt(look: Look, what: 'home' | 'page'): View {
  look.whole = what;
  return fitted((what === 'home' ? look.home : null) ?? look.bounds, look.size, look);
}

const heldIn = ({ bounds, size, cover }: Look, view: View): View => heldWithin(view, bounds, size, cover);

/** Takes what is looked at, and on what stage. */
function placing({
  look,
  glide,
  set,
}: Movable): Pick<Camera, 'open' | 'takeBounds' | 'takeSize' | 'takeCover'> {
  const settle = (): void => {
    if (look.size.width > 0) set(look.whole === 'nothing' ? look.view : lookAt(look, look.whole));
  };
  return {
    open: (bounds, home) => {
      glide.stop();
      Object.assign(look, { bounds: bounds ?? nowhere, home, whole: 'home' } satisfies Partial<Look>);
      settle();
    },
    takeBounds: (bounds) => {
      look.bounds = bounds ?? nowhere;
      settle();
    },
    takeSize: (size) => {
      look.size = size;
      settle();
    },
    takeCover: (cover) => {
      look.cover = cover;
      settle();
    },
  };
}

/** Moves at once, and in a short while. */
function moving({ look, glide, set }: Movable): Omit<Camera, 'view' | keyof ReturnType<typeof placing>> {
  const middle = (): Point => freeMiddle(look.size, look.cover);
  const aim = (): View => glide.aim ?? look.view;
  const glideTo = (to: View): void => glide.to(look.view, heldIn(look, to));
  const zoomTo = (zoom: number, at: Point): View => {
    look.whole = 'nothing';
    return zoomedAt(aim(), look.size, heldZoom(zoom, look.bounds, look.size), at);
  };
  return {
    panBy: (by) => {
      glide.stop();
      look.whole = 'nothing';
      return set(moved(look.view, by));
    },
    panByParts: ({ x, y }) => {
      look.whole = 'nothing';
      glideTo(moved(aim(), { x: x * look.size.width, y: y * look.size.height }));
    },
    zoomAt: (factor, at) => {
      glide.stop();
      return set(zoomTo(look.view.zoom * factor, at));
    },
    glideBy: (factor, at = middle()) => glideTo(zoomTo(aim().zoom * factor, at)),
    wholeSize: () => glideTo(zoomTo(1, middle())),
    fit: () => glideTo(lookAt(look, 'page')),
    home: () => glideTo(lookAt(look, 'home')),
    goTo: (box) => {
      look.whole = 'nothing';
      glideTo(fitted(box, look.size, look));
    },
  };
}
