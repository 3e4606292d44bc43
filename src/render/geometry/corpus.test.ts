import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { areaOf, differenceArea } from '../../testing/path-area.ts';
import { type BooleanPart, booleanPath } from './boolean.ts';
import { boundsOf } from './bounds.ts';
import { type ArcSpan, ellipsePath } from './ellipse.ts';
import type { StrokeCap } from './line-caps.ts';
import { identity, type Matrix, multiply, transformPath } from './matrix.ts';
import { isPathError, parsePath } from './parse-path.ts';
import { emptyPath, joinPaths, type Path, type WindingRule } from './path.ts';
import { starPath } from './polygon.ts';
import { printGeometry } from './print-path.ts';
import { type CornerRadii, rectanglePath } from './rectangle.ts';
import { roundCorners } from './round-corners.ts';
import { type BooleanOperation, combine } from './skia-path.ts';
import { lineStroke, type StrokeAlign, type StrokeJoin, type StrokeStyle, uncutBand } from './stroke.ts';
import { networkFills, networkLines, type VectorNetwork } from './vector-network.ts';

/** Two rows as the interface writes a transform. */
type Transform = readonly (readonly number[])[];

/** Reads `relativeTransform`; the identity where a row is missing. */
function matrixOfTransform([top, bottom]: Transform): Matrix {
  if (top === undefined || bottom === undefined) return identity;
  return [top[0] ?? 1, bottom[0] ?? 0, top[1] ?? 0, bottom[1] ?? 1, top[2] ?? 0, bottom[2] ?? 0];
}

type Geometry = { path: string; windingRule: WindingRule };
type Node = {
  id: string;
  type: string;
  visible?: boolean;
  children?: Node[];
  size?: { x: number; y: number };
  relativeTransform?: Transform;
  absoluteBoundingBox?: { x: number; y: number; width: number; height: number };
  fills?: { visible?: boolean }[];
  strokes?: { visible?: boolean }[];
  fillGeometry?: Geometry[];
  strokeGeometry?: Geometry[];
  cornerRadius?: number;
  rectangleCornerRadii?: CornerRadii;
  cornerSmoothing?: number;
  arcData?: ArcSpan;
  count?: number;
  starInnerScale?: number;
  strokeWeight?: number;
  strokeAlign?: StrokeAlign;
  strokeCap?: StrokeCap;
  strokeJoin?: StrokeJoin;
  strokeDashes?: number[];
  booleanOperation?: BooleanOperation;
  vectorNetwork?: VectorNetwork;
};

const corpus = process.env.VITRINE_CORPUS ?? join(import.meta.dirname, '../../../../shared/data');
const source = join(corpus, 'radix-icons', 'document.json');
const isAbsent = !existsSync(source);
const lines = 150;

const document: Node = isAbsent ? { id: '', type: '' } : JSON.parse(readFileSync(source, 'utf8')).document;
const nodes: Node[] = [];
const collect = (node: Node): void => {
  nodes.push(node);
  node.children?.forEach(collect);
};
collect(document);

const read = (geometry: Geometry[] = []): Path[] =>
  geometry.map(({ path, windingRule }) => {
    const parsed = parsePath(path, windingRule);
    if (isPathError(parsed)) throw new Error(`${parsed.error} at ${parsed.at}: ${path}`);
    return parsed;
  });
const united = (paths: Path[]): Path =>
  paths.length > 1 ? combine('UNION', paths) : (paths[0] ?? emptyPath);
const isSeen = (paints: Node['fills']): boolean => (paints ?? []).some(({ visible }) => visible !== false);

/** The share of the expected area by which ours differs. */
const share = (ours: Path, theirs: Path): number =>
  differenceArea(ours, theirs, lines) / Math.max(areaOf(theirs, lines), 1e-9);

const withGeometry = (key: 'fillGeometry' | 'strokeGeometry', ...types: string[]): Node[] =>
  nodes.filter((node) => types.includes(node.type) && node.size && (node[key]?.length ?? 0) > 0);

function built(node: Node): Path {
  const size = { width: node.size!.x, height: node.size!.y };
  if (node.type === 'ELLIPSE') return ellipsePath(size, node.arcData);
  if (node.type === 'STAR') return starPath(size, node.count!, node.starInnerScale!, node.cornerRadius);
  return rectanglePath(size, node.rectangleCornerRadii ?? node.cornerRadius, node.cornerSmoothing);
}

function styleOf(node: Node): StrokeStyle {
  const { strokeWeight: weight = 1, strokeCap: cap = 'NONE', strokeJoin: join = 'MITER' } = node;
  return { weight, cap, join, dashes: node.strokeDashes ?? [], fitDashes: true };
}

function partOf(node: Node): BooleanPart {
  const hasStroke = isSeen(node.strokes) && (node.strokeGeometry?.length ?? 0) > 0;
  const base = {
    matrix: matrixOfTransform(node.relativeTransform ?? []),
    hasFill: isSeen(node.fills),
    ...(hasStroke && { stroke: { band: united(read(node.strokeGeometry)), align: node.strokeAlign! } }),
  };
  if (node.children === undefined) return { ...base, areas: read(node.fillGeometry) };
  return { ...base, operation: node.booleanOperation ?? 'UNION', children: partsOf(node) };
}

