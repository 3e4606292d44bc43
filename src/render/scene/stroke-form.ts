import type { StrokeCap } from '../geometry/line-caps.ts';
import type { SideWeights } from '../geometry/side-strokes.ts';
import type { StrokeAlign, StrokeJoin, StrokeStyle } from '../geometry/stroke.ts';

/** How a node's stroke is drawn, whatever it is drawn along. */
export interface StrokeForm {
  readonly weight: number;
  readonly align: StrokeAlign;
  readonly style: StrokeStyle & {
    readonly cap: StrokeCap;
    readonly endCap: StrokeCap;
    readonly join: StrokeJoin;
  };
  readonly sides?: SideWeights;
  readonly miterLimit: number;
  readonly dashes: readonly number[];
  /** Brushes and lines of varying width: only the file's own band tells them. */
  readonly isSpecial: boolean;
}

/** How much of the weight lies outside of the area. */
export const outerShare = { INSIDE: 0, CENTER: 0.5, OUTSIDE: 1 } as const satisfies Record<
  StrokeAlign,
  number
>;
