import { exactNodeId, type NodeId } from '../contract/branded-ids.ts';
import { NodeColumn } from '../document/snapshot-layout.ts';
import { recordOf } from '../render/scene/json-values.ts';
import type { Draft } from './draft.ts';
import { type DraftNode, upwards } from './draft-node.ts';

/** The id of a node without the letter of those that instances hold: `I5:1;2:3` is `5:1;2:3`. */
export const bare = (id: string): string => (id.startsWith('I') ? id.slice(1) : id);

/** The id of what an instance shows of a node. */
export const idWithin = (instance: string, id: string): NodeId => exactNodeId(`I${instance};${bare(id)}`);

/** The id of what a node shows: of the node in its component, or for an instance of its component. */
function sourceOf(id: string, componentId: () => unknown): string | undefined {
  if (id.startsWith('I') && id.includes(';')) {
    const rest = id.slice(id.indexOf(';') + 1);
    return rest.includes(';') ? `I${rest}` : rest;
  }
  const component = componentId();
  return typeof component === 'string' ? component : undefined;
}

/** Which nodes show which others: instances their components, and what is in them what is in those. */
export class Instances {
  readonly #draft: Draft;
  readonly #bySource = new Map<string, Set<string>>();

  constructor(draft: Draft) {
    this.#draft = draft;
  }

  add(node: DraftNode): void {
    this.#add(node.id, () => (node.type === 'INSTANCE' ? node.own.componentId : undefined));
  }

  #add(id: string, componentId: () => unknown): void {
    const source = sourceOf(id, componentId);
    if (source === undefined) return;
    const users = this.#bySource.get(source) ?? new Set();
    this.#bySource.set(source, users.add(id));
  }

  /** Looks through all nodes of the document once, and those that were made by now. Yields after each. */
  *read(): Generator<void, this> {
    for (const node of this.#draft.made) this.add(node);
    const table = this.#draft.snapshot.nodeTable();
    for (let row = 0; row < table.count; row++) {
      yield;
      const id = table.bytes(table.at(row, NodeColumn.idStart) + 1, table.at(row, NodeColumn.idEnd) - 1);
      const type = table.bytes(
        table.at(row, NodeColumn.typeStart) + 1,
        table.at(row, NodeColumn.typeEnd) - 1,
      );
      const isInstance = type.equals(instanceType);
      if (!isInstance && id[0] !== capitalI) continue;
      const componentId = () => (isInstance ? JSON.parse(table.own(row).toString()).componentId : undefined);
      this.#add(id.toString(), componentId);
    }
    return this;
  }

  /** The nodes that show a node directly, and by which instance: what stands in ids before the node's own. */
  *of(node: DraftNode): Generator<{ readonly user: DraftNode; readonly instance: string }> {
    for (const id of [...(this.#bySource.get(node.id) ?? [])]) {
      const user = this.#draft.find(id);
      if (user === undefined || user === node) continue;
      const own = `;${bare(node.id)}`;
      const isWhole = !(id.startsWith('I') && id.endsWith(own) && sourceOf(id, () => undefined) === node.id);
      if (isWhole && node.type !== 'COMPONENT') continue;
      yield { user, instance: isWhole ? bare(id) : bare(id).slice(0, -own.length) };
    }
  }
}

const instanceType = Buffer.from('INSTANCE');
const capitalI = 0x49;

/** The component that a node stands in, or is. */
export const componentAround = ({ around }: DraftNode): DraftNode | undefined => around.component;

/** The outermost instance that a node stands in, or is, within its component. */
export const instanceAround = ({ around }: DraftNode): DraftNode | undefined => around.outermost;

/** Whether an instance around a node says that a property of it is its own. */
export function isOverridden(node: DraftNode, property: string): boolean {
  for (const above of upwards(node)) {
    if (above.type !== 'INSTANCE') continue;
    const { overrides } = above.own;
    const own = (Array.isArray(overrides) ? overrides : [])
      .map(recordOf)
      .find((entry) => entry?.id === node.id);
    if (Array.isArray(own?.overriddenFields) && own.overriddenFields.includes(property)) return true;
  }
  return false;
}

/** Writes down that properties of a node in an instance are its own from now on. */
export function override(draft: Draft, node: DraftNode, properties: readonly string[]): void {
  const instance = instanceAround(node);
  if (instance === undefined || properties.length === 0) return;
  const { overrides } = instance.own;
  const entries = (Array.isArray(overrides) ? overrides : []).map((entry) => recordOf(entry) ?? {});
  const before = entries.find(({ id }) => id === node.id);
  const fields = Array.isArray(before?.overriddenFields) ? before.overriddenFields : [];
  const overriddenFields = [...new Set([...fields, ...properties])];
  const others = entries.filter((entry) => entry !== before);
  draft.giveOther(instance, { overrides: [...others, { id: node.id, overriddenFields }] });
}