const partsOf = (node: Node): BooleanPart[] =>
  node.children!.filter(({ visible }) => visible !== false).map(partOf);

/** Networks whose size is that of the node, and whose vertices carry no style that the file does not show. */
const networks = nodes.filter(({ vectorNetwork, size }) => {
  if (!vectorNetwork || !size || vectorNetwork.vertices.some(({ meta }) => (meta ?? 0) !== 0)) return false;
  const box = boundsOf(networkLines(vectorNetwork));
  return (
    box !== undefined &&
    Math.abs(box.right - box.left - size.x) < 1e-3 &&
    Math.abs(box.bottom - box.top - size.y) < 1e-3
  );
});

const rounded = (node: Node, path: Path): Path =>
  roundCorners(path, node.cornerRadius ?? 0, node.cornerSmoothing);

describe.skipIf(isAbsent)('real geometry (needs radix-icons in the folder VITRINE_CORPUS names)', () => {
  it('is printed as it was read', () => {
    const all = nodes.flatMap((node) => [...(node.fillGeometry ?? []), ...(node.strokeGeometry ?? [])]);
    expect(all.length).toBeGreaterThan(2000);
    const changed = all.filter((geometry) => printGeometry(read([geometry])[0]!) !== geometry.path);
    expect(changed.map(({ path }) => path.slice(0, 200))).toEqual([]);
  });

  it('lies where the transforms of its parents put it', () => {
    const wrong: string[] = [];
    const visit = (node: Node, parent: Matrix): void => {
      const matrix = multiply(parent, matrixOfTransform(node.relativeTransform ?? []));
      const { absoluteBoundingBox: box, size } = node;
      if (box && size) {
        const corners = rectanglePath({ width: size.x, height: size.y });
        const { left, top, right, bottom } = boundsOf(transformPath(corners, matrix))!;
        const differences = [
          left - box.x,
          top - box.y,
          right - box.x - box.width,
          bottom - box.y - box.height,
        ];
        if (differences.some((difference) => Math.abs(difference) > 0.01)) wrong.push(node.id);
      }
      for (const child of node.children ?? []) visit(child, matrix);
    };
    visit(document, identity);
    expect(wrong).toEqual([]);
  });

  it('of rectangles, ellipses, stars and frames is what we build', () => {
    const shapes = withGeometry('fillGeometry', 'RECTANGLE', 'ELLIPSE', 'STAR', 'FRAME');
    expect(shapes.length).toBeGreaterThan(500);
    const wrong = shapes.filter((node) => share(built(node), read(node.fillGeometry)[0]!) > 1e-4);
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it('of rectangles and ellipses is identical in at least 97 %', () => {
    const shapes = withGeometry('fillGeometry', 'RECTANGLE', 'ELLIPSE');
    const same = shapes.filter((node) => printGeometry(built(node)) === node.fillGeometry![0]!.path);
    expect(same.length / shapes.length).toBeGreaterThanOrEqual(0.97);
  });

  it('of strokes of closed shapes is our stroke before clipping, smoothed corners and dashes included', () => {
    const shapes = withGeometry('strokeGeometry', 'RECTANGLE', 'ELLIPSE', 'STAR').filter((node) =>
      isSeen(node.strokes),
    );
    expect(shapes.length).toBeGreaterThan(140);
    const wrong = shapes.filter((node) => {
      const band = uncutBand(built(node), node.strokeAlign!, styleOf(node));
      return share(band, united(read(node.strokeGeometry))) > 0.005;
    });
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it('of lines is our stroke of a LINE', () => {
    const all = withGeometry('strokeGeometry', 'LINE');
    expect(all.length).toBeGreaterThan(20);
    const wrong = all.filter(
      (node) => share(lineStroke(node.size!.x, styleOf(node)), read(node.strokeGeometry)[0]!) > 0.001,
    );
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it('of vectors follows from their networks, in at least 95 %', () => {
    const filled = networks.filter(({ fillGeometry }) => (fillGeometry?.length ?? 0) > 0);
    const stroked = networks.filter(({ strokeGeometry }) => (strokeGeometry?.length ?? 0) > 0);
    expect(Math.min(filled.length, stroked.length)).toBeGreaterThan(100);
    const right = [
      ...filled.filter((node) => {
        const fills = networkFills(node.vectorNetwork!).map((fill) => rounded(node, fill));
        return share(joinPaths(fills), joinPaths(read(node.fillGeometry))) <= 0.02;
      }),
      ...stroked.filter((node) => {
        const path = rounded(node, networkLines(node.vectorNetwork!));
        const band = uncutBand(path, node.strokeAlign!, styleOf(node));
        return share(band, joinPaths(read(node.strokeGeometry))) <= 0.02;
      }),
    ];
    expect(right.length / (filled.length + stroked.length)).toBeGreaterThanOrEqual(0.95);
  });

  it('of booleans comes from their children within 2 % of its area, in 98 % at least', () => {
    const booleans = withGeometry('fillGeometry', 'BOOLEAN_OPERATION');
    expect(booleans.length).toBeGreaterThan(500);
    const right = booleans.filter((node) => {
      const path = booleanPath(node.booleanOperation!, partsOf(node));
      return share(path, united(read(node.fillGeometry))) <= 0.02;
    });
    expect(right.length / booleans.length).toBeGreaterThanOrEqual(0.98);
  });
});
