import { type JsonRecord, recordOf } from '../render/scene/json-values.ts';
import { backgroundOf } from '../variables/follow/paint-fields.ts';
import { characters } from '../variables/follow/text-fields.ts';
import { unbound, withBindingsKept } from './bound-properties.ts';
import type { Draft } from './draft.ts';
import type { DraftNode } from './draft-node.ts';
import { EditRefused } from './edit.ts';
import { placeAsWanted, placeKeys } from './wanted-place.ts';

/** Gives a node properties, and what an edit of them in the editor would change with them. In steps. */
export function* setProperties(
  draft: Draft,
  node: DraftNode,
  { properties, unbind = false }: { readonly properties: JsonRecord; readonly unbind?: boolean | undefined },
): Generator<void, void> {
  const { properties: wanted, kept } = unbind
    ? { properties: unbound(node.own, properties), kept: [] }
    : withBindingsKept(node.own, properties);
  for (const key of kept) draft.note(node, 'It is bound to a variable, which says what it is.', key);
  const isPlace = (key: string) => (placeKeys as readonly string[]).includes(key);
  const plain = Object.entries(wanted).filter(([key]) => !isPlace(key));
  const given = withConsequences(draft, node, Object.fromEntries(plain));
  const rows = Object.entries(given).filter(([key, value]) => value !== undefined || key in node.own);
  draft.give(node, Object.fromEntries(rows));
  if (Object.keys(wanted).some(isPlace)) yield* placeAsWanted(draft, node, wanted);
}

function withConsequences(draft: Draft, node: DraftNode, given: JsonRecord): JsonRecord {
  const { own } = node;
  return {
    ...charactersOf(own, given),
    ...cornersOf(own, given),
    ...backgroundAfter(own, given),
    ...withoutStyles(draft, node, given),
    ...given,
  };
}

/** Ranges and lines of a text are those of the new one. */
function charactersOf(own: JsonRecord, given: JsonRecord): JsonRecord {
  if (typeof given.characters !== 'string' || given.characters === own.characters) return {};
  const changes = characters({ ...own, ...given }, { value: given.characters, before: undefined });
  return { ...changes };
}

/** One radius or weight for all sides takes the place of one for each. */
function cornersOf(own: JsonRecord, given: JsonRecord): JsonRecord {
  const isEven = (one: string, each: string): boolean => one in given && !(each in given) && each in own;
  return {
    ...(isEven('cornerRadius', 'rectangleCornerRadii') ? { rectangleCornerRadii: undefined } : {}),
    ...(isEven('strokeWeight', 'individualStrokeWeights') ? { individualStrokeWeights: undefined } : {}),
  };
}

/** Older names of what a frame is filled with. */
function backgroundAfter(own: JsonRecord, given: JsonRecord): JsonRecord {
  if (!('fills' in given)) return {};
  const background = own.background === undefined ? {} : { background: given.fills };
  return { ...background, ...backgroundOf({ ...own, ...given }) };
}

/** The property of a node that a style says, by the names of styles. */
const saidByStyle: Readonly<Record<string, string>> = {
  fill: 'fills',
  fills: 'fills',
  stroke: 'strokes',
  strokes: 'strokes',
  text: 'style',
  effect: 'effects',
  effects: 'effects',
  grid: 'layoutGrids',
  grids: 'layoutGrids',
};

/** What is set by hand no longer is what a style says. */
function withoutStyles(draft: Draft, node: DraftNode, given: JsonRecord): JsonRecord {
  const styles = recordOf(given.styles);
  for (const [name, id] of Object.entries(styles ?? {}))
    if (typeof id === 'string' && draft.entry('styles', id) === undefined)
      throw new EditRefused(
        `The node ${node.id} cannot have the style "${id}" as its ${name}: the file has none such.`,
      );
  const before = recordOf(node.own.styles);
  if (before === undefined || 'styles' in given) return {};
  const lost = Object.entries(saidByStyle).filter(
    ([name, property]) => property in given && Object.hasOwn(before, name),
  );
  if (lost.length === 0) return {};
  draft.note(node, 'It was set by hand, and no longer is what its style says.', 'styles');
  const left = { ...before };
  for (const [name] of lost) delete left[name];
  return { styles: Object.keys(left).length === 0 ? undefined : left };
}
