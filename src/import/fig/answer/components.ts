import { keyOf } from '../instances/expand.ts';
import type { Layer } from '../instances/layer.ts';
import type { PropertyValue } from '../instances/layer-properties.ts';
import { guidText } from '../message/guids.ts';
import type { Fig, FigNode } from '../message/wanted.ts';
import type { NodeHead } from '../message/wanted-heads.ts';
import type { Answering, Members } from './answering.ts';
import { overriddenNames } from './guesses.ts';

type Definition = Fig<'ComponentPropDef'>;

const types: Readonly<Record<string, string>> = {
  BOOL: 'BOOLEAN',
  TEXT: 'TEXT',
  INSTANCE_SWAP: 'INSTANCE_SWAP',
  VARIANT: 'VARIANT',
  SLOT: 'SLOT',
};

/** The set that a component is a variant of. */
export function setOf(symbol: NodeHead, { index }: Answering): NodeHead | undefined {
  const parent = index.parent(symbol);
  return parent?.isStateGroup ? parent : undefined;
}

/** The definitions that count, in their order, each with the name that answers call it by. */
function definitionsOf(owner: FigNode): { name: string; type: string; id: string; definition: Definition }[] {
  const place = ({ sortPosition = '' }: Definition) => sortPosition;
  return [...(owner.componentPropDefs ?? [])]
    .sort((left, right) => (place(left) < place(right) ? -1 : place(left) > place(right) ? 1 : 0))
    .flatMap((definition) => {
      const { name, type: stored = 'BOOL', isDeleted } = definition;
      const type = types[stored];
      const id = guidText(definition.id);
      if (isDeleted || !name || type === undefined || id === undefined) return [];
      return [{ name: type === 'VARIANT' ? name : `${name}#${id}`, type, id, definition }];
    });
}

function plainValue(type: string, value: PropertyValue | undefined, { index }: Answering): unknown {
  if (type === 'BOOLEAN') return value?.boolValue ?? false;
  if (type === 'INSTANCE_SWAP') {
    const id = guidText(value?.guidValue) ?? '';
    return guidText(index.symbol(id)?.guid) ?? id;
  }
  return value?.textValue?.characters ?? '';
}

