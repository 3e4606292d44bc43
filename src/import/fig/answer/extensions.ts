import { maxExtensions } from '../../../variables/state.ts';
import { guidText } from '../message/guids.ts';
import type { FigNode } from '../message/wanted.ts';
import type { NodeHead } from '../message/wanted-heads.ts';
import type { Answering, Members } from './answering.ts';
import { variableId } from './bindings.ts';

/** Values that a collection gives the variables of those that it extends. */
export type OverridesBySet = ReadonlyMap<NodeHead, readonly Override[]>;

export interface Override {
  readonly variableId: string;
  readonly type: string;
  readonly values: FigNode['variableDataValues'];
}

/** The collections that a collection extends, the nearest first; none for one that extends none. */
export function extendedBy(set: NodeHead, file: Answering): readonly NodeHead[] {
  const above: NodeHead[] = [];
  for (let at: NodeHead | undefined = set; ; ) {
    at = parentOf(at, file);
    if (at === undefined) return above;
    if (at === set || above.length === maxExtensions) {
      const reason = 'The collection extends itself, or too many others; it is taken as one of its own.';
      file.report.warn(reason, guidText(set.guid));
      return [];
    }
    above.push(at);
  }
}

function parentOf(set: NodeHead, { index }: Answering): NodeHead | undefined {
  const parent = index.referred(index.whole(set).backingVariableSetId);
  return parent?.type === 'VARIABLE_SET' ? parent : undefined;
}

/** What a collection says of the one that it extends, beside the values that it gives. */
export function extensionOf([parent, ...higher]: readonly NodeHead[]): Members {
  if (parent === undefined) return {};
  return {
    isExtension: true,
    parentVariableCollectionId: variableId('VariableCollectionId', parent),
    rootVariableCollectionId: variableId('VariableCollectionId', higher.at(-1) ?? parent),
  };
}

/** Says which collections extend one that the file does not hold. */
export function tellMissingParents(sets: readonly NodeHead[], file: Answering): void {
  for (const set of sets)
    if (file.index.whole(set).backingVariableSetId && parentOf(set, file) === undefined)
      file.report.warn(
        'The collection extends one that is not in the file; it is taken as one of its own.',
        guidText(set.guid),
      );
}

/** The overrides of a file by the collection that says them. */
export function overridesOf(heads: readonly NodeHead[], file: Answering): OverridesBySet {
  const bySet = new Map<NodeHead, Override[]>();
  for (const head of heads) {
    if (head.type !== 'VARIABLE_OVERRIDE') continue;
    const node = file.index.whole(head);
    const set = file.index.referred(node.variableSetID);
    const variable = overridden(head, file);
    if (set?.type !== 'VARIABLE_SET' || variable === undefined) {
      file.report.warn(
        'A value that a collection gives a variable of another is left out: one of them is not in the file.',
        guidText(head.guid),
      );
      continue;
    }
    const known = bySet.get(set) ?? [];
    bySet.set(set, known);
    known.push({
      variableId: variableId('VariableID', variable),
      type: file.index.whole(variable).variableResolvedType ?? 'COLOR',
      values: node.variableDataValues,
    });
  }
  return bySet;
}

/** The variable that an override stands for, be it by way of those of other collections. */
function overridden(override: NodeHead, { index }: Answering): NodeHead | undefined {
  const passed = new Set<NodeHead>();
  for (let at: NodeHead | undefined = override; at?.type === 'VARIABLE_OVERRIDE' && !passed.has(at); ) {
    passed.add(at);
    const backing: FigNode['backingVariableId'] = index.whole(at).backingVariableId;
    at = index.referred(backing?.variableId) ?? index.referred(backing?.variableOverrideId);
    if (at?.type === 'VARIABLE') return at;
  }
  return undefined;
}
