import type { Bounds } from '../geometry/bounds.ts';
import { identity } from '../geometry/matrix.ts';
import { isPathError, parsePath } from '../geometry/parse-path.ts';
import { emptyPath, type Path } from '../geometry/path.ts';
import type { Size } from '../geometry/rectangle.ts';
import type { SceneImages } from '../images.ts';
import type {
  Color,
  GradientPaint,
  Outline,
  Scene,
  SceneGroup,
  SceneItem,
  SceneShape,
  SolidPaint,
  Stroke,
} from '../scene/scene.ts';
import type { SvgOptions } from './svg-sheet.ts';
import { writeSvg } from './write-svg.ts';

export const black: Color = { r: 0, g: 0, b: 0, a: 1 };
export const red: Color = { r: 1, g: 0, b: 0, a: 1 };

export const solid = (color: Color = black, more: Partial<SolidPaint> = {}): SolidPaint => ({
  kind: 'solid',
  color,
  opacity: 1,
  blendMode: 'NORMAL',
  ...more,
});

export const gradient = (more: Partial<GradientPaint> = {}): GradientPaint => ({
  kind: 'gradient',
  shape: 'LINEAR',
  stops: [
    { position: 0, color: red },
    { position: 1, color: { ...black, a: 0.5 } },
  ],
  matrix: [100, 0, 0, 50, 0, 0],
  opacity: 1,
  blendMode: 'NORMAL',
  source: {},
  ...more,
});

export function path(data: string): Path {
  const parsed = parsePath(data);
  return isPathError(parsed) ? emptyPath : parsed;
}

export const rectangle = (size: Size, more: Partial<Outline> = {}, radius = 0): Outline => ({
  matrix: identity,
  form: { kind: 'rectangle', radii: [radius, radius, radius, radius], smoothing: 0 },
  size,
  areas: [path(`M0 0H${size.width}V${size.height}H0V0Z`)],
  ...more,
});

const box: Bounds = { left: 0, top: 0, right: 100, bottom: 50 };

const head = { opacity: 1, blendMode: 'NORMAL', effects: [], ink: box, bounds: box } as const;

export const shape = (more: Partial<SceneShape> = {}): SceneShape => ({
  kind: 'shape',
  ...head,
  outline: rectangle({ width: 100, height: 50 }),
  fills: [solid()],
  ...more,
});

export const group = (children: readonly SceneItem[], more: Partial<SceneGroup> = {}): SceneGroup => ({
  kind: 'group',
  ...head,
  blendMode: 'PASS_THROUGH',
  children,
  ...more,
});

export const stroke = (more: Partial<Stroke> = {}): Stroke => ({
  paints: [solid(red)],
  weight: 2,
  align: 'CENTER',
  join: 'MITER',
  cap: 'NONE',
  endCap: 'NONE',
  miterLimit: 4,
  dashes: [],
  bands: { cut: path('M0 0H9V9H0Z'), uncut: path('M0 0H10V10H0Z') },
  ...more,
});

export const asExported: SvgOptions = {
  svgOutlineText: true,
  svgIncludeId: false,
  svgIncludeNodeId: false,
  svgSimplifyStroke: true,
};

export const sceneOf = (items: readonly SceneItem[], size: Size = { width: 100, height: 50 }): Scene => ({
  root: { id: '1:2', name: 'Root', type: 'FRAME' },
  size,
  items,
  corner: { x: 0, y: 0 },
  imageRefs: new Set(),
  report: { substitutions: [], notDrawn: [] },
});

/** The lines between the root's tags. */
export function linesOf(
  items: readonly SceneItem[],
  options: Partial<SvgOptions> = {},
  images: SceneImages = new Map(),
): string[] {
  return writeSvg(sceneOf(items), { ...asExported, ...options }, images)
    .split('\n')
    .slice(1, -2);
}

/** The lines within `defs`. */
export const definitionsOf = (...given: Parameters<typeof linesOf>): string[] => {
  const lines = linesOf(...given);
  return lines.slice(lines.indexOf('<defs>') + 1, -1);
};
