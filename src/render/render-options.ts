import type { SceneReport } from './scene/scene.ts';
import type { Nothing, SceneOptions } from './scene/scene-source.ts';
import type { FontRegistry } from './text/font-registry.ts';

export type ImageFormat = 'png' | 'jpg' | 'svg' | 'pdf';

export const contentTypes: Readonly<Record<ImageFormat, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
};

/** What the images endpoint lets its caller choose. @see IMG-11…18 */
export interface RenderOptions extends SceneOptions {
  readonly format: ImageFormat;
  /** 0.01 to 4; of no meaning to SVG and PDF, as at the original. */
  readonly scale: number;
  /** Of PNG and JPG: where a side would be longer than so many px, the scale is smaller. */
  readonly longestSidePx?: number;
  /** True: glyphs as paths; false: `<text>` elements. */
  readonly svgOutlineText: boolean;
  /** The layer's name as `id`. */
  readonly svgIncludeId: boolean;
  /** The node's id as `data-node-id`. */
  readonly svgIncludeNodeId: boolean;
  /** False: inside and outside strokes are always masked, never moved. */
  readonly svgSimplifyStroke: boolean;
}

/** What rendering needs from outside. */
export interface RenderEnvironment {
  readonly fonts: FontRegistry;
  /** The bytes of an image fill; undefined where they were never given. */
  readonly imageBytes: (imageRef: string) => Promise<Uint8Array | undefined>;
}

/** That a picture is smaller than it was asked for. */
export interface ScaledDown {
  /** The one it has instead. */
  readonly scale: number;
  /** A sentence. */
  readonly reason: string;
}

export type Rendering =
  | {
      readonly picture: Uint8Array;
      readonly contentType: string;
      /** Px of PNG and JPG, points of PDF, user units of SVG. */
      readonly width: number;
      readonly height: number;
      readonly scaledDown?: ScaledDown;
      readonly report: SceneReport;
    }
  | Nothing;
