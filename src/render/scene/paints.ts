import type { Size } from '../geometry/rectangle.ts';
import { plainBlendMode } from './blend-modes.ts';
import { readColor } from './colors.ts';
import { type Drawing, leaveOut } from './drawing.ts';
import { gradientShapes, readGradient } from './gradients.ts';
import { readImagePaint } from './image-paints.ts';
import { type Json, type JsonRecord, listOf, recordOf, recordsOf, within, wordOf } from './json-values.ts';
import { readPattern } from './patterns.ts';
import type { Paint } from './scene.ts';
import type { NodeJson } from './scene-source.ts';

/** More paints than a layer is ever given; the painters' work is bounded by it. */
const mostPaints = 64;

const isShown = (paint: JsonRecord): boolean => paint.visible !== false && within(paint.opacity, 0, 1, 1) > 0;

/** Whether a list of paints leaves any mark. */
export const hasPaint = (value: Json): boolean => recordsOf(value).some(isShown);

/** The visible paints of a list, from the bottom to the top, for a box of that size. */
export function readPaints(drawing: Drawing, node: NodeJson, value: Json, size: Size): Paint[] {
  const paints: Paint[] = [];
  let shown = 0;
  for (const entry of listOf(value)) {
    const one = recordOf(entry);
    if (one === undefined || !isShown(one)) continue;
    shown += 1;
    const paint = shown > mostPaints ? undefined : readPaint(drawing, node, one, size);
    if (paint !== undefined) paints.push(paint);
  }
  if (shown > mostPaints) leaveOut(drawing, node, `It has more than ${mostPaints} paints.`);
  return paints;
}

function readPaint(drawing: Drawing, node: NodeJson, paint: JsonRecord, size: Size): Paint | undefined {
  const opacity = within(paint.opacity, 0, 1, 1);
  const blendMode = plainBlendMode(paint.blendMode);
  if (paint.type === 'SOLID') return { kind: 'solid', color: readColor(paint.color), opacity, blendMode };
  const head = { opacity, blendMode };
  const gradient = wordOf(paint.type, gradientShapes);
  const read =
    gradient !== undefined
      ? readGradient(paint, gradientShapes[gradient], size, head)
      : paint.type === 'IMAGE'
        ? readImagePaint(paint, head)
        : paint.type === 'PATTERN'
          ? readPattern(drawing, paint, head)
          : undefined;
  if (read?.kind === 'image') drawing.imageRefs.add(read.imageRef);
  return (
    read ?? leaveOut(drawing, node, `A paint of type ${String(paint.type).slice(0, 40)} can't be drawn.`)
  );
}
