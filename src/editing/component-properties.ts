import { type JsonRecord, recordOf } from '../render/scene/json-values.ts';
import type { Draft } from './draft.ts';
import { type DraftNode, subtreeOf, upwards } from './draft-node.ts';
import { EditRefused } from './edit.ts';
import { setProperties } from './set-properties.ts';

/** What a property of a component says of the nodes that refer to it, by its type. */
const saidOfNodes = { TEXT: 'characters', BOOLEAN: 'visible' } as const;
const fields = Object.values(saidOfNodes);

const fieldOf = (type: unknown): 'characters' | 'visible' | undefined =>
  type === 'TEXT' || type === 'BOOLEAN' ? saidOfNodes[type] : undefined;

/** A node that shows another value than before. */
export interface Shown {
  readonly node: DraftNode;
  readonly before: JsonRecord;
}

/**
 * The properties of an instance with those that it is given; those that are not named stay.
 *
 * @throws EditRefused where it has none of that name, or one that takes no such value
 */
export function propertiesWith({ id, own }: DraftNode, given: unknown): JsonRecord {
  const properties = recordOf(own.componentProperties) ?? {};
  const after: [string, JsonRecord][] = [];
  for (const [name, entry] of Object.entries(recordOf(given) ?? {})) {
    const before = Object.hasOwn(properties, name) ? recordOf(properties[name]) : undefined;
    const value = recordOf(entry)?.value;
    if (before === undefined)
      throw new EditRefused(`The instance ${id} has no property "${name.slice(0, 200)}" of its component.`);
    if (value !== before.value) refuseValue(id, name, { type: before.type, value });
    after.push([name, { ...before, ...recordOf(entry), type: before.type }]);
  }
  return { ...properties, ...Object.fromEntries(after) };
}

function refuseValue(id: string, name: string, { type, value }: JsonRecord): void {
  const property = `The property "${name.slice(0, 200)}" of the instance ${id}`;
  if (fieldOf(type) === undefined)
    throw new EditRefused(`${property} shows another component: insert an instance of that in its place.`);
  if (type === 'TEXT' && typeof value !== 'string')
    throw new EditRefused(`${property} is TEXT, and takes a string.`);
  if (type === 'BOOLEAN' && typeof value !== 'boolean')
    throw new EditRefused(`${property} is BOOLEAN, and takes true or false.`);
}

/** The properties that a new instance begins with: what its component says of each, and its own variant. */
export function initialProperties(component: DraftNode): JsonRecord | undefined {
  const set = component.parent?.type === 'COMPONENT_SET' ? component.parent : undefined;
  const definitions = recordOf((set ?? component).own.componentPropertyDefinitions);
  if (definitions === undefined) return undefined;
  const variant = variantOf(String(component.own.name));
  const entries = Object.entries(definitions).map(([name, definition]) => {
    const { type, defaultValue, preferredValues } = recordOf(definition) ?? {};
    const value = type === 'VARIANT' ? (variant.get(name) ?? defaultValue) : defaultValue;
    return [name, { type, value, ...(preferredValues === undefined ? {} : { preferredValues }) }];
  });
  return Object.fromEntries(entries);
}

/** `Size=Large, State=Hover` as it is written in names. */
const variantOf = (name: string): Map<string, string> =>
  new Map(
    name.split(',').map((part) => {
      const [property = '', ...value] = part.split('=');
      return [property.trim(), value.join('=').trim()];
    }),
  );

/** Gives the nodes of an instance what its properties say now, and tells which these are. Yields after each node. */
export function* showProperties(
  draft: Draft,
  instance: DraftNode,
  before: JsonRecord,
): Generator<void, Shown[]> {
  const [was, is] = [recordOf(before.componentProperties), recordOf(instance.own.componentProperties)];
  const values = new Map<string, { field: string; value: unknown }>();
  for (const [name, entry] of Object.entries(is ?? {})) {
    const { type, value } = recordOf(entry) ?? {};
    const field = fieldOf(type);
    const isOther = value !== recordOf(was?.[name])?.value;
    if (field !== undefined && isOther) values.set(name, { field, value });
  }
  if (values.size === 0) return [];
  const shown: Shown[] = [];
  for (const node of subtreeOf(instance)) {
    yield;
    if (node === undefined) continue;
    const properties = Object.fromEntries(
      fields.flatMap((field) => {
        const said = values.get(String(recordOf(node.own.componentPropertyReferences)?.[field]));
        return said?.field === field && node !== instance ? [[field, said.value]] : [];
      }),
    );
    if (Object.keys(properties).length === 0) continue;
    shown.push({ node, before: node.own });
    yield* setProperties(draft, node, { properties });
  }
  return shown;
}

/** A node that says otherwise by hand says it as the property that it refers to, or as what that begins with. */
export function tellProperties(draft: Draft, node: DraftNode, given: JsonRecord): void {
  const references = recordOf(node.own.componentPropertyReferences);
  if (references === undefined) return;
  for (const field of fields) {
    const name = references[field];
    if (!(field in given) || typeof name !== 'string') continue;
    const value = field === 'visible' ? node.own.visible !== false : node.own.characters;
    tellProperty(draft, node, { name, value });
  }
}

function tellProperty(
  draft: Draft,
  node: DraftNode,
  { name, value }: { readonly name: string; readonly value: unknown },
): void {
  for (const above of upwards(node)) {
    if (above === node) continue;
    for (const [list, key] of [
      ['componentProperties', 'value'],
      ['componentPropertyDefinitions', 'defaultValue'],
    ] as const) {
      const properties = recordOf(above.own[list]);
      const entry = properties && Object.hasOwn(properties, name) ? recordOf(properties[name]) : undefined;
      if (entry === undefined) continue;
      draft.give(above, { [list]: { ...properties, [name]: { ...entry, [key]: value } } });
      return;
    }
  }
}
