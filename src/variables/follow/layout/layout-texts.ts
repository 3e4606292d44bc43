import type { Node, Yoga } from 'yoga-layout/load';
import type { LayoutNode, State } from './layout-tree.ts';
import { type MeasureText, nothing, type Size, sizeOf } from './sizes.ts';
import { textSize } from './text-sizes.ts';

/** Steps of measuring that one layout takes: all others wait for it. Most texts have a handful. */
const mostSteps = 300;

/** A text that was asked for when a layout had taken its steps. */
interface Unmeasured {
  readonly flex: Node;
  readonly steps: Generator<undefined, Size>;
  readonly keep: (size: Size) => void;
}

/** The texts of a layout, which is done again until it has asked for no text that is left to be measured. */
export function layoutTexts(yoga: Yoga, measure: MeasureText, state: State) {
  let left = mostSteps;
  const rest: Unmeasured[] = [];
  return {
    add(flex: Node, node: LayoutNode): void {
      const known = new Map<number | undefined, Size>();
      flex.setMeasureFunc((px, mode) => {
        const width = mode === yoga.MEASURE_MODE_UNDEFINED ? undefined : px;
        const steps = known.has(width) ? undefined : textSize(node, state, measure, width);
        for (; steps !== undefined && left > 0; left--) {
          const step = steps.next();
          if (!step.done) continue;
          known.set(width, step.value);
          break;
        }
        const size = known.get(width);
        if (size !== undefined) return size;
        rest.push({ flex, steps: steps!, keep: (measured) => known.set(width, measured) });
        return sizeOf(node[state]) ?? nothing;
      });
    },
    /** Measures what a layout had no steps left for, and says whether it is to be done again. Yields after each step. */
    *measureRest(): Generator<undefined, boolean> {
      left = mostSteps;
      const texts = rest.splice(0);
      for (const { flex, steps, keep } of texts) {
        yield;
        keep(yield* steps);
        flex.markDirty();
      }
      return texts.length > 0;
    },
  };
}
