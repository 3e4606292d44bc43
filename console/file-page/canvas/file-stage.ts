import { followHands } from '../../viewer/hands.ts';
import { createStage, type Stage } from '../../viewer/stage.ts';
import type { Box, Size, View } from '../../viewer/view.ts';
import type { Facts, Page } from '../use-facts.ts';
import { createOverlay, type Overlay } from './overlay.ts';
import { followPointing, type PointedAt, type PointingMoves } from './pointing.ts';

/** The viewer's canvas with what lies over it. */
export interface FileStage {
  readonly element: HTMLElement;
  readonly camera: Stage['camera'];
  readonly overlay: Overlay;
  /** Shows a page; the same one stays where it is, another is looked at from `home`, or whole. */
  show(facts: Facts, page: Page, home: Box | null): void;
  tryAgain(): void;
  describe(words: string): void;
  /** Calls back after each frame, and once at once where one was painted. */
  follow(listener: (view: View, size: Size) => void): () => void;
}

export interface FileStageEvents extends PointingMoves {
  pointed(): PointedAt | undefined;
  outdated(): void;
  givenUp(count: number): void;
  zoomed(zoom: number): void;
}

export function createFileStage(events: FileStageEvents): FileStage {
  const listeners = new Set<(view: View, size: Size) => void>();
  let seen: { view: View; size: Size } | undefined;
  let shown: string | undefined;
  const overlay = createOverlay((id) => {
    const layer = events.pointed()?.store.layer(id);
    if (layer !== undefined) events.select(layer);
  });
  const stage = createStage({
    outdated: events.outdated,
    givenUp: events.givenUp,
    zoomed: events.zoomed,
    painted: (view, size) => {
      seen = { view, size };
      overlay.place(view, size);
      for (const listener of listeners) listener(view, size);
    },
  });
  stage.element.append(overlay.element);
  followHands(stage);
  followPointing(stage, () => seen?.size ?? { width: 0, height: 0 }, events.pointed, {
    hover: events.hover,
    select: events.select,
  });
  return {
    element: stage.element,
    camera: stage.camera,
    overlay,
    tryAgain: stage.tryAgain,
    describe: stage.describe,
    show: (facts, page, home) => {
      if (shown === page.id) stage.refresh(facts, page);
      else stage.open(facts, page, home);
      shown = page.id;
    },
    follow: (listener) => {
      listeners.add(listener);
      if (seen !== undefined) listener(seen.view, seen.size);
      return () => listeners.delete(listener);
    },
  };
}
