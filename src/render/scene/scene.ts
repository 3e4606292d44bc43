import type { Bounds } from '../geometry/bounds.ts';
import type { StrokeCap } from '../geometry/line-caps.ts';
import type { Matrix } from '../geometry/matrix.ts';
import type { Path } from '../geometry/path.ts';
import type { CornerRadii, Size } from '../geometry/rectangle.ts';
import type { StrokeAlign, StrokeJoin } from '../geometry/stroke.ts';
import type { Substitution } from '../text/font-registry.ts';
import type { TextLayout } from '../text/layout.ts';

/**
 * One picture, resolved: everything that a painter needs, and nothing it would have to look up. Lengths are px of
 * the design's canvas at scale 1, y downwards, and the picture's top left corner is the origin. A tree because
 * opacity, blending, masks, clips and effects work on groups, and because the vector format names them.
 */
export interface Scene {
  /** The node that was asked for; its id ends the ids inside an SVG. */
  readonly root: NodeName;
  /** Where on the canvas the picture's top left corner lies. */
  readonly corner: { readonly x: number; readonly y: number };
  /** Of the picture, not rounded; a painter rounds up. */
  readonly size: Size;
  readonly items: readonly SceneItem[];
  /** References of all images that paints show, patterns included. */
  readonly imageRefs: ReadonlySet<string>;
  readonly report: SceneReport;
}

/** What a picture lacks and what stands in, for people to read. */
export interface SceneReport {
  readonly substitutions: readonly (Substitution & { readonly nodeId: string })[];
  readonly notDrawn: readonly { readonly nodeId: string; readonly reason: string }[];
}

export interface NodeName {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}

export type SceneItem = SceneGroup | SceneMasked | SceneShape | SceneText;

/** What every item has. */
export interface ItemHead {
  /** The node it comes from: several items may come from one. Absent for what no node stands for. */
  readonly node?: NodeName;
  /** 0 to 1, for the item as a whole. */
  readonly opacity: number;
  /** PASS_THROUGH only on groups and masked items: their parts blend with what lies below the group. */
  readonly blendMode: BlendMode;
  /** In the file's order, visible ones only; lengths are px of the scene and do not turn with the item. */
  readonly effects: readonly Effect[];
  /** The box that the item's own marks can touch, strokes included, effects left out. */
  readonly ink: Bounds;
  /** The same with the item's effects and those inside of it. */
  readonly bounds: Bounds;
}

/** Items drawn one over the other, the first at the bottom. */
export interface SceneGroup extends ItemHead {
  readonly kind: 'group';
  /** Cuts the children, not the effects of the group itself. */
  readonly clip?: Outline;
  readonly children: readonly SceneItem[];
}

/** Items seen through another one. */
export interface SceneMasked extends ItemHead {
  readonly kind: 'masked';
  readonly maskType: 'ALPHA' | 'VECTOR' | 'LUMINANCE';
  /** Never drawn itself. VECTOR: only the outlines of its shapes count, whatever their paints. */
  readonly mask: SceneItem;
  readonly children: readonly SceneItem[];
}

/** A shape with its paints: fills first, the stroke over them. */
export interface SceneShape extends ItemHead {
  readonly kind: 'shape';
  readonly outline: Outline;
  /** From the bottom to the top; visible ones only. */
  readonly fills: readonly Paint[];
  readonly stroke?: Stroke;
}

/** Text with its glyphs placed, in px of the node's box. */
export interface SceneText extends ItemHead {
  readonly kind: 'text';
  readonly matrix: Matrix;
  readonly size: Size;
  readonly layout: TextLayout;
  /** The node's characters, for formats that keep text as text. */
  readonly characters: string;
  /** Fills of each of the layout's styles, by `styleIndex`, from the bottom to the top. */
  readonly fills: readonly (readonly Paint[])[];
  /** Of the glyphs' outlines. */
  readonly stroke?: Stroke;
}

/** An area in coordinates of its own. */
export interface Outline {
  /** From the outline's own coordinates to the scene. */
  readonly matrix: Matrix;
  /** What it is, for painters that know the form: all other forms are `path`. */
  readonly form: Form;
  /** The box that paints refer to: from the origin. */
  readonly size: Size;
  /** The area, in pieces that are filled each by its own rule; made when first read. Empty for a line. */
  readonly areas: readonly Path[];
}

export type Form =
  | { readonly kind: 'rectangle'; readonly radii: CornerRadii; readonly smoothing: number }
  | { readonly kind: 'ellipse' }
  /** From the origin to the right, `length` long. */
  | { readonly kind: 'line'; readonly length: number }
  | { readonly kind: 'path' };

/** The line along an outline. */
export interface Stroke {
  /** From the bottom to the top; visible ones only. */
  readonly paints: readonly Paint[];
  readonly weight: number;
  readonly align: StrokeAlign;
  readonly join: StrokeJoin;
  readonly cap: StrokeCap;
  readonly endCap: StrokeCap;
  readonly miterLimit: number;
  readonly dashes: readonly number[];
  /** The dashes are stretched to meet the corners: so the band has them, drawn along the centre they are only near. */
  readonly fitsDashes?: true;
  /** Whether the line is not equally wide on all sides of a box. */
  readonly unevenSides?: true;
  /**
   * The line's centre in the outline's coordinates where the band is nothing else than this path drawn with
   * `weight`, `join`, `cap` and `dashes` (inside and outside strokes of plain forms are moved already); absent
   * where only its bands say it: arrowheads, weights by side, geometry that came as a band.
   */
  readonly centre?: StrokeCentre;
  readonly bands: StrokeBands;
}

