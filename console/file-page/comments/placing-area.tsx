import { type PointerEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { pointOn } from '../../viewer/pointers.ts';
import { type Box, type Point, pointAt } from '../../viewer/view.ts';
import { layersAt } from '../canvas/hit.ts';
import { type Room, useRoom } from '../room.ts';
import { goTo } from '../use-place.ts';
import type { PinPlace } from './comment-threads.ts';
import { setDraftPin } from './draft-pin.ts';

/** A pointer that moved further than this has drawn a region. */
const mostPressPx = 4;

interface Drawn {
  readonly from: Point;
  readonly to: Point;
}

/** Lies over the canvas while a pin is to be placed: a click places it, a drag its region, on the frame that is there. */
export function PlacingArea() {
  const room = useRoom();
  const { stage } = room;
  const [drawn, setDrawn] = useState<Drawn>();
  const pointOf = (event: PointerEvent) => pointOn(stage.element, event.nativeEvent);
  const end = ({ from, to }: Drawn) => {
    setDrawn(undefined);
    const isClick = Math.hypot(to.x - from.x, to.y - from.y) <= mostPressPx;
    place(room, boxOf(room, isClick ? { from, to: from } : { from, to }));
  };
  const area = (
    <div
      className="placing-area"
      data-press
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrawn({ from: pointOf(event), to: pointOf(event) });
      }}
      onPointerMove={(event) => drawn && setDrawn({ from: drawn.from, to: pointOf(event) })}
      onPointerUp={(event) => drawn && end({ from: drawn.from, to: pointOf(event) })}
      onPointerCancel={() => setDrawn(undefined)}
    >
      {drawn !== undefined && <span className="region" style={styleOf(between(drawn))} />}
    </div>
  );
  return createPortal(area, stage.element);
}

const between = ({ from, to }: Drawn): Box => ({
  x: Math.min(from.x, to.x),
  y: Math.min(from.y, to.y),
  width: Math.abs(to.x - from.x),
  height: Math.abs(to.y - from.y),
});

const styleOf = ({ x, y, width, height }: Box) => ({
  transform: `translate(${x}px, ${y}px)`,
  width,
  height,
});

/** On the canvas; without a size where nothing was drawn. */
function boxOf({ stage: { element, camera } }: Room, drawn: Drawn): Box {
  const { width, height } = element.getBoundingClientRect();
  const onCanvas = (at: Point) => pointAt(camera.view, { width, height }, at);
  return between({ from: onCanvas(drawn.from), to: onCanvas(drawn.to) });
}

function place({ store, page }: Room, { x, y, width, height }: Box): void {
  const frame = layersAt(store, page.id, { x, y })[0];
  const region = width > 0 && height > 0 ? { region: { width, height, corner: 'top-left' as const } } : {};
  const placed: PinPlace =
    frame?.bounds == null
      ? { node: undefined, x, y, ...region }
      : { node: frame.id, x: x - frame.bounds.x, y: y - frame.bounds.y, ...region };
  setDraftPin({ place: placed, at: { x, y } });
  goTo({ panel: 'comments', thread: undefined });
}
