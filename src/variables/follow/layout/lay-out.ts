import type { Node, Yoga } from 'yoga-layout/load';
import type { JsonRecord } from '../../../render/scene/json-values.ts';
import { setFrame, setLength, setLimits, setSpaceBefore } from './flex-node.ts';
import { layoutTexts } from './layout-texts.ts';
import type { LayoutNode, State } from './layout-tree.ts';
import { type MeasureText, nothing, type Size, sizeOf } from './sizes.ts';
import { directionOf, isInFlow, sizingOf, textAutoResize } from './sizing.ts';

/** Where a node is in its frame, and how large. */
export interface Place extends Size {
  readonly left: number;
  readonly top: number;
}

/** What layout needs from outside; without `measure` texts keep their sizes. */
export interface LayoutTools {
  readonly yoga: Yoga;
  readonly measure?: MeasureText | undefined;
}

/** Frames that lay out frames that lay out frames: those further down keep their size. */
const mostLevels = 40;

/**
 * Places the children of a frame, and of the frames among them that lay out theirs, as one of the two states
 * says. Yields after each node.
 *
 * @param given the frame's size, where that state does not say it
 */
export function* layOut(
  { yoga, measure }: LayoutTools,
  root: LayoutNode,
  state: State,
  given?: Size,
): Generator<undefined, ReadonlyMap<LayoutNode, Place>> {
  const made = new Map<LayoutNode, Node>();
  const texts = measure && layoutTexts(yoga, measure, state);
  const config = yoga.Config.create();
  config.setPointScaleFactor(0);
  function* make(node: LayoutNode, frame: JsonRecord | undefined, level: number): Generator<undefined, Node> {
    yield;
    const flex = yoga.Node.createWithConfig(config);
    made.set(node, flex);
    const own = node[state];
    const isFrame = directionOf(own) !== undefined && level < mostLevels;
    const size = (node === root ? given : undefined) ?? sizeOf(own) ?? nothing;
    for (const axis of ['HORIZONTAL', 'VERTICAL'] as const) {
      const sizing = sizingOf(own, axis, frame);
      const isRigid = sizing === 'HUG' && !isFrame && !isMeasured(own);
      setLength(yoga, flex, axis, { sizing: isRigid ? 'FIXED' : sizing, size, frame });
    }
    setLimits(flex, own);
    flex.setFlexShrink(flex.getFlexGrow() > 0 ? 1 : 0);
    if (isFrame) yield* addChildren(flex, node, own, level);
    else if (isMeasured(own)) texts?.add(flex, node);
    return flex;
  }
  function* addChildren(
    flex: Node,
    { children }: LayoutNode,
    own: JsonRecord,
    level: number,
  ): Generator<undefined, void> {
    setFrame(yoga, flex, own);
    for (const child of children.filter((one) => isInFlow(one[state]))) {
      const count = flex.getChildCount();
      const made = yield* make(child, own, level + 1);
      if (count > 0) setSpaceBefore(yoga, made, own);
      flex.insertChild(made, count);
    }
  }
  const isMeasured = (own: JsonRecord): boolean => measure !== undefined && textAutoResize(own) !== undefined;
  const top = yield* make(root, undefined, 0);
  try {
    do top.calculateLayout(undefined, undefined, yoga.DIRECTION_LTR);
    while (texts !== undefined && (yield* texts.measureRest()));
    return yield* placesIn(made);
  } finally {
    // From the top, since a child is looked for in its parent when it goes first.
    for (const flex of made.values()) flex.free();
    yoga.Config.destroy(config);
  }
}

function* placesIn(made: ReadonlyMap<LayoutNode, Node>): Generator<undefined, Map<LayoutNode, Place>> {
  const places = new Map<LayoutNode, Place>();
  for (const [node, flex] of made) {
    yield;
    places.set(node, finitePlace(flex.getComputedLayout()));
  }
  return places;
}

/** Sizes outside of any layout come out as NaN. */
function finitePlace({ left, top, width, height }: Place): Place {
  const finite = (px: number): number => (Number.isFinite(px) ? px : 0);
  return { left: finite(left), top: finite(top), width: finite(width), height: finite(height) };
}
