import { guidText } from '../message/guids.ts';
import type { NodeIndex } from '../message/node-index.ts';
import type { Fig, FigNode } from '../message/wanted.ts';

export type PropertyValue = Fig<'ComponentPropValue'>;
type Definition = Fig<'ComponentPropDef'>;

/** The definitions of component properties, by id. Those of variants stand for one of their set. */
export class PropertyDefinitions {
  readonly #byId = new Map<string, Definition>();
  /** Each way is gone once: definitions may stand for one another in long rows. */
  readonly #roots = new Map<string, string>();

  constructor(index: NodeIndex) {
    for (const head of index.byId.values()) {
      if (!head.componentPropDefs) continue;
      for (const definition of index.whole(head).componentPropDefs ?? []) {
        const id = guidText(definition.id);
        if (id !== undefined && !this.#byId.has(id)) this.#byId.set(id, definition);
      }
    }
  }

  /** The id of the definition that one stands for, itself where it stands for none. */
  root(id: string): string {
    const seen = new Set<string>();
    let root = id;
    while (!seen.has(root)) {
      seen.add(root);
      root = this.#roots.get(root) ?? guidText(this.#byId.get(root)?.parentPropDefId) ?? root;
    }
    for (const passed of seen) this.#roots.set(passed, root);
    return root;
  }

  get(id: string): Definition | undefined {
    return this.#byId.get(id);
  }

  /** What an instance assigns, by the definition that it stands for. */
  assignedBy(instance: FigNode): Map<string, PropertyValue> {
    const assigned = new Map<string, PropertyValue>();
    for (const { defID, value } of instance.componentPropAssignments ?? []) {
      const id = guidText(defID);
      if (id !== undefined) assigned.set(this.root(id), value ?? {});
    }
    return assigned;
  }

  /** The fields of a layer that the properties of the instance around it decide. */
  fieldsOf(layer: FigNode, assigned: ReadonlyMap<string, PropertyValue>): FigNode | undefined {
    if (assigned.size === 0 || layer.componentPropRefs === undefined) return undefined;
    const fields: Partial<Record<keyof FigNode, unknown>> = {};
    for (const { defID, componentPropNodeField, isDeleted } of layer.componentPropRefs) {
      const id = guidText(defID);
      const value = id === undefined || isDeleted ? undefined : this.#value(this.root(id), assigned);
      if (value === undefined) continue;
      if (componentPropNodeField === 'VISIBLE') fields.visible = value.boolValue ?? layer.visible;
      if (componentPropNodeField === 'TEXT_DATA') fields.textData = value.textValue ?? layer.textData;
      if (componentPropNodeField === 'OVERRIDDEN_SYMBOL_ID' && guidText(value.guidValue) !== undefined)
        fields.overriddenSymbolID = value.guidValue;
    }
    return fields as FigNode;
  }

  /** An empty value means the definition's own. */
  #value(id: string, assigned: ReadonlyMap<string, PropertyValue>): PropertyValue | undefined {
    const value = assigned.get(id);
    return value !== undefined && Object.keys(value).length === 0 ? this.#byId.get(id)?.initialValue : value;
  }
}
