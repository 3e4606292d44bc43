import { type BooleanPart, booleanPath } from '../geometry/boolean.ts';
import { invert, multiply } from '../geometry/matrix.ts';
import type { Path } from '../geometry/path.ts';
import type { BooleanOperation } from '../geometry/skia-path.ts';
import { isTooLarge } from './file-geometry.ts';
import { recordsOf, wordOf } from './json-values.ts';
import { closedGeometryOf, type Shaped } from './node-geometry.ts';
import { hasPaint } from './paints.ts';
import { type Placement, placeNode } from './placement.ts';
import type { NodeJson } from './scene-source.ts';
import { createStroke, readStrokeForm } from './strokes.ts';

const operations = { UNION: true, SUBTRACT: true, INTERSECT: true, EXCLUDE: true } satisfies Record<
  BooleanOperation,
  true
>;

const deepest = 32;
const mostParts = 500;

/** Collects the parts of one boolean, up to a limit. */
interface Gathering {
  readonly shapeOf: (node: NodeJson, placement: Placement) => Shaped | undefined;
  left: number;
  /** Whether every part's area is known. */
  whole: boolean;
}

const operationOf = (node: NodeJson): BooleanOperation =>
  wordOf(node.booleanOperation, operations) ?? 'UNION';

function partStroke(node: NodeJson, shaped: Shaped): BooleanPart['stroke'] {
  const form = hasPaint(node.strokes) ? readStrokeForm(node, shaped.fitsDashes) : undefined;
  return form && { band: createStroke(node, shaped, form, []).bands.uncut, align: form.align };
}

function partOf(
  gathering: Gathering,
  node: NodeJson,
  parent: Placement,
  depth: number,
): BooleanPart | undefined {
  const placement = placeNode(node, parent);
  const back = invert(parent.matrix);
  gathering.left -= 1;
  if (placement === undefined || back === undefined || depth > deepest || gathering.left < 0)
    return undefined;
  const base = { matrix: multiply(back, placement.matrix), hasFill: hasPaint(node.fills) };
  const shaped = gathering.shapeOf(node, placement);
  if (shaped) {
    const stroke = partStroke(node, shaped);
    return { ...base, areas: shaped.pieces().map(({ path }) => path), ...(stroke && { stroke }) };
  }
  const children = partsOf(gathering, node, placement, depth + 1);
  return children.length > 0 ? { ...base, operation: operationOf(node), children } : undefined;
}

function partsOf(gathering: Gathering, node: NodeJson, placement: Placement, depth: number): BooleanPart[] {
  const shown = recordsOf(node.children).filter(({ visible }) => visible !== false);
  const parts = shown.map((child) => partOf(gathering, child, placement, depth));
  if (parts.includes(undefined)) gathering.whole = false;
  return parts.filter((part) => part !== undefined);
}

const pathsOf = (parts: readonly BooleanPart[]): Path[] =>
  parts.flatMap((part) => ('areas' in part ? part.areas : pathsOf(part.children)));

/**
 * A boolean's area: the file's, else from its children; undefined where one of them is not known, since an area
 * without it would be wrong.
 */
export function booleanOf(
  node: NodeJson,
  placement: Placement,
  shapeOf: Gathering['shapeOf'],
): Shaped | undefined {
  const drawn = closedGeometryOf(node, placement.size);
  if (drawn) return drawn;
  const gathering: Gathering = { shapeOf, left: mostParts, whole: true };
  const parts = partsOf(gathering, node, placement, 0);
  if (!gathering.whole || parts.length === 0 || isTooLarge(pathsOf(parts))) return undefined;
  const path = booleanPath(operationOf(node), parts);
  return {
    form: { kind: 'path' },
    size: placement.size,
    pieces: () => [{ path }],
    line: () => path,
    fitsDashes: false,
  };
}
