import { type Box, overlapOf } from '../../viewer/view.ts';

/** A frame as it is seen on the screen, and its name as it would stand above it. All in CSS pixels. */
export interface NamedFrame {
  readonly id: string;
  readonly box: Box;
  /** Without width where the frame is too narrow for one. */
  readonly name: Box;
  /** Sections lie behind frames: a name over one covers nothing. */
  readonly isGround: boolean;
}

/** More names than these would only hide the picture. */
const mostNames = 150;
/** Where more frames are seen, the rest is not looked at. */
const mostTried = 500;
/** So far a name may reach over the edge of another frame: there is margin within its letters' line. */
const sparePx = 4;

/** The frames whose names cover no other frame and no other name; those that are marked have theirs in any case. */
export function namesWithRoom(
  frames: readonly NamedFrame[],
  marked: ReadonlySet<string> = new Set(),
): NamedFrame[] {
  const wanted = frames.filter(({ name }) => name.width > 0);
  const shown = wanted.filter(({ id }) => marked.has(id));
  for (const frame of wanted.slice(0, mostTried)) {
    if (shown.length >= mostNames) break;
    if (marked.has(frame.id)) continue;
    const isFree = !frames.some((other) => isCovered(other, frame));
    if (isFree && shown.every(({ name }) => overlapOf(name, frame.name) === null)) shown.push(frame);
  }
  return shown;
}

/** Frames that lie over each other cover each other anyway. */
function isCovered({ id, box, isGround }: NamedFrame, by: NamedFrame): boolean {
  if (isGround || id === by.id) return false;
  const part = overlapOf(box, by.name);
  return part !== null && part.height > sparePx && overlapOf(box, by.box) === null;
}
