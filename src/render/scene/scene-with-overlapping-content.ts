import type { Bounds } from '../geometry/bounds.ts';
import { identity } from '../geometry/matrix.ts';
import { rectanglePath } from '../geometry/rectangle.ts';
import { boundsOfSize, intersect, isEmpty, moveBounds } from './boxes.ts';
import { partHead } from './item-head.ts';
import { itemsIn } from './items-in-region.ts';
import { moveItem } from './move-scene.ts';
import { createOutline } from './outline.ts';
import { partsIn } from './page-parts.ts';
import type { BuiltPart, PlacedEntry } from './page-scene.ts';
import type { Form, Scene, SceneItem } from './scene.ts';
import type { PagePart, PageSource } from './scene-source.ts';

const sharp: Form = { kind: 'rectangle', radii: [0, 0, 0, 0], smoothing: 0 };

const entriesIn = <Entry>(placed: readonly PlacedEntry<Entry>[], window: Bounds): Entry[] =>
  placed.flatMap(({ entry, box }) => (box && isEmpty(intersect(box, window)) ? [] : [entry]));

/** The same picture with all that its page shows there, clipped to the picture; builds one part after the other. */
export async function withOverlappingContent(
  scene: Scene,
  page: PageSource,
  build: (part: PagePart) => Promise<BuiltPart>,
): Promise<Scene> {
  const { corner, size } = scene;
  const picture = boundsOfSize(size);
  const window = moveBounds(picture, corner.x, corner.y);
  const children: SceneItem[] = [];
  const report: { [Name in keyof Scene['report']]: Scene['report'][Name][number][] } = {
    substitutions: [],
    notDrawn: [],
  };
  for (const part of partsIn(page, window)) {
    const { items, substitutions, notDrawn } = await build(part);
    for (const item of itemsIn(items, window)) children.push(moveItem(item, -corner.x, -corner.y));
    for (const entry of entriesIn(substitutions, window)) report.substitutions.push(entry);
    for (const entry of entriesIn(notDrawn, window)) report.notDrawn.push(entry);
  }
  const clip = createOutline(identity, sharp, size, () => [rectanglePath(size)]);
  const head = { ...partHead(page.node, picture), blendMode: 'PASS_THROUGH' as const };
  return { ...scene, items: [{ kind: 'group', ...head, clip, children }], report };
}
