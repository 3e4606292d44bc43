import { newFields } from '../kiwi/codecs.ts';
import { guidText } from '../message/guids.ts';
import type { Fig, FigNode } from '../message/wanted.ts';

type Assignment = Fig<'ComponentPropAssignment'>;

/** What names a node and its place: no override changes it. */
const ownFields: ReadonlySet<string> = new Set([
  'guid',
  'guidPath',
  'parentIndex',
  'phase',
  'type',
  'overrideKey',
  'key',
]);

/** A node with the fields of an entry in place of its own, each as a whole; only assignments come together. */
export function withFields(node: FigNode, entry: FigNode | undefined): FigNode {
  if (entry === undefined) return node;
  const target: Record<string, unknown> = Object.assign(newFields(), node);
  for (const [name, value] of Object.entries(entry)) if (!ownFields.has(name)) target[name] = value;
  if (node.componentPropAssignments !== undefined && entry.componentPropAssignments !== undefined)
    target.componentPropAssignments = mergeAssignments(
      node.componentPropAssignments,
      entry.componentPropAssignments,
    );
  return target as FigNode;
}

function mergeAssignments(below: readonly Assignment[], above: readonly Assignment[]): Assignment[] {
  const merged = new Map<string, Assignment>();
  for (const assignment of [...below, ...above]) merged.set(guidText(assignment.defID) ?? '', assignment);
  return [...merged.values()];
}

/** What the instance node keeps when another symbol takes the place of its own: its name, place and size. */
const keptBySwap: ReadonlySet<string> = new Set([
  ...ownFields,
  'name',
  'visible',
  'locked',
  'opacity',
  'blendMode',
  'size',
  'transform',
  'horizontalConstraint',
  'verticalConstraint',
  'stackChildPrimaryGrow',
  'stackChildAlignSelf',
  'stackPositioning',
  'variableConsumptionMap',
  'symbolData',
  'derivedSymbolData',
  'overriddenSymbolID',
  'componentPropRefs',
  'componentPropAssignments',
  'prototypeInteractions',
  'scrollBehavior',
]);

/** What is a symbol's own and nothing of its look. */
const notOfInstances: ReadonlySet<string> = new Set([
  'componentPropDefs',
  'componentKey',
  'variantPropSpecs',
  'description',
  'symbolDescription',
  'publishID',
  'sourceLibraryKey',
  'sortPosition',
  'pluginData',
  'isPublishable',
]);

/** An instance whose symbol was changed from outside: its look is the new symbol's. */
export function swapped(instance: FigNode, symbol: FigNode): FigNode {
  const target = newFields();
  for (const [name, value] of Object.entries(symbol))
    if (!keptBySwap.has(name) && !notOfInstances.has(name)) target[name] = value;
  for (const [name, value] of Object.entries(instance)) if (keptBySwap.has(name)) target[name] = value;
  return target as FigNode;
}
