import type { Bounds } from '../geometry/bounds.ts';
import type { Paint, SceneItem, SceneMasked, SceneText } from '../scene/scene.ts';
import type { SvgSheet } from './svg-sheet.ts';
import { type Attribute, printGroup } from './xml.ts';

const white: readonly Paint[] = [
  { kind: 'solid', color: { r: 1, g: 1, b: 1, a: 1 }, opacity: 1, blendMode: 'NORMAL' },
];

/** An item as its outlines alone: white, opaque, without effects. */
function silhouette(item: SceneItem): SceneItem {
  const head = { opacity: 1, blendMode: 'NORMAL', effects: [] } as const;
  if (item.kind === 'group') return { ...item, ...head, children: item.children.map(silhouette) };
  if (item.kind === 'masked') return { ...item, ...head, children: item.children.map(silhouette) };
  if (item.kind === 'text') return textSilhouette(item);
  const { stroke, ...shape } = item;
  return { ...shape, ...head, fills: white };
}

function textSilhouette({ stroke, ...text }: SceneText): SceneText {
  return { ...text, opacity: 1, blendMode: 'NORMAL', effects: [], fills: text.fills.map(() => white) };
}

/** On whole px, rounded outwards. */
function region({ left, top, right, bottom }: Bounds): Attribute[] {
  const [x, y] = [Math.floor(left), Math.floor(top)];
  return [
    ['x', x],
    ['y', y],
    ['width', Math.max(0, Math.ceil(right) - x)],
    ['height', Math.max(0, Math.ceil(bottom) - y)],
  ];
}

/** Items seen through a mask: the mask, and after it a group that refers to it. */
export function maskedLines(sheet: SvgSheet, item: SceneMasked): string[] {
  const id = sheet.newId('mask');
  const isAlpha = item.maskType === 'ALPHA';
  const mask = item.maskType === 'VECTOR' ? silhouette(item.mask) : item.mask;
  const attributes: Attribute[] = [
    ['id', id],
    ['style', `mask-type:${isAlpha ? 'alpha' : 'luminance'}`],
    ['maskUnits', 'userSpaceOnUse'],
    ...region(item.mask.bounds),
  ];
  return [
    ...printGroup('mask', attributes, sheet.writeItems([mask])),
    ...printGroup('g', [['mask', `url(#${id})`]], sheet.writeItems(item.children)),
  ];
}
