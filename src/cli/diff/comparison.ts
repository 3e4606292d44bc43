import type { Answer } from '../../contract/calls.ts';
import type { PixelCounts } from '../../render/pixel-counts.ts';
import type { ComparedKind } from '../../render/render-compared.ts';

type Changes = Answer<'GET /workspace/v1/files/{file_key}/diff'>;
type Frames = Answer<'GET /workspace/v1/files/{file_key}/diff/frames'>;

export type Counts = Changes['summary'];
export type Change = Changes['changes'][number];
export type Frame = Frames['frames'][number];

/** A frame with how much of its picture is another; null where it shows nothing in either version. */
export type CountedFrame = Frame & { readonly pixels: PixelCounts | null };

/** Two versions of a design, on a server or here. */
export interface Comparison {
  /** What changed, a part at a time; the counts are those of all. */
  changes(): AsyncIterable<Pick<Changes, 'summary' | 'changes'>>;
  /** The frames in which something changed. */
  frames(): AsyncIterable<CountedFrame>;
  /** A picture of a frame as PNG; undefined where that version does not show it. */
  picture(frame: Frame, kind: ComparedKind): Promise<Buffer | undefined>;
}
