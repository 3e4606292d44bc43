import { type View, viewBetween } from './view.ts';

const glideMs = 140;

/** Leads from one view to another in a short while; at once where the reader wants no motion. */
export interface Glide {
  to(from: View, to: View): void;
  stop(): void;
  /** Where it leads while it is under way. */
  readonly aim: View | undefined;
}

export function createGlide(show: (view: View) => void): Glide {
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  let frame = 0;
  let aim: View | undefined;
  const stop = (): void => {
    cancelAnimationFrame(frame);
    aim = undefined;
  };
  return {
    stop,
    to: (from, to) => {
      stop();
      if (still.matches) return show(to);
      aim = to;
      const startedAt = performance.now();
      const go = (): void => {
        const part = Math.min(1, (performance.now() - startedAt) / glideMs);
        if (part === 1) aim = undefined;
        else frame = requestAnimationFrame(go);
        show(part === 1 ? to : viewBetween(from, to, 1 - (1 - part) ** 3));
      };
      frame = requestAnimationFrame(go);
    },
    get aim() {
      return aim;
    },
  };
}
