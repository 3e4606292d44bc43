import { element, iconButton, replaceContent } from './element.ts';
import { type Facts, titleOf } from './file-facts.ts';
import { inPercent } from './percent.ts';
import { unlistedWords } from './unlisted-pages.ts';
import { waysToSeeMore } from './ways-to-see-more.ts';

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
function offerPages(select: HTMLSelectElement, facts: Facts, pageId: string): void {
  const options = facts.pages.map((page) => element('option', { value: page.id }, titleOf(page)));
  const unlisted = unlistedWords(facts);
  if (unlisted !== undefined) options.push(element('option', { disabled: '' }, unlisted));
  const before = [...select.options].map(({ value, text }) => `${value} ${text}`).join('\n');
  if (before !== options.map(({ value, text }) => `${value} ${text}`).join('\n'))
    replaceContent(select, options);
  select.value = pageId;
  select.disabled = false;
}
