import { element } from '../viewer/element.ts';
import type { Facts } from '../viewer/file-facts.ts';
import { createNotices } from '../viewer/notices.ts';
import { type BarMoves, createBar } from './bar.ts';
import { createFrameStage } from './frame-stage.ts';
import { createHotspots } from './hotspots.ts';
import { nothingHere } from './nothing.ts';
import { readPlace } from './place.ts';
import type { Click, ClickAction, Frame, Prototype } from './prototype-facts.ts';

/** All that is seen of a prototype. */
export interface Screen {
  readonly stage: HTMLElement;
  showFile(name: string): void;
  showFrame(frame: Frame, prototype: Prototype, facts: Facts): void;
  showClicks(clicks: readonly Click[]): void;
  /** Shows a sentence in place of a frame, with the ways out; the start is one where there is one. */
  showNothing(sentence: string, hasStart: boolean): void;
  /** Shows a sentence over the frame, until the next one is shown. */
  tell(sentence: string, again?: () => void): void;
  scrollBy(parts: number): void;
  /** Where the way to the file leads. */
  leadTo(file: string): void;
}

export interface ScreenEvents extends BarMoves {
  act(action: ClickAction): void;
  outdated(): void;
}

export function createScreen(main: HTMLElement, isEmbed: boolean, events: ScreenEvents): Screen {
  const notices = createNotices();
  const bar = createBar(main.querySelector('h1') ?? element('h1'), isEmbed, events);
  const hotspots = createHotspots(({ action }) => events.act(action));
  const stage = createFrameStage({
    ...{ painted: hotspots.place, outdated: events.outdated },
    givenUp: changesOf((isLost) => {
      if (isLost) notices.show('Some of the picture could not be loaded.', stage.tryAgain);
      else notices.show(null);
    }),
  });
  const instead = element('div', { class: 'instead', role: 'status' });
  stage.element.append(hotspots.element, instead);
  stage.element.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('button, a') === null) hotspots.flash();
  });
  main.replaceChildren(bar.element, stage.element, ...notices.elements);
  let file = '';
  let fileName = main.querySelector('h1')?.textContent ?? '';
  let shown: string | undefined;

  return {
    ...{ stage: stage.element, showClicks: hotspots.show, tell: notices.show },
    showFile: (name) => {
      fileName = name;
      bar.showFile(name);
    },
    showFrame: (frame, { page: id, frames }, facts) => {
      const page = facts.pages.find((one) => one.id === id);
      if (page === undefined) return events.outdated();
      if (shown !== frame.id) hotspots.show([]);
      shown = frame.id;
      instead.replaceChildren();
      notices.show(null);
      const place = frames.findIndex((one) => one.id === frame.id);
      bar.showFrame(frame, place, frames.length);
      stage.show({ facts, page, frame, scaling: readPlace(location.search).scaling });
      notices.say(`Frame ${frame.name}, ${place + 1} of ${frames.length}`);
      document.title = `${frame.name} · ${facts.name} · Vitrine`;
    },
    showNothing: (sentence, hasStart) => {
      shown = undefined;
      document.title = `${fileName} · Vitrine`;
      stage.clear();
      hotspots.show([]);
      bar.showFrame(undefined, -1, 0);
      instead.replaceChildren(...nothingHere(sentence, file, hasStart ? events.restart : undefined));
    },
    scrollBy: (parts) => void stage.scrollBy({ x: 0, y: parts * stage.element.clientHeight }),
    leadTo: (address) => {
      file = address;
      bar.leadTo(address);
    },
  };
}

/** Tells whether anything is lost, whenever that changes. */
function changesOf(tell: (isLost: boolean) => void): (count: number) => void {
  let before = false;
  return (count) => {
    if (count > 0 !== before) tell(count > 0);
    before = count > 0;
  };
}
