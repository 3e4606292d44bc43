import type { LoaderEvents } from '../viewer/tile-loader.ts';
import { createFrameStage, type FrameStage, type ShownFrame } from './frame-stage.ts';
import { createHotspots } from './hotspots.ts';
import { createOverlays, type Overlays } from './overlays.ts';
import type { ClickAction, Reactions } from './prototype-facts.ts';
import { createStarts } from './starts.ts';

/** A frame, what happens on it, and the frames that lie over it. */
export interface Layers extends Pick<FrameStage, 'element' | 'scrollBy' | 'tryAgain'> {
  readonly overlays: Overlays;
  /** Shows a frame; another one without anything over it, until it is said what happens there. */
  show(shown: ShownFrame): void;
  /** Shows the bare ground. */
  clear(): void;
  /** What happens on the frame from now on. */
  react(reactions: Reactions): void;
}

export interface LayersEvents extends Pick<LoaderEvents, 'outdated' | 'givenUp'> {
  /** Something is to be done, as somebody asks for it or by itself. */
  act(action: ClickAction, isByItself: boolean): void;
}

export function createLayers(events: LayersEvents): Layers {
  const hotspots = createHotspots(({ action }) => events.act(action, false));
  const starts = createStarts(events.act);
  const act = (action: ClickAction): void => events.act(action, false);
  const overlays = createOverlays(hotspots.element, { act, outdated: events.outdated }, begin);
  let under: ShownFrame | undefined;
  let reactions: Reactions | undefined;
  const stage = createFrameStage({
    outdated: events.outdated,
    givenUp: events.givenUp,
    painted: (view, size) => {
      hotspots.place(view, size);
      if (under !== undefined) overlays.place({ ...under, frame: under.frame.bounds, view, size });
    },
  });
  stage.element.append(hotspots.element, overlays.element);
  stage.element.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('button, a, .overlay') === null) hotspots.flash();
  });

  /** What begins by itself begins anew with what is uppermost. */
  function begin(): void {
    starts.take(overlays.others ?? reactions?.others ?? []);
  }

  function react(next: Reactions | undefined): void {
    reactions = next;
    hotspots.show(next?.clicks ?? []);
    begin();
  }

  function leave(): void {
    react(undefined);
    overlays.closeAll();
  }

  return {
    element: stage.element,
    scrollBy: stage.scrollBy,
    tryAgain: stage.tryAgain,
    overlays,
    react,
    show: (next) => {
      if (under?.frame.id !== next.frame.id) leave();
      under = next;
      stage.show(next);
    },
    clear: () => {
      under = undefined;
      leave();
      stage.clear();
    },
  };
}
