import type { RenderOptions } from '../render/render-options.ts';

/** What a caller may choose; what is left out is as the interface has it. */
export type AskedOptions = { readonly [Name in keyof RenderOptions]?: RenderOptions[Name] | undefined };

/**
 * The options in the one form that stands for all that mean the same: what has no meaning for a format is at its
 * default, so that images are shared.
 *
 * @see A13…A20
 */
export function imageOptions(asked: AskedOptions): RenderOptions {
  const format = asked.format ?? 'png';
  const isSvg = format === 'svg';
  const isRaster = format === 'png' || format === 'jpg';
  return {
    format,
    scale: (isRaster ? asked.scale : undefined) ?? 1,
    contentsOnly: asked.contentsOnly ?? true,
    useAbsoluteBounds: asked.useAbsoluteBounds ?? false,
    wholeBaselines: asked.wholeBaselines ?? true,
    svgOutlineText: (isSvg ? asked.svgOutlineText : undefined) ?? true,
    svgIncludeId: (isSvg ? asked.svgIncludeId : undefined) ?? false,
    svgIncludeNodeId: (isSvg ? asked.svgIncludeNodeId : undefined) ?? false,
    svgSimplifyStroke: (isSvg ? asked.svgSimplifyStroke : undefined) ?? true,
  };
}
