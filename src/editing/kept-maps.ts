import { createHash } from 'node:crypto';
import { propertyProblem } from '../contract/node-properties.ts';
import type { EntryMap } from '../document/snapshot-entries.ts';
import { type JsonRecord, recordOf } from '../render/scene/json-values.ts';
import type { Draft } from './draft.ts';
import { type DraftNode, subtreeOf } from './draft-node.ts';
import { EditRefused } from './edit.ts';

const mapOf = (type: string): EntryMap | undefined =>
  type === 'COMPONENT' ? 'components' : type === 'COMPONENT_SET' ? 'componentSets' : undefined;

/** What a node says of its entry in the maps beside the document. */
function entryOf(draft: Draft, node: DraftNode, map: EntryMap): JsonRecord {
  const before = draft.entry(map, node.id) ?? {
    key: createHash('sha1').update(`${draft.session} ${node.id}`).digest('hex'),
    name: '',
    description: '',
    ...(map === 'components' ? { remote: false } : {}),
    documentationLinks: [],
  };
  const { componentSetId: _, ...rest } = recordOf(before) ?? {};
  const set = map === 'components' && node.parent?.type === 'COMPONENT_SET' ? node.parent.id : undefined;
  return { ...rest, name: node.own.name, ...(set === undefined ? {} : { componentSetId: set }) };
}

/** Gives a component that is new, stands elsewhere, or is called otherwise, its entry. */
export function enterComponent(draft: Draft, node: DraftNode): void {
  const map = mapOf(node.type);
  if (map !== undefined) draft.setEntry(map, node.id, entryOf(draft, node, map));
}

/** Gives components that are new their entries. Yields after each node. */
export function* enterComponents(draft: Draft, nodes: Iterable<DraftNode>): Generator<void, void> {
  for (const node of nodes) {
    enterComponent(draft, node);
    yield;
  }
}

/**
 * Notes what a removed subtree referred to: what nobody refers to any more is no longer listed. Yields after each
 * node.
 */
export function* leaveComponents(draft: Draft, top: DraftNode): Generator<void, void> {
  for (const node of subtreeOf(top)) {
    yield;
    if (node === undefined) continue;
    const map = mapOf(node.type);
    if (map !== undefined) draft.left.set(`${map} ${node.id}`, { map, id: node.id });
    if (node.type !== 'INSTANCE') continue;
    yield* node.read();
    const { componentId } = node.own;
    if (typeof componentId === 'string')
      draft.left.set(`components ${componentId}`, { map: 'components', id: componentId });
  }
}

const entries: Readonly<Record<string, { readonly map: EntryMap; readonly schema: string }>> = {
  component: { map: 'components', schema: 'Component' },
  componentSet: { map: 'componentSets', schema: 'ComponentSet' },
  style: { map: 'styles', schema: 'Style' },
};

/** Whether something is said of an entry of the maps, and of no node. */
export const isEntry = (properties: JsonRecord): boolean =>
  Object.keys(properties).every((key) => Object.hasOwn(entries, key));

interface SetEntry {
  readonly id: string;
  readonly properties: JsonRecord;
  /** The place of the operation. */
  readonly at: number;
  readonly isTrusted: boolean;
}

/**
 * Sets what is said of a component or a style beside the document, by the name that a comparison gives it.
 * @returns whether that is what is set
 */
export function setEntryOf(draft: Draft, { id, properties, at, isTrusted }: SetEntry): boolean {
  const key = Object.keys(entries).find((name) => Object.hasOwn(properties, name));
  const entry = key === undefined ? undefined : entries[key];
  if (key === undefined || entry === undefined || Object.keys(properties).length > 1) return false;
  const value = properties[key];
  if (key === 'style' && draft.find(id) !== undefined) return false;
  if (!isTrusted) {
    if (draft.entry(entry.map, id) === undefined)
      throw new EditRefused(`The file has no ${key} "${id.slice(0, 200)}".`);
    const schema = { $ref: `#/components/schemas/${entry.schema}` };
    const place = `/operations/${at}/properties`;
    const problem = value === null ? undefined : propertyProblem(schema, { place, key, value });
    if (problem !== undefined) throw new EditRefused(problem);
  }
  draft.setEntry(entry.map, id, recordOf(value) ?? null);
  return true;
}
