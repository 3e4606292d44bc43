import { element, icon, iconButton } from '../viewer/element.ts';
import { waysToSeeMore } from '../viewer/ways-to-see-more.ts';
import type { Frame } from './prototype-facts.ts';

export interface BarMoves {
  step(by: number): void;
  restart(): void;
}

/** The bar: the file's name and the way to it, the frame with its place among the others, and ways to others. */
export interface Bar {
  readonly element: HTMLElement;
  showFile(name: string): void;
  /** `place` counts from zero; -1 is none of them. */
  showFrame(frame: Frame | undefined, place: number, count: number): void;
  /** Where the way to the file leads. */
  leadTo(file: string): void;
}

const paths = {
  file: 'M13 8h-10M7 4l-4 4 4 4',
  before: 'M10 4l-4 4 4 4',
  next: 'M6 4l4 4-4 4',
  restart: 'M3.5 3v3.5h3.5M3.7 6.4a5 5 0 1 1-.5 3.4',
};

export function createBar(heading: HTMLElement, isEmbed: boolean, moves: BarMoves): Bar {
  const frameName = element('span', { class: 'frame-name', dir: 'auto' });
  const count = element('span', { class: 'count' });
  const before = iconButton('Frame before', paths.before, () => moves.step(-1), 'Left arrow');
  const next = iconButton('Next frame', paths.next, () => moves.step(1), 'Right arrow');
  const restart = iconButton('From the start', paths.restart, moves.restart, 'R');
  const way = wayToFile(isEmbed);
  const steps = element(
    'div',
    { class: 'steps', role: 'group', 'aria-label': 'Frames' },
    before,
    count,
    next,
    restart,
  );
  const bar = element('div', { class: 'bar' }, way, heading, frameName, steps, ...waysToSeeMore(null));
  return {
    element: bar,
    showFile: (name) => {
      heading.textContent = name;
      heading.title = name;
    },
    showFrame: (frame, place, of) => {
      frameName.textContent = frame === undefined ? '' : frame.name.trim() || 'Untitled';
      frameName.title = frame?.name ?? '';
      count.textContent = place === -1 ? '' : `${place + 1} / ${of}`;
      before.disabled = place <= 0;
      next.disabled = place === -1 || place + 1 === of;
      restart.disabled = of === 0;
    },
    leadTo: (file) => way.setAttribute('href', file),
  };
}

/** In a frame of another page the file opens in a window of its own. */
function wayToFile(isEmbed: boolean): HTMLAnchorElement {
  const words = isEmbed ? 'Open the file in a new tab' : 'Back to the file';
  const away = isEmbed ? { target: '_blank', rel: 'noopener' } : {};
  const title = isEmbed ? words : `${words} (Escape)`;
  return element('a', { class: 'open', 'aria-label': words, title, ...away }, icon(paths.file));
}
