import { element, replaceContent } from '../viewer/element.ts';
import type { Size, View } from '../viewer/view.ts';
import type { Click } from './prototype-facts.ts';

/** The places of a frame where a click does something, over its picture. */
export interface Hotspots {
  readonly element: HTMLElement;
  show(clicks: readonly Click[]): void;
  /** Follows the picture. */
  place(view: View, size: Size): void;
  /** Has all of them seen for a moment. */
  flash(): void;
}

const flashMs = 700;

export function createHotspots(press: (click: Click) => void): Hotspots {
  const spots = element('div', { class: 'hotspots' });
  let placed: { view: View; size: Size } | undefined;
  let shown: readonly { readonly click: Click; readonly button: HTMLElement }[] = [];
  let timer = 0;

  function place(): void {
    if (placed === undefined) return;
    for (const { click, button } of shown) put(button, click, placed.view, placed.size);
  }

  return {
    element: spots,
    show: (clicks) => {
      shown = clicks.map((click) => ({ click, button: buttonOf(click, press) }));
      replaceContent(
        spots,
        shown.map(({ button }) => button),
      );
      place();
    },
    place: (view, size) => {
      placed = { view, size };
      place();
    },
    flash: () => {
      clearTimeout(timer);
      spots.classList.add('flashed');
      timer = window.setTimeout(() => spots.classList.remove('flashed'), flashMs);
    },
  };
}

function buttonOf(click: Click, press: (click: Click) => void): HTMLElement {
  const button = element('button', { type: 'button', 'aria-label': click.name.trim() || 'Untitled' });
  button.addEventListener('click', () => press(click));
  return button;
}

function put({ style }: HTMLElement, { bounds }: Click, view: View, size: Size): void {
  style.setProperty('left', `${(bounds.x - view.x) * view.zoom + size.width / 2}px`);
  style.setProperty('top', `${(bounds.y - view.y) * view.zoom + size.height / 2}px`);
  style.setProperty('width', `${bounds.width * view.zoom}px`);
  style.setProperty('height', `${bounds.height * view.zoom}px`);
}
