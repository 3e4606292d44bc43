import type { Bounds } from '../geometry/bounds.ts';
import { multiply } from '../geometry/matrix.ts';
import type { BlendMode, ImagePaint, Outline, Paint, PatternPaint } from '../scene/scene.ts';
import { partial, printColor } from './colors.ts';
import { defineGradient } from './gradients.ts';
import { defineImagePattern } from './image-fills.ts';
import { definePattern } from './pattern-fills.ts';
import type { Figure } from './shape-elements.ts';
import type { SvgSheet } from './svg-sheet.ts';
import { drawSwept } from './swept-gradients.ts';
import type { Attribute } from './xml.ts';

/** What is painted: the element, the outline it stands for and what it touches of the scene. */
export interface Surface {
  readonly figure: Figure;
  readonly outline: Outline;
  readonly ink: Bounds;
}

/** How an element shows a paint. */
export interface Painted {
  /** Stands before the element, on its line; empty for most paints. */
  readonly lead: string;
  readonly attributes: readonly Attribute[];
  readonly blendMode: BlendMode;
}

/** Whether the paint is drawn under a clip beside its shape, so that it can only fill. */
export const isSwept = (paint: Paint): boolean =>
  paint.kind === 'gradient' && (paint.shape === 'ANGULAR' || paint.shape === 'DIAMOND');

/** The attributes that paint a fill or a stroke; undefined where it is invisible. */
export function paintSurface(
  sheet: SvgSheet,
  paint: Paint,
  surface: Surface,
  property: 'fill' | 'stroke',
): Painted | undefined {
  const { figure, outline, ink } = surface;
  const { blendMode } = paint;
  if (paint.kind === 'gradient' && isSwept(paint)) {
    const swept = drawSwept(sheet, paint, figure, multiply(outline.matrix, paint.matrix), ink);
    return swept && { ...swept, blendMode };
  }
  const value = paintValue(sheet, paint, surface);
  if (value === undefined) return undefined;
  const opacity = paint.kind === 'solid' ? paint.opacity * paint.color.a : paint.opacity;
  const attributes: Attribute[] = [
    [property, value],
    [`${property}-opacity`, partial(opacity)],
  ];
  return { lead: '', attributes, blendMode };
}

function paintValue(sheet: SvgSheet, paint: Paint, { figure, outline }: Surface): string | undefined {
  if (paint.kind === 'solid') return printColor(paint.color);
  const id =
    paint.kind === 'gradient'
      ? defineGradient(sheet, paint, multiply(figure.toUser, paint.matrix))
      : patternId(sheet, paint, figure, outline);
  return id && `url(#${id})`;
}

const patternId = (
  sheet: SvgSheet,
  paint: ImagePaint | PatternPaint,
  figure: Figure,
  outline: Outline,
): string | undefined =>
  paint.kind === 'image'
    ? defineImagePattern(sheet, paint, figure, outline)
    : definePattern(sheet, paint, figure.toUser, outline.size);
