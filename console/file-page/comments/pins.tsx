import { useQueries } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Point } from '../../viewer/view.ts';
import { nodeQuery } from '../node-query.ts';
import { useRoom } from '../room.ts';
import { goTo, usePlace } from '../use-place.ts';
import { useThreads } from './comment-queries.ts';
import { mostPins, type PinRegion, pinOf, regionBox, type Thread } from './comment-threads.ts';
import { useDraftPin } from './draft-pin.ts';
import { PlacingArea } from './placing-area.tsx';

interface Pin {
  readonly thread: Thread;
  readonly at: Point;
  readonly region?: PinRegion;
}

/** The pins of open threads on the page, which follow the picture and the nodes that they stand on. */
export function Pins() {
  const { stage } = useRoom();
  const pins = usePins();
  const { thread: open } = usePlace();
  const draft = useDraftPin();
  const place = useRef<HTMLDivElement>(null);
  const at = typeof draft === 'string' ? undefined : draft.at;
  // biome-ignore lint/correctness/useExhaustiveDependencies: new pins are put where they belong at once
  useEffect(() => stage.follow((view, size) => putPins(place.current, view, size)), [stage, pins, at]);
  const shown = pins.find(({ thread }) => thread.root.id === open);
  return (
    <div className="pins" ref={place}>
      {draft === 'waiting' && <PlacingArea />}
      <Region at={shown?.at} region={shown?.region} />
      <Region at={at} region={typeof draft === 'string' ? undefined : draft.place.region} />
      {pins.map(({ thread, at: { x, y } }) => (
        <button
          key={thread.root.id}
          type="button"
          className="pin"
          data-x={x}
          data-y={y}
          aria-current={thread.root.id === open}
          aria-label={`Comment by ${thread.root.user.handle}: ${thread.root.message}`}
          data-number={numberOf(thread)}
          onClick={() => goTo({ panel: 'comments', thread: thread.root.id }, { isStep: true })}
        />
      ))}
      {at !== undefined && <span className="pin pin-draft" data-x={at.x} data-y={at.y} aria-hidden="true" />}
    </div>
  );
}

/** What a comment is about around its pin. */
function Region({ at, region }: { at: Point | undefined; region: PinRegion | undefined }) {
  if (at === undefined || region === undefined) return null;
  const { x, y, width, height } = regionBox(at, region);
  return <span className="region" data-x={x} data-y={y} data-width={width} data-height={height} />;
}

function putPins(
  place: HTMLElement | null,
  view: { x: number; y: number; zoom: number },
  size: { width: number; height: number },
): void {
  for (const { dataset, style } of place?.querySelectorAll<HTMLElement>('[data-x]') ?? []) {
    const left = (Number(dataset.x) - view.x) * view.zoom + size.width / 2;
    const top = (Number(dataset.y) - view.y) * view.zoom + size.height / 2;
    style.transform = `translate(${left}px, ${top}px)`;
    if (dataset.width === undefined) continue;
    style.width = `${Number(dataset.width) * view.zoom}px`;
    style.height = `${Number(dataset.height) * view.zoom}px`;
  }
}

/** As its thread is counted in the file. */
const numberOf = ({ root, replies }: Thread): string => root.order_id ?? String(replies.length + 1);

/** Those of the open page: nodes are asked where they lie, each once. */
function usePins(): Pin[] {
  const room = useRoom();
  const { threads } = useThreads();
  const open = threads.filter(({ root }) => (root.resolved_at ?? null) === null);
  const placed = open.slice(0, mostPins).flatMap((thread) => {
    const pin = pinOf(thread.root);
    return pin === undefined ? [] : [{ thread, pin }];
  });
  const nodes = [...new Set(placed.flatMap(({ pin }) => pin.node ?? []))];
  const found = useQueries({ queries: nodes.map((id) => ({ ...nodeQuery(room, id), retry: false })) });
  const paths = new Map(nodes.map((id, place) => [id, found[place]?.data?.path]));
  const isFirstPage = room.facts.pages[0]?.id === room.page.id;
  return placed.flatMap(({ thread, pin: { node, x, y, ...region } }): Pin[] => {
    // A point of the canvas names no page.
    if (node === undefined) return isFirstPage ? [{ thread, at: { x, y }, ...region }] : [];
    const path = paths.get(node);
    const bounds = path?.at(-1)?.bounds;
    if (path?.[0]?.id !== room.page.id || !bounds) return [];
    return [{ thread, at: { x: bounds.x + x, y: bounds.y + y }, ...region }];
  });
}
