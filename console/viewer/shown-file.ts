import { startPage, writePage } from './address.ts';
import type { Controls } from './controls.ts';
import { type Facts, type Page, titleOf } from './file-facts.ts';
import type { Notices } from './notices.ts';
import { inPercent } from './percent.ts';
import type { Stage } from './stage.ts';
import type { Box } from './view.ts';

/** The file that is looked at, and which of its pages. */
export interface ShownFile {
  /** Takes the first facts, or those after a change: what was looked at stays where it still is. */
  take(facts: Facts): void;
  openPage(id: string): void;
  /** Opens the page so many places further, where there is one. */
  turnPage(by: number): void;
  /** Shows and says the zoom, where there is something to zoom. */
  tellZoom(zoom: number): void;
  /** Says how much of the picture could not be loaded. */
  tellMissing(count: number): void;
  /** Shows a sentence in place of a picture. */
  showNothing(sentence: string): void;
}

export function createShownFile(controls: Controls, stage: Stage, notices: Notices): ShownFile {
  let file: Facts | undefined;
  let page: Page | undefined;

  /** Shows a page; the same one stays where it is, another is looked at from `home`, or whole. */
  function show(facts: Facts, next: Page, home: Box | null | 'as it is'): void {
    page = next;
    controls.showFile(facts, next.id);
    if (home === 'as it is') stage.refresh(facts, next);
    else stage.open(facts, next, home);
    showZoom(stage.camera.view.zoom);
  }

  function showZoom(zoom: number): void {
    if (file === undefined || page === undefined) return;
    controls.showZoom(zoom);
    stage.describe(`${file.name}, page ${titleOf(page)}, ${inPercent(zoom)}`);
  }

  function openPage(id: string): void {
    const chosen = file?.pages.find((one) => one.id === id);
    if (file === undefined || chosen === undefined) return;
    writePage(chosen);
    show(file, chosen, null);
    notices.say(`Page ${titleOf(chosen)}`);
  }

  function showNothing(sentence: string): void {
    [file, page] = [undefined, undefined];
    controls.showNothing();
    stage.close();
    notices.show(sentence);
  }

  return {
    openPage,
    showNothing,
    take: (facts) => {
      const isFirst = file === undefined;
      file = facts;
      const same = facts.pages.find(({ id }) => id === page?.id);
      if (same !== undefined) return show(facts, same, 'as it is');
      const start = isFirst ? startPage(facts, location) : facts.pages[0];
      if (start === undefined) return showNothing('This file is empty.');
      show(facts, start, isFirst && facts.node?.page === start.id ? facts.node.bounds : null);
      if (!isFirst) notices.say(`The page is gone. Page ${titleOf(start)}`);
    },
    tellZoom: (zoom) => {
      showZoom(zoom);
      if (page !== undefined) notices.say(`Zoom ${inPercent(zoom)}`);
    },
    turnPage: (by) => {
      const place = file?.pages.findIndex(({ id }) => id === page?.id) ?? -1;
      const next = file?.pages[place + by];
      if (place !== -1 && next !== undefined) openPage(next.id);
    },
    tellMissing: (count) => tellOf(notices, page, count, stage.tryAgain),
  };
}

/** Says that a part of the picture is missing, or that there is none. */
function tellOf(notices: Notices, page: Page | undefined, missing: number, tryAgain: () => void): void {
  if (missing > 0) notices.show('Some of the picture could not be loaded.', tryAgain);
  else notices.show(page?.bounds === null ? 'This page is empty.' : null);
}
