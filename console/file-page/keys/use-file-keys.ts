import { useEffect, useRef } from 'react';
import { toggleGrids } from '../canvas/shown-grids.ts';
import { draftPinNow, setDraftPin } from '../comments/draft-pin.ts';
import { beside, into, outOf } from '../layers/steps.ts';
import { prototypePath } from '../prototype-address.ts';
import type { Room } from '../room.ts';
import { goTo } from '../use-place.ts';

/** Keys typed here are for what they are typed into. */
const taking = 'input, textarea, select, [role=tree], [role=tablist], dialog, [contenteditable]';

/** Follows the keyboard wherever the focus takes no keys itself. */
export function useFileKeys(room: Room | undefined, listKeys: () => void): void {
  const now = useRef({ room, listKeys });
  now.current = { room, listKeys };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target } = event;
      if (target instanceof Element && target.closest(taking) !== null) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return present(event, now.current.room);
      const isButton = target instanceof Element && target.closest('button, a, summary') !== null;
      if (isButton && ['Enter', ' '].includes(event.key)) return;
      const move = now.current.room && moveOf(event, now.current.room, now.current.listKeys);
      if (move === undefined) return;
      event.preventDefault();
      move();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

function present(event: KeyboardEvent, room: Room | undefined): void {
  const isMeant = (event.ctrlKey || event.metaKey) && event.altKey && event.key === 'Enter';
  if (!isMeant || room === undefined) return;
  event.preventDefault();
  location.assign(prototypePath(room));
}

type Move = () => void;

function moveOf(event: KeyboardEvent, room: Room, listKeys: Move): Move | undefined {
  const { camera } = room.stage;
  const always: Readonly<Record<string, Move>> = {
    '+': () => camera.glideBy(1.25),
    '=': () => camera.glideBy(1.25),
    '-': () => camera.glideBy(0.8),
    '0': camera.wholeSize,
    '1': camera.fit,
    '2': () => zoomToSelected(room),
    '?': listKeys,
    '/': () => document.querySelector<HTMLElement>('[aria-label="Search layers"]')?.focus(),
    c: () => placePin(room),
    g: toggleGrids,
    PageDown: () => turnPage(room, 1),
    PageUp: () => turnPage(room, -1),
  };
  if (event.key === 'Escape' && draftPinNow() !== 'none') return () => setDraftPin('none');
  return (
    always[event.key] ??
    (room.selected === undefined ? panning(event, room) : walking(event, room, room.selected))
  );
}

/** A click on the canvas places the pin; Escape leaves it. */
function placePin({ closed }: Room): void {
  if (closed === undefined) setDraftPin('waiting');
  goTo({ panel: 'comments', thread: undefined });
}

function zoomToSelected({ store, selected, zoomTo }: Room): void {
  const layer = selected === undefined ? undefined : store.layer(selected);
  if (layer !== undefined) zoomTo(layer);
}

function turnPage({ facts, page }: Room, by: number): void {
  const next = facts.pages[facts.pages.findIndex(({ id }) => id === page.id) + by];
  if (next !== undefined) goTo({ page: next.id, node: undefined }, { isStep: true });
}

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1],
};

function panning({ key, shiftKey }: KeyboardEvent, { stage }: Room): Move | undefined {
  const arrow = arrows[key];
  const far = shiftKey ? 0.5 : 0.1;
  return arrow && (() => stage.camera.panByParts({ x: arrow[0] * far, y: arrow[1] * far }));
}

/** Arrows walk along siblings, Enter goes in, Escape out. */
function walking({ key, shiftKey }: KeyboardEvent, room: Room, selected: string): Move | undefined {
  const { store, page, select } = room;
  const goOn = (next: Promise<string>) => () => void next.then(select, () => undefined);
  if (key === 'Escape' || (key === 'Enter' && shiftKey)) return () => select(outOf(store, page.id, selected));
  if (key === 'Enter') return goOn(into(store, selected));
  if (key === 'ArrowDown' || key === 'ArrowRight') return goOn(beside(store, page.id, selected, 1));
  if (key === 'ArrowUp' || key === 'ArrowLeft') return goOn(beside(store, page.id, selected, -1));
  return undefined;
}
