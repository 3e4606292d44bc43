import { element, icon, iconButton, replaceContent } from './element.ts';
import { type Facts, titleOf } from './file-facts.ts';
import { inPercent } from './percent.ts';

/** What the buttons do. */
export interface ControlMoves {
  openPage(id: string): void;
  zoomBy(factor: number): void;
  wholeSize(): void;
  fit(): void;
}

export interface Controls {
  readonly element: HTMLElement;
  showFile(facts: Facts, pageId: string): void;
  showZoom(zoom: number): void;
  /** Offers no pages and names no zoom. */
  showNothing(): void;
}

const wholeSize = 'Show at 100 % (0)';
const paths = {
  minus: 'M3 8h10',
  plus: 'M3 8h10M8 3v10',
  fit: 'M2.5 6v-3.5h3.5M10 2.5h3.5v3.5M13.5 10v3.5h-3.5M6 13.5h-3.5v-3.5M5.5 6h5v4h-5z',
  full: 'M9.5 2.5h4v4M13.5 2.5l-4.5 4.5M6.5 13.5h-4v-4M2.5 13.5l4.5-4.5',
  open: 'M6 3.5h-3.5v10h10v-3.5M9 2.5h4.5v4.5M13.5 2.5l-6 6',
};

/** The bar: the file's name, its pages, zoom, and ways to see it larger. `fullPage` is left out on that page. */
export function createControls(name: HTMLElement, fullPage: string | null, moves: ControlMoves): Controls {
  const pages = element('select', { 'aria-label': 'Page' });
  pages.addEventListener('change', () => moves.openPage(pages.value));
  const zoom = element('button', { type: 'button', class: 'percent', title: wholeSize });
  zoom.addEventListener('click', moves.wholeSize);
  showNothing();
  const bar = element(
    'div',
    { class: 'bar' },
    name,
    pages,
    element(
      'div',
      { class: 'zoom', role: 'group', 'aria-label': 'Zoom' },
      iconButton('Zoom out', paths.minus, () => moves.zoomBy(0.8), '−'),
      zoom,
      iconButton('Zoom in', paths.plus, () => moves.zoomBy(1.25), '+'),
      iconButton('Show the whole page', paths.fit, moves.fit, '1'),
    ),
    ...waysToSeeMore(fullPage),
  );

  function showNothing(): void {
    pages.replaceChildren();
    pages.disabled = true;
    zoom.textContent = '…';
    zoom.setAttribute('aria-label', wholeSize);
  }

  return {
    element: bar,
    showNothing,
    showFile: (facts, pageId) => {
      name.textContent = facts.name;
      name.title = facts.name;
      offerPages(pages, facts, pageId);
    },
    showZoom: (value) => {
      const percent = inPercent(value);
      zoom.textContent = percent;
      zoom.setAttribute('aria-label', `${percent}, show at 100 %`);
    },
  };
}

/** The pages with the one that is open. Pages of one name stay apart by their ids. */
function offerPages(select: HTMLSelectElement, { pages }: Facts, pageId: string): void {
  const options = pages.map((page) => element('option', { value: page.id }, titleOf(page)));
  const before = [...select.options].map(({ value, text }) => `${value} ${text}`).join('\n');
  if (before !== options.map(({ value, text }) => `${value} ${text}`).join('\n'))
    replaceContent(select, options);
  select.value = pageId;
  select.disabled = false;
}

export function waysToSeeMore(fullPage: string | null): HTMLElement[] {
  const ways: HTMLElement[] = [];
  if (fullPage !== null) {
    const words = 'Open the file in a new tab';
    const link = { href: fullPage, target: '_blank', rel: 'noopener', 'aria-label': words, title: words };
    ways.push(element('a', { class: 'open', ...link }, icon(paths.open)));
  }
  if (document.fullscreenEnabled) ways.push(iconButton('Full screen', paths.full, turnFullScreen));
  return ways;
}

/** Fills the screen, or no longer does. A browser may refuse it; then nothing changes. */
function turnFullScreen(): void {
  const turn =
    document.fullscreenElement === null
      ? document.documentElement.requestFullscreen()
      : document.exitFullscreen();
  turn.catch(() => undefined);
}
