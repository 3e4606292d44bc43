import type { FigNode } from '../message/wanted.ts';
import { type Answering, type Members, unless } from './answering.ts';
import { paintsOf } from './paints.ts';

const caps: Readonly<Record<string, string>> = {
  ARROW_LINES: 'LINE_ARROW',
  ARROW_EQUILATERAL: 'TRIANGLE_ARROW',
};

export const capOf = (cap: string | undefined): string => caps[cap ?? 'NONE'] ?? cap ?? 'NONE';

export function strokesOf(node: FigNode, type: string, id: string, file: Answering): Members {
  const dashes = node.dashPattern ?? [];
  return {
    strokes: paintsOf(node.strokePaints, id, file),
    strokeWeight: node.strokeWeight ?? 1,
    strokeAlign: node.strokeAlign ?? 'CENTER',
    individualStrokeWeights: weightsOf(node),
    strokeCap: unless(capOf(node.strokeCap), 'NONE'),
    strokeJoin: unless(node.strokeJoin ?? 'MITER', 'MITER'),
    strokeDashes: dashes.length === 0 ? undefined : dashes,
    strokeMiterAngle: miterAngleOf(node.miterLimit ?? 4),
    ...cornersOf(node),
    complexStrokeProperties: type === 'BOOLEAN_OPERATION' ? undefined : { strokeType: strokeTypeOf(node) },
  };
}

function strokeTypeOf({ strokeBrushGuid, dynamicStrokeSettings }: FigNode): string {
  if (strokeBrushGuid !== undefined) return 'BRUSH';
  return dynamicStrokeSettings?.frequency ? 'DYNAMIC' : 'BASIC';
}

function weightsOf(node: FigNode): Members | undefined {
  if (!node.borderStrokeWeightsIndependent) return undefined;
  const weight = (own: number | undefined, isHidden: boolean | undefined) => (isHidden ? 0 : (own ?? 0));
  const weights = {
    top: weight(node.borderTopWeight, node.borderTopHidden),
    right: weight(node.borderRightWeight, node.borderRightHidden),
    bottom: weight(node.borderBottomWeight, node.borderBottomHidden),
    left: weight(node.borderLeftWeight, node.borderLeftHidden),
  };
  const areEqual = Object.values(weights).every((one) => one === weights.top);
  return areEqual && weights.top === (node.strokeWeight ?? 1) ? undefined : weights;
}

function miterAngleOf(limit: number): number | undefined {
  if (limit === 4 || limit < 1) return undefined;
  return Math.fround((2 * Math.asin(1 / limit) * 180) / Math.PI);
}

function cornersOf(node: FigNode): Members {
  const radii = [
    node.rectangleTopLeftCornerRadius,
    node.rectangleTopRightCornerRadius,
    node.rectangleBottomRightCornerRadius,
    node.rectangleBottomLeftCornerRadius,
  ];
  const isWhole = radii.every((radius) => radius !== undefined);
  const isOne = !isWhole || radii.every((radius) => radius === radii[0]);
  const single = isWhole ? radii[0] : (node.cornerRadius ?? 0);
  const cornerRadius = isOne && single !== 0 ? single : undefined;
  const hasCorners = cornerRadius !== undefined || !isOne;
  return {
    cornerRadius,
    rectangleCornerRadii: isOne ? undefined : radii,
    cornerSmoothing: hasCorners ? (node.cornerSmoothing ?? 0) : undefined,
  };
}
