import { factsAddress, startPage, writePage } from './address.ts';
import { createControls, inPercent } from './controls.ts';
import { element } from './element.ts';
import type { Facts, Page } from './facts.ts';
import { followFacts } from './follow-facts.ts';
import { followKeys } from './keys.ts';
import { createNotices } from './notices.ts';
import { followPointers, pointOn } from './pointers.ts';
import { createStage, type Stage } from './stage.ts';
import type { Box } from './view.ts';
import { followWheel } from './wheel.ts';

/** Turns the page's `<main>` into the viewer of the file that its attributes name. */
export function openViewer(main: HTMLElement): void {
  const { facts: address = '', mode = 'page', page: fullPage = null } = main.dataset;
  let file: Facts | undefined;
  let page: Page | undefined;
  const notices = createNotices();
  const stage = createStage({
    zoomed: (zoom) => {
      showZoom(zoom);
      notices.say(`Zoom ${inPercent(zoom)}`);
    },
    outdated: () => follower.askSoon(),
    givenUp: (count) => {
      if (count > 0) notices.show('Some of the picture could not be loaded.', stage.tryAgain);
      else notices.show(page?.bounds === null ? 'This page is empty.' : null);
    },
  });
  const { camera } = stage;
  const moves = { ...camera, pan: camera.panByParts, zoomBy: camera.glideBy, openPage, turnPage };
  const name = main.querySelector('h1') ?? element('h1');
  const controls = createControls(name, mode === 'embed' ? fullPage : null, moves);
  main.replaceChildren(controls.element, stage.element, ...notices.elements);
  followKeys(stage.element, moves);
  followHands(stage);
  if (mode !== 'embed') focusQuietly(stage.element);
  const follower = followFacts(factsAddress(address, location), {
    came: (facts) => {
      const isFirst = file === undefined;
      file = facts;
      const same = facts.pages.find(({ id }) => id === page?.id);
      if (same !== undefined) return refresh(same);
      const start = isFirst ? startPage(facts, location) : facts.pages[0];
      if (start === undefined) return showNothing('This file is empty.');
      open(facts, start, isFirst && facts.node?.page === start.id ? facts.node.bounds : null);
    },
    missed: (sentence, isGone) => {
      if (isGone) showNothing(sentence);
      else notices.show(sentence, follower.askSoon);
    },
  });

  function open(facts: Facts, next: Page, home: Box | null): void {
    page = next;
    controls.showFile(facts, next.id);
    stage.open(facts, next, home);
    showZoom(camera.view.zoom);
  }

  function showNothing(sentence: string): void {
    page = undefined;
    stage.close();
    notices.show(sentence);
  }

  function refresh(same: Page): void {
    page = same;
    if (file === undefined) return;
    controls.showFile(file, same.id);
    stage.refresh(file, same);
    showZoom(camera.view.zoom);
  }

  function showZoom(zoom: number): void {
    controls.showZoom(zoom);
    if (file !== undefined && page !== undefined)
      stage.describe(`${file.name}, page ${page.name}, ${inPercent(zoom)}`);
  }

  function openPage(id: string): void {
    const chosen = file?.pages.find((one) => one.id === id);
    if (file === undefined || chosen === undefined) return;
    writePage(chosen);
    open(file, chosen, null);
    notices.say(`Page ${chosen.name}`);
  }

  /** Opens the page so many places further, where there is one. */
  function turnPage(by: number): void {
    const place = file?.pages.findIndex(({ id }) => id === page?.id) ?? -1;
    const next = file?.pages[place + by];
    if (next !== undefined) openPage(next.id);
  }
}

/** Follows all that moves the picture besides keys and buttons. */
function followHands({ element: stage, camera }: Stage): void {
  followPointers(stage, {
    drag: camera.panBy,
    pinch: (by, factor, at) => {
      camera.panBy(by);
      camera.zoomAt(factor, at);
    },
  });
  followWheel(stage, { pan: camera.panBy, zoom: camera.zoomAt });
  stage.addEventListener('dblclick', (event) =>
    camera.glideBy(event.shiftKey ? 0.5 : 2, pointOn(stage, event)),
  );
}

/** Gives keys to the stage from the start, without a ring around it until one is pressed. */
function focusQuietly(stage: HTMLElement): void {
  if (document.activeElement !== document.body) return;
  stage.classList.add('quiet');
  stage.focus({ preventScroll: true });
  document.addEventListener('keydown', () => stage.classList.remove('quiet'), { once: true });
}
