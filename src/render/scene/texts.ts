import { boundsOf } from '../geometry/bounds.ts';
import { glyphsPath } from '../text/glyphs-path.ts';
import { layoutText, type TextLayout } from '../text/layout.ts';
import type { TextStyle } from '../text/text-box.ts';
import { emptyBounds, isEmpty, transformBounds, unite } from './boxes.ts';
import { type Drawing, leaveOut } from './drawing.ts';
import { hasGeometry } from './file-geometry.ts';
import { layerHead } from './item-head.ts';
import { stringOf } from './json-values.ts';
import { geometryOf, type Shaped } from './node-geometry.ts';
import { once } from './outline.ts';
import { readPaints } from './paints.ts';
import type { Placement } from './placement.ts';
import type { Paint, SceneItem, SceneText, Stroke } from './scene.ts';
import type { NodeJson } from './scene-source.ts';
import { drawShape } from './shapes.ts';
import { createStroke, readStrokeForm } from './strokes.ts';
import { textBounds } from './text-bounds.ts';
import { readTextBox } from './text-boxes.ts';

/** Fills by style: an override's own, else the node's. */
function fillsByStyle(
  drawing: Drawing,
  node: NodeJson,
  { styles }: TextLayout,
  { size }: Placement,
): Paint[][] {
  const own = readPaints(drawing, node, node.fills, size);
  const ofStyle = ({ fills }: TextStyle): Paint[] =>
    Array.isArray(fills) ? readPaints(drawing, node, fills, size) : own;
  return styles.map((style, index) => (index === 0 ? own : ofStyle(style)));
}

/** The outlines of the glyphs as the form that a stroke follows. */
function glyphsShape(layout: TextLayout, { size }: Placement): Shaped {
  const path = once(() => glyphsPath(layout.lines.flatMap(({ glyphs }) => glyphs)));
  return { form: { kind: 'path' }, size, pieces: () => [{ path: path() }], line: path, fitsDashes: false };
}

function strokeOf(
  drawing: Drawing,
  node: NodeJson,
  layout: TextLayout,
  placement: Placement,
): Stroke | undefined {
  const paints = readPaints(drawing, node, node.strokes, placement.size);
  const form = paints.length > 0 ? readStrokeForm(node, false) : undefined;
  return form && createStroke(node, glyphsShape(layout, placement), form, paints);
}

function report(drawing: Drawing, node: NodeJson, layout: TextLayout): void {
  const nodeId = stringOf(node.id) ?? '';
  for (const one of layout.substitutions) drawing.substitutions.push({ ...one, nodeId });
  if (layout.leftOut > 0)
    leaveOut(drawing, node, `Its last ${layout.leftOut} characters are too many to draw.`);
  if (layout.missing.length > 0)
    leaveOut(drawing, node, `No font has ${layout.missing.length} of its characters.`);
}

/** The file may hold the outlines of its glyphs: these are right whatever fonts there are. */
const drawsByFile = (node: NodeJson, { substitutions }: TextLayout): boolean =>
  substitutions.length > 0 && hasGeometry(node.fillGeometry);

/** Draws a text; undefined where it has no characters or no paint. */
export function drawText(drawing: Drawing, node: NodeJson, placement: Placement): SceneItem | undefined {
  const layout = layoutText(readTextBox(node, placement.size, drawing.options), drawing.fonts);
  const shaped = drawsByFile(node, layout) ? geometryOf(node, placement.size) : undefined;
  if (shaped) return drawShape(drawing, node, shaped, placement);
  const text = placedText(drawing, node, layout, placement);
  if (text) report(drawing, node, layout);
  const characters = stringOf(node.characters) ?? '';
  return text && { ...text, characters: characters.slice(0, characters.length - layout.leftOut) };
}

function placedText(
  drawing: Drawing,
  node: NodeJson,
  layout: TextLayout,
  placement: Placement,
): SceneText | undefined {
  const fills = fillsByStyle(drawing, node, layout, placement);
  const stroke = strokeOf(drawing, node, layout, placement);
  const filled = fills.some((paints) => paints.length > 0) ? textBounds(layout) : emptyBounds;
  const band = stroke ? (boundsOf(stroke.uncutBand) ?? emptyBounds) : emptyBounds;
  const ink = transformBounds(unite(filled, band), placement.matrix);
  if (isEmpty(ink)) return undefined;
  return {
    kind: 'text',
    matrix: placement.matrix,
    size: placement.size,
    layout,
    characters: '',
    fills,
    ...(stroke && { stroke }),
    ...layerHead(drawing, node, ink),
  };
}
