import { factsAddress } from './address.ts';
import { createControls } from './controls.ts';
import { element } from './element.ts';
import { focusQuietly } from './focus-quietly.ts';
import { followHands } from './hands.ts';
import { followKeys } from './keys.ts';
import { createNotices } from './notices.ts';
import { pointOn } from './pointers.ts';
import { followFacts } from './poll-file-facts.ts';
import { createShownFile } from './shown-file.ts';
import { createStage } from './stage.ts';

/** Turns the page's `<main>` into the viewer of the file that its attributes name. */
export function openViewer(main: HTMLElement): void {
  const { facts: address = '', mode = 'page', page: fullPage = null } = main.dataset;
  const notices = createNotices();
  const stage = createStage({
    zoomed: (zoom) => file.tellZoom(zoom),
    outdated: () => follower.askSoon(),
    givenUp: (count) => file.tellMissing(count),
  });
  const moves = {
    ...stage.camera,
    pan: stage.camera.panByParts,
    zoomBy: (factor: number) => stage.camera.glideBy(factor),
    openPage: (id: string) => file.openPage(id),
    turnPage: (by: number) => file.turnPage(by),
  };
  const name = main.querySelector('h1') ?? element('h1');
  const controls = createControls(name, mode === 'embed' ? fullPage : null, moves);
  const file = createShownFile(controls, stage, notices);
  main.replaceChildren(controls.element, stage.element, ...notices.elements);
  followKeys(stage.element, moves);
  followHands(stage);
  stage.element.addEventListener('dblclick', (event) =>
    stage.camera.glideBy(event.shiftKey ? 0.5 : 2, pointOn(stage.element, event)),
  );
  if (mode !== 'embed') focusQuietly(stage.element);
  const facts = factsAddress(address, location);
  const follower = followFacts(() => facts, {
    came: file.take,
    missed: (sentence, isGone) => {
      if (isGone) file.showNothing(sentence);
      else notices.show(sentence, follower.askSoon);
    },
  });
}
