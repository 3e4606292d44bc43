import type { NodeId } from '../contract/branded-ids.ts';
import type { RenderOptions } from '../render/render-options.ts';
import type { ImageSource } from './image-name.ts';
import type { RenderOutcome } from './render-task.ts';

export interface ImagesRequest {
  readonly source: ImageSource;
  /** Each once. */
  readonly nodeIds: readonly NodeId[];
  readonly options: RenderOptions;
  /** Who asks, for taking turns. */
  readonly caller: string;
  /** End of the addresses that will be given out, in milliseconds; null where they have none. */
  readonly expiresAt: number | null;
  readonly signal?: AbortSignal | undefined;
}

export interface NodeImage {
  readonly nodeId: NodeId;
  /** Of the image, as its address has it. */
  readonly name: string;
  readonly outcome: RenderOutcome;
}