/** The area that a line covers, in the outline's coordinates; made when first read. */
export interface StrokeBands {
  /** As aligned and cut. */
  readonly cut: Path;
  /** The same before it is cut by the area: twice as wide for inside and outside strokes. */
  readonly uncut: Path;
}

/** A plain form, or a path, to be drawn along. */
export interface StrokeCentre {
  readonly form: Form;
  /** Top left corner and size of a plain form. */
  readonly x: number;
  readonly y: number;
  readonly size: Size;
  readonly path: Path;
}

/** Straight alpha; 0 to 1 each. */
export interface Color {
  readonly r: number;
  readonly g: number;
  readonly b: number;
  readonly a: number;
}

interface PaintHead {
  readonly opacity: number;
  readonly blendMode: BlendMode;
}

export interface SolidPaint extends PaintHead {
  readonly kind: 'solid';
  readonly color: Color;
}

export interface GradientStop {
  /** 0 to 1, never falling. */
  readonly position: number;
  readonly color: Color;
}

export interface GradientPaint extends PaintHead {
  readonly kind: 'gradient';
  readonly shape: 'LINEAR' | 'RADIAL' | 'ANGULAR' | 'DIAMOND';
  readonly stops: readonly GradientStop[];
  /**
   * From the gradient's own coordinates to the outline's. There a linear one runs from (0, 0) to (1, 0); radial,
   * angular and diamond ones have their centre at (0, 0) and their end at (1, 0), the second axis at (0, 1); an
   * angular one begins at (1, 0) and turns towards (0, 1).
   */
  readonly matrix: Matrix;
  /** The paint as the file has it; the vector format repeats it. */
  readonly source: Readonly<Record<string, unknown>>;
}

export interface ImageFilters {
  /** Each -1 to 1, 0 for none. */
  readonly exposure: number;
  readonly contrast: number;
  readonly saturation: number;
  readonly temperature: number;
  readonly tint: number;
  readonly highlights: number;
  readonly shadows: number;
}

export interface ImagePaint extends PaintHead {
  readonly kind: 'image';
  readonly imageRef: string;
  readonly scaleMode: 'FILL' | 'FIT' | 'STRETCH' | 'TILE';
  /** From the unit square of the box to that of the image; only for STRETCH (a crop). */
  readonly imageTransform?: Matrix;
  /** Of a TILE: px of the design for a px of the image. */
  readonly scalingFactor: number;
  /** Clockwise degrees, a multiple of 90. */
  readonly rotation: number;
  readonly filters?: ImageFilters;
}

export interface PatternPaint extends PaintHead {
  readonly kind: 'pattern';
  /** What is repeated. */
  readonly tile: Scene;
  readonly tileType: 'RECTANGULAR' | 'HORIZONTAL_HEXAGONAL' | 'VERTICAL_HEXAGONAL';
  readonly scalingFactor: number;
  /** Space between tiles, in px. */
  readonly spacing: { readonly x: number; readonly y: number };
  readonly horizontalAlignment: 'START' | 'CENTER' | 'END';
  readonly verticalAlignment: 'START' | 'CENTER' | 'END';
}

export type Paint = SolidPaint | GradientPaint | ImagePaint | PatternPaint;

/** The contract's blend modes. */
export type BlendMode =
  | 'PASS_THROUGH'
  | 'NORMAL'
  | 'DARKEN'
  | 'MULTIPLY'
  | 'LINEAR_BURN'
  | 'COLOR_BURN'
  | 'LIGHTEN'
  | 'SCREEN'
  | 'LINEAR_DODGE'
  | 'COLOR_DODGE'
  | 'OVERLAY'
  | 'SOFT_LIGHT'
  | 'HARD_LIGHT'
  | 'DIFFERENCE'
  | 'EXCLUSION'
  | 'HUE'
  | 'SATURATION'
  | 'COLOR'
  | 'LUMINOSITY';

export interface ShadowEffect {
  readonly kind: 'drop-shadow' | 'inner-shadow';
  readonly color: Color;
  readonly blendMode: BlendMode;
  readonly offset: { readonly x: number; readonly y: number };
  /** As the file says it: a blur's standard deviation is half of it. */
  readonly radius: number;
  readonly spread: number;
  /** Only of drop shadows: whether the shadow lies under the item too, where it is not opaque. */
  readonly showBehind: boolean;
}

export interface BlurEffect {
  readonly kind: 'layer-blur' | 'background-blur';
  readonly radius: number;
  /** A blur that grows from `startRadius` at `from` to `radius` at `to`: points of the unit square of the box. */
  readonly progressive?: {
    readonly startRadius: number;
    readonly from: { readonly x: number; readonly y: number };
    readonly to: { readonly x: number; readonly y: number };
  };
}

export interface NoiseEffect {
  readonly kind: 'noise';
  readonly noiseType: 'MONOTONE' | 'DUOTONE' | 'MULTITONE';
  readonly color: Color;
  /** Only of duotone noise. */
  readonly secondaryColor?: Color;
  /** Only of multitone noise. */
  readonly opacity?: number;
  readonly blendMode: BlendMode;
  /** Px for a grain. */
  readonly noiseSize: number;
  readonly density: number;
}

export interface TextureEffect {
  readonly kind: 'texture';
  /** Px for a grain. */
  readonly noiseSize: number;
  readonly radius: number;
  readonly clipToShape: boolean;
}

export interface GlassEffect {
  readonly kind: 'glass';
  readonly radius: number;
  readonly refraction: number;
  readonly depth: number;
  readonly lightAngle: number;
  readonly lightIntensity: number;
  readonly dispersion: number;
}

export type Effect = ShadowEffect | BlurEffect | NoiseEffect | TextureEffect | GlassEffect;
