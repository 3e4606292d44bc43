import type { JsonRecord } from '../../render/scene/json-values.ts';
import { type Follow, followKind, type Kind } from './bound-parts.ts';
import { type FollowedValues, numberIn } from './followed-value.ts';
import { followSize } from './layout/sizes.ts';
import { backgroundOf, effect, layoutGrid, number, paint } from './paint-fields.ts';
import { followCorners, followStrokeSides } from './side-fields.ts';
import { textFields, textStyle } from './text-fields.ts';

const visible: Follow = (node, { value }) =>
  typeof value === 'boolean' && value !== (node.visible ?? true) ? { visible: value } : undefined;

/** Variables say the opacity of a layer in percent, as the editor shows it. */
const opacity: Follow = (node, followed) => {
  const percent = numberIn(followed, 0);
  const share = percent === undefined ? undefined : Math.min(1, percent / 100);
  return share === undefined || share === (node.opacity ?? 1) ? undefined : { opacity: share };
};

/** Switches and texts take values of their own kind; what an instance shows by them stays as it is. */
const propertyValue: Follow = (property, { value }) =>
  typeof value === typeof property.value ? { value } : undefined;

const node: Kind = {
  fields: {
    visible,
    opacity,
    strokeWeight: number('strokeWeight', 0),
    itemSpacing: number('itemSpacing'),
    counterAxisSpacing: number('counterAxisSpacing', 0),
    paddingLeft: number('paddingLeft', 0),
    paddingRight: number('paddingRight', 0),
    paddingTop: number('paddingTop', 0),
    paddingBottom: number('paddingBottom', 0),
    minWidth: number('minWidth', 0),
    maxWidth: number('maxWidth', 0),
    minHeight: number('minHeight', 0),
    maxHeight: number('maxHeight', 0),
    ...textFields,
  },
  together: [followSize, followCorners, followStrokeSides],
  objects: { style: textStyle },
  lists: { fills: paint, strokes: paint, background: paint, effects: effect, layoutGrids: layoutGrid },
  maps: {
    styleOverrideTable: textStyle,
    fillOverrideTable: { lists: { fills: paint } },
    componentProperties: { fields: { value: propertyValue } },
  },
};

/** A node, without its children, with every value that follows a variable; the same one where none does. */
export function followNode(before: JsonRecord, values: FollowedValues): JsonRecord {
  const after = followKind(node, before, values);
  return after.fills === before.fills ? after : { ...after, ...backgroundOf(after) };
}
