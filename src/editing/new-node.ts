import { exactNodeId, type NodeId } from '../contract/branded-ids.ts';
import { nodeProperties } from '../contract/node-properties.ts';
import { nodeTypes } from '../document/node-types.ts';
import { type JsonRecord, recordOf } from '../render/scene/json-values.ts';
import { checkedProperties, pathOf } from './checked-properties.ts';
import type { Draft } from './draft.ts';
import type { DraftNode } from './draft-node.ts';
import { EditRefused } from './edit.ts';
import { refuseMisplaced } from './tree-rules.ts';

/** A node that was sent, and where it stands in what was sent. */
interface Sent {
  readonly spec: JsonRecord;
  readonly place: string;
  readonly parent: DraftNode;
  readonly index?: number | undefined;
}

const idForm = /^I?\d+:\d+(;\d+:\d+)*$/;

/**
 * Makes a node with all below it as it was sent, and what every node of its type has besides. Yields after
 * each.
 *
 * @param isTrusted of what comes from a document, and is taken as it stands
 * @throws EditRefused
 */
export function* makeSent(
  draft: Draft,
  sent: Sent,
  { isTrusted, asGiven }: { readonly isTrusted: boolean; readonly asGiven: boolean },
): Generator<void, { top: DraftNode; made: DraftNode[] }> {
  const levels: Iterator<Sent>[] = [[sent].values()];
  const made: DraftNode[] = [];
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const { value: next, done } = level.next();
    if (done) {
      levels.pop();
      continue;
    }
    yield;
    const node = isTrusted ? trusted(draft, next) : checked(draft, next, asGiven);
    const { spec, place, parent, index } = next;
    draft.put(node, parent, index);
    made.push(node);
    levels.push(sentBelow(node, place, yield* childrenOf(spec, place)));
  }
  return { top: made[0] as DraftNode, made };
}

function* sentBelow(parent: DraftNode, place: string, children: readonly JsonRecord[]): Generator<Sent> {
  for (const [at, spec] of children.entries()) yield { spec, place: `${place}/children/${at}`, parent };
}

function trusted(draft: Draft, { spec }: Sent): DraftNode {
  const { children: _, ...own } = spec;
  return draft.make(own, exactNodeId(String(spec.id)));
}

function checked(draft: Draft, { spec, place, parent }: Sent, asGiven: boolean): DraftNode {
  const { type, id: asked } = spec;
  const path = () => pathOf(place);
  if (typeof type !== 'string' || !nodeTypes.has(type))
    throw new EditRefused(`Invalid value for "${path()}.type": it is no type of a node.`);
  if (asked !== undefined && (typeof asked !== 'string' || asked === '' || asked.length > 1000))
    throw new EditRefused(`Invalid value for "${path()}.id": expected text that is not empty.`);
  if (asked !== undefined && draft.isTaken(asked))
    throw new EditRefused(`The id "${asked}" in "${path()}.id" is taken.`);
  const own = { ...startsWith(type), ...checkedProperties(spec, { place, type, apart: ofItself }) };
  for (const key of nodeProperties(type)?.required ?? [])
    if (!Object.hasOwn(own, key) && !givenLater.has(key))
      throw new EditRefused(`Missing field "${path()}.${key}".`);
  const isId = asked !== undefined && (asGiven || idForm.test(asked));
  const id: NodeId = isId ? exactNodeId(asked) : draft.freshId();
  if (asked !== undefined && !isId) draft.name(asked, id);
  refuseMisplaced({ id: asked ?? id, type, componentId: spec.componentId }, parent, asGiven);
  return draft.make({ id, type, ...own }, id);
}

/** What is said of a new node besides its properties. */
const ofItself = new Set(['id', 'type', 'children']);

const givenLater = new Set(['id', 'type', 'children', 'absoluteBoundingBox', 'absoluteRenderBounds', 'size']);

function* childrenOf({ children }: JsonRecord, place: string): Generator<void, JsonRecord[]> {
  if (children === undefined) return [];
  if (!Array.isArray(children))
    throw new EditRefused(`Invalid value for "${place}/children": expected a list.`);
  const records: JsonRecord[] = [];
  for (const [at, child] of children.entries()) {
    yield;
    const record = recordOf(child);
    if (record === undefined)
      throw new EditRefused(`Invalid value for "${place}/children/${at}": expected an object.`);
    records.push(record);
  }
  return records;
}

const plainText = {
  fontFamily: 'Inter',
  fontPostScriptName: null,
  fontWeight: 400,
  fontSize: 12,
  textAlignHorizontal: 'LEFT',
  textAlignVertical: 'TOP',
  letterSpacing: 0,
  textAutoResize: 'WIDTH_AND_HEIGHT',
  lineHeightUnit: 'INTRINSIC_%',
};

/** What nodes begin with where nothing else is said, by property. */
const beginnings: JsonRecord = {
  scrollBehavior: 'SCROLLS',
  blendMode: 'PASS_THROUGH',
  fills: [],
  strokes: [],
  effects: [],
  clipsContent: false,
  characters: '',
  style: plainText,
  characterStyleOverrides: [],
  styleOverrideTable: {},
  lineTypes: ['NONE'],
  lineIndentations: [0],
  overrides: [],
  sectionContentsHidden: false,
  flowStartingPoints: [],
  prototypeStartNodeID: null,
  backgroundColor: { r: 0.96, g: 0.96, b: 0.96, a: 1 },
  prototypeDevice: { type: 'NONE', rotation: 'NONE' },
  booleanOperation: 'UNION',
  arcData: { startingAngle: 0, endingAngle: 2 * Math.PI, innerRadius: 0 },
};

/** Also what every layer on a canvas has. */
function startsWith(type: string): JsonRecord {
  const { schemas, required } = nodeProperties(type) ?? { schemas: new Map(), required: new Set() };
  const keys = Object.keys(beginnings).filter((key) => required.has(key));
  const words = type.charAt(0) + type.slice(1).toLowerCase().replaceAll('_', ' ');
  return {
    name: words,
    ...Object.fromEntries(keys.map((key) => [key, beginnings[key]])),
    ...(schemas.has('constraints') ? { constraints: { vertical: 'TOP', horizontal: 'LEFT' } } : {}),
  };
}
