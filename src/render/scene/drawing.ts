import type { FontRegistry } from '../text/font-registry.ts';
import { stringOf } from './json-values.ts';
import type { Placement } from './placement.ts';
import type { NodeName, Scene, SceneItem, SceneReport } from './scene.ts';
import type { NodeJson, SceneOptions } from './scene-source.ts';

/** The inputs of a scene that is being built, and what is collected on the way. */
export interface Drawing {
  readonly fonts: FontRegistry;
  readonly options: SceneOptions;
  readonly imageRefs: Set<string>;
  readonly substitutions: SceneReport['substitutions'][number][];
  readonly notDrawn: SceneReport['notDrawn'][number][];
  /** Draws a node in its parent's place; undefined where it leaves no mark. */
  readonly drawNode: (node: NodeJson, parent: Placement) => SceneItem | undefined;
  /** The picture of a node that a pattern repeats. */
  readonly tileOf: (id: string) => Scene | undefined;
}

export const nameOf = (node: NodeJson): NodeName => ({
  id: stringOf(node.id) ?? '',
  name: stringOf(node.name) ?? '',
  type: stringOf(node.type) ?? '',
});

/** Reports what a picture lacks. */
export function leaveOut(drawing: Drawing, node: NodeJson, reason: string): undefined {
  drawing.notDrawn.push({ nodeId: stringOf(node.id) ?? '', reason });
}
