import { boundsOf } from '../geometry/bounds.ts';
import { joinPaths } from '../geometry/path.ts';
import { isColored } from '../text/colored-glyphs.ts';
import { glyphsPath } from '../text/glyphs-path.ts';
import { knownLayout } from '../text/known-layouts.ts';
import type { TextLayout } from '../text/layout.ts';
import type { PlacedGlyph } from '../text/place-line.ts';
import type { TextStyle } from '../text/text-box.ts';
import { emptyBounds, isEmpty, transformBounds, unite } from './boxes.ts';
import { type Drawing, leaveOut } from './drawing.ts';
import { hasGeometry } from './file-geometry.ts';
import { glyphPictureOf } from './glyph-pictures.ts';
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

/** The outlines of the glyphs as the form that a stroke follows; those with colours of their own have none. */
function glyphsShape(layout: TextLayout, placement: Placement): Shaped {
  const glyphs = (): PlacedGlyph[] => layout.lines.flatMap((line) => line.glyphs);
  const path = once(() => glyphsPath(glyphs().filter(({ face, glyphId }) => !isColored(face, glyphId))));
  return pathsShape(() => [{ path: path() }], placement);
}

function pathsShape(pieces: Shaped['pieces'], { size }: Placement): Shaped {
  const all = once(pieces);
  const line = once(() => joinPaths(all().map(({ path }) => path)));
  return { form: { kind: 'path' }, size, pieces: all, line, fitsDashes: false };
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

/**
 * A text whose font is not here may bring the outlines of its glyphs, as geometry or as the editor drew them when it saved
 * the file: these are right whatever fonts there are.
 */
function drawnByFile(
  drawing: Drawing,
  node: NodeJson,
  { substitutions }: TextLayout,
  placement: Placement,
): { readonly item: SceneItem | undefined } | undefined {
  if (substitutions.length === 0) return undefined;
  const shaped = hasGeometry(node.fillGeometry) ? geometryOf(node, placement.size) : undefined;
  if (shaped) return { item: drawShape(drawing, node, shaped, placement) };
  const picture = glyphPictureOf(node);
  if (picture === undefined) return undefined;
  const item = drawShape(
    drawing,
    picture.node,
    pathsShape(() => picture.pieces, placement),
    placement,
  );
  return { item };
}

/** Draws a text; undefined where it has no characters or no paint. */
export function drawText(drawing: Drawing, node: NodeJson, placement: Placement): SceneItem | undefined {
  const layout = knownLayout(readTextBox(node, placement.size, drawing.options), drawing.fonts);
  const byFile = drawnByFile(drawing, node, layout, placement);
  if (byFile) return byFile.item;
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
  const band = stroke ? (boundsOf(stroke.bands.uncut) ?? emptyBounds) : emptyBounds;
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
