import type { Target } from './target.ts';

/** How strongly and by which composition marks are laid down. */
export interface Marking {
  readonly alpha: number;
  readonly composition: Target['context']['globalCompositeOperation'];
}

export const plainMarking: Marking = { alpha: 1, composition: 'source-over' };

/** Has what is drawn from now on be laid down so. */
export function setMarking({ context }: Target, { alpha, composition }: Marking): void {
  context.globalAlpha = alpha;
  context.globalCompositeOperation = composition;
}