/** What a set, or a component outside of sets, lets its instances decide. */
export function propertyDefinitionsOf({ head, node, id }: Layer, file: Answering): Members | undefined {
  for (const { name, type = 'BOOL', isDeleted } of node.componentPropDefs ?? [])
    if (!isDeleted && name && types[type] === undefined)
      file.report.warn(`A component property of the kind ${type} is left out: answers know none.`, id);
  const entries = definitionsOf(node).map(({ name, type, definition }) => {
    const values = type === 'VARIANT' ? variantOptionsOf(head, name, file) : undefined;
    const defaultValue =
      values === undefined ? plainValue(type, definition.initialValue, file) : values.first;
    return [
      name,
      { type, defaultValue, variantOptions: values?.all, preferredValues: preferredOf(type, definition) },
    ];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function preferredOf(type: string, { preferredValues }: Definition) {
  if (type !== 'INSTANCE_SWAP') return undefined;
  return (preferredValues?.instanceSwapValues ?? []).map((value) => ({
    type: value.type === 'STATE_GROUP' ? 'COMPONENT_SET' : 'COMPONENT',
    key: value.key ?? '',
  }));
}

function variantOptionsOf(head: NodeHead, property: string, file: Answering) {
  const set = file.index.whole(head);
  const order = set.stateGroupPropertyValueOrders?.find((one) => one.property === property)?.values;
  const variants = file.index.children(head).filter(({ type }) => type === 'SYMBOL');
  file.effort.spend(variants.length * (set.componentPropDefs?.length ?? 0));
  const values = variants
    .map((variant) => variantValuesOf(file.index.whole(variant), set).get(property))
    .filter((one) => one !== undefined);
  const all = order ?? [...new Set(values)];
  return { all, first: values[0] ?? all[0] ?? '' };
}

/** The values that a variant stands for: as its specification has it, else as its name `A=x, B=y`. */
function variantValuesOf(variant: FigNode, set: FigNode): Map<string, string> {
  const byId = new Map(
    (set.componentPropDefs ?? []).map((definition) => [guidText(definition.id), definition.name]),
  );
  const stated = (variant.variantPropSpecs ?? []).map(
    ({ propDefId, value }) => [byId.get(guidText(propDefId)), value] as const,
  );
  const named = (variant.name ?? '').split(',').map((part) => {
    const [name = '', value] = part.split('=');
    return [name.trim(), value?.trim()] as const;
  });
  const found = [...named, ...stated].filter(
    (entry): entry is readonly [string, string] => entry[0] !== undefined && entry[1] !== undefined,
  );
  return new Map(found);
}

/**
 * What an instance says of its component: which one, its properties, and what it overrides; of the instances within,
 * which are exposed at its level.
 */
export function instanceOf(layer: Layer, exposed: readonly string[], file: Answering): Members {
  const { node, symbol } = layer;
  if (symbol !== undefined) file.used.components.add(symbol);
  const stored = guidText(node.overriddenSymbolID) ?? guidText(node.symbolData?.symbolID);
  const factor = node.symbolData?.uniformScaleFactor ?? 1;
  return {
    componentId: guidText(symbol?.guid) ?? stored ?? '',
    exposedInstances: exposed.length === 0 ? undefined : exposed,
    isExposedInstance: node.propsAreBubbled || undefined,
    componentProperties: symbol && propertiesOf(node, symbol, file),
    overrides: overridesOf(layer, file),
    uniformScaleFactor: factor === 1 || factor === 0 ? undefined : factor,
  };
}

function propertiesOf(instance: FigNode, symbol: NodeHead, file: Answering): Members | undefined {
  const ofSet = setOf(symbol, file);
  const set = ofSet && file.index.whole(ofSet);
  const own = file.index.whole(symbol);
  const assigned = file.expansion.definitions.assignedBy(instance);
  const variant = set && variantValuesOf(own, set);
  const entries = definitionsOf(set ?? own).map(({ name, type, id, definition }) => {
    if (type === 'VARIANT')
      return [name, { value: variant?.get(name) ?? '', type, boundVariables: {} }] as const;
    const given = assigned.get(id);
    const isGiven = given !== undefined && Object.keys(given).length > 0;
    const value = plainValue(type, isGiven ? given : definition.initialValue, file);
    return [name, { value, type, preferredValues: preferredOf(type, definition) }] as const;
  });
  const isVariant = ([, { type }]: (typeof entries)[number]) => type === 'VARIANT';
  const ordered = [...entries.filter((one) => !isVariant(one)), ...entries.filter(isVariant)];
  return ordered.length === 0 ? undefined : Object.fromEntries(ordered);
}

/** Which of a layer's properties those of the instance around it decide. */
export function propertyReferencesOf({ node }: Layer, { expansion }: Answering): Members | undefined {
  const places: Readonly<Record<string, string>> = {
    VISIBLE: 'visible',
    TEXT_DATA: 'characters',
    OVERRIDDEN_SYMBOL_ID: 'mainComponent',
  };
  const entries = (node.componentPropRefs ?? []).flatMap(
    ({ defID, componentPropNodeField = '', isDeleted }) => {
      const id = guidText(defID);
      const place = places[componentPropNodeField];
      if (isDeleted || id === undefined || place === undefined) return [];
      const root = expansion.definitions.root(id);
      const name = expansion.definitions.get(root)?.name;
      return name ? [[place, `${name}#${root}`] as const] : [];
    },
  );
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** What the instance itself says otherwise than its component, by node of this tree. */
function overridesOf({ id, node, symbol }: Layer, { index }: Answering): Members[] {
  const prefix = id.startsWith('I') ? id : `I${id}`;
  const root = symbol && keyOf(symbol);
  const byId = new Map<string, Set<string>>();
  for (const place of node.symbolData?.symbolOverrides ?? []) {
    const entry = index.entry(place);
    const path = (entry.guidPath?.guids ?? []).map(guidText).join(';');
    const names = Object.keys(entry).flatMap((field) => overriddenNames[field] ?? []);
    if (names.length === 0) continue;
    const target = path === root ? id : `${prefix};${path}`;
    const known = byId.get(target) ?? new Set();
    byId.set(target, known);
    for (const name of names) known.add(name);
  }
  return [...byId].map(([target, names]) => ({ id: target, overriddenFields: [...names].sort() }));
}

/** An entry of the answer's map of components. */
export function componentEntry(symbol: NodeHead, file: Answering): Members {
  const set = setOf(symbol, file);
  return { ...entryOf(symbol, file), componentSetId: guidText(set?.guid), documentationLinks: [] };
}

/** An entry of the answer's map of component sets. */
export const setEntry = (set: NodeHead, file: Answering): Members => ({
  ...entryOf(set, file),
  documentationLinks: [],
});

function entryOf(head: NodeHead, file: Answering): Members {
  const node = file.index.whole(head);
  return {
    key: node.componentKey || file.localKey(guidText(node.guid)!),
    name: node.name ?? '',
    description: node.symbolDescription ?? node.description ?? '',
    remote: !!node.componentKey && !!node.sourceLibraryKey,
  };
}
