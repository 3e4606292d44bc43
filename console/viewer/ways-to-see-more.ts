import { element, icon, iconButton } from './element.ts';

const paths = {
  full: 'M9.5 2.5h4v4M13.5 2.5l-4.5 4.5M6.5 13.5h-4v-4M2.5 13.5l4.5-4.5',
  open: 'M6 3.5h-3.5v10h10v-3.5M9 2.5h4.5v4.5M13.5 2.5l-6 6',
};

/** Links and buttons of the bar by which a frame of another page is left for more room. */
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
