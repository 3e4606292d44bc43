import { element } from '../viewer/element.ts';
import type { Point } from '../viewer/view.ts';
import { type Below, createOverlay, type Overlay, type OverlayEvents } from './overlay.ts';
import type { Other } from './prototype-facts.ts';
import type { Seen } from './walk.ts';

/** The frames that lie over the one that is shown, the uppermost last. */
export interface Overlays {
  readonly element: HTMLElement;
  /** What begins by itself on the uppermost; undefined where none is open. */
  readonly others: readonly Other[] | undefined;
  /** Opens one more, or one in the place of the uppermost; false where that would be too many. */
  open(seen: Seen, at: Point | undefined, inPlace: boolean): boolean;
  /** Closes the uppermost, and whether there was one. */
  close(): boolean;
  closeAll(): void;
  /** Follows the frame below. */
  place(below: Below): void;
}

/** More would be a design that opens them in a circle. */
const mostOpen = 10;

/** One that is open, and what had the focus before. */
interface Open {
  readonly overlay: Overlay;
  readonly before: Element | null;
}

/** `changed` is called whenever another one is the uppermost. */
export function createOverlays(
  covered: HTMLElement,
  events: Omit<OverlayEvents, 'left'>,
  changed: () => void,
): Overlays {
  const whole = element('div', { class: 'overlays' });
  const open: Open[] = [];
  let below: Below | undefined;

  function removeUppermost(): Element | null {
    const last = open.pop();
    last?.overlay.remove();
    return last?.before ?? null;
  }

  /** What lies under the uppermost cannot be reached. */
  function settle(): void {
    for (const [place, one] of [covered, ...open.map(({ overlay }) => overlay.element)].entries())
      one.toggleAttribute('inert', place < open.length);
    changed();
  }

  function close(): boolean {
    if (open.length === 0) return false;
    const before = removeUppermost();
    settle();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    return true;
  }

  return {
    element: whole,
    get others() {
      return open.at(-1)?.overlay.others;
    },
    open: (seen, at, inPlace) => {
      const replaced = inPlace ? open.at(-1) : undefined;
      if (replaced === undefined && open.length >= mostOpen) return false;
      const before = replaced?.before ?? document.activeElement;
      if (replaced !== undefined) removeUppermost();
      const overlay = createOverlay(seen, at ?? replaced?.overlay.at, { ...events, left: close });
      open.push({ overlay, before });
      whole.append(overlay.element);
      if (below !== undefined) overlay.place(below);
      settle();
      overlay.element.focus({ preventScroll: true });
      return true;
    },
    close,
    closeAll: () => {
      if (open.length === 0) return;
      while (open.length > 0) removeUppermost();
      settle();
    },
    place: (next) => {
      below = next;
      for (const { overlay } of open) overlay.place(next);
    },
  };
}
