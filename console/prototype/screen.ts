import { element } from '../viewer/element.ts';
import type { Facts } from '../viewer/file-facts.ts';
import { createNotices } from '../viewer/notices.ts';
import { type BarMoves, createBar } from './bar.ts';
import { createLayers } from './layers.ts';
import { nothingHere } from './nothing.ts';
import type { Overlays } from './overlays.ts';
import { readPlace } from './place.ts';
import type { ClickAction, Frame, Prototype, Reactions } from './prototype-facts.ts';

/** All that is seen of a prototype. */
export interface Screen {
  readonly stage: HTMLElement;
  showFile(name: string): void;
  showFrame(frame: Frame, prototype: Prototype, facts: Facts): void;
  /** What happens on the frame from now on. */
  react(reactions: Reactions): void;
  readonly overlays: Overlays;
  /** Shows a sentence in place of a frame, with the ways out; the start is one where there is one. */
  showNothing(sentence: string, hasStart: boolean): void;
  /** Shows a sentence over the frame, until the next one is shown. */
  tell(sentence: string, again?: () => void): void;
  scrollBy(parts: number): void;
  /** Where the way to the file leads. */
  leadTo(file: string): void;
}

export interface ScreenEvents extends BarMoves {
  /** Something is to be done, as somebody asks for it or by itself. */
  act(action: ClickAction, isByItself: boolean): void;
  outdated(): void;
}

export function createScreen(main: HTMLElement, isEmbed: boolean, events: ScreenEvents): Screen {
  const notices = createNotices();
  const bar = createBar(main.querySelector('h1') ?? element('h1'), isEmbed, events);
  const stage = createLayers({
    act: events.act,
    outdated: events.outdated,
    givenUp: changesOf((isLost) => {
      if (isLost) notices.show('Some of the picture could not be loaded.', stage.tryAgain);
      else notices.show(null);
    }),
  });
  const instead = element('div', { class: 'instead', role: 'status' });
  stage.element.append(instead);
  main.replaceChildren(bar.element, stage.element, ...notices.elements);
  let file = '';
  let fileName = main.querySelector('h1')?.textContent ?? '';

  return {
    stage: stage.element,
    react: stage.react,
    overlays: stage.overlays,
    tell: notices.show,
    showFile: (name) => {
      fileName = name;
      bar.showFile(name);
    },
    showFrame: (frame, { page: id, frames }, facts) => {
      const page = facts.pages.find((one) => one.id === id);
      if (page === undefined) return events.outdated();
      instead.replaceChildren();
      notices.show(null);
      const place = frames.findIndex((one) => one.id === frame.id);
      bar.showFrame(frame, place, frames.length);
      stage.show({ facts, page, frame, scaling: readPlace(location.search).scaling });
      notices.say(`Frame ${frame.name}, ${place + 1} of ${frames.length}`);
      document.title = `${frame.name} · ${facts.name} · Vitrine`;
    },
    showNothing: (sentence, hasStart) => {
      document.title = `${fileName} · Vitrine`;
      stage.clear();
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
