import { isDeepStrictEqual } from 'node:util';
import { exactNodeId, type NodeId } from '../contract/branded-ids.ts';
import { pluginKeys } from '../document/node-keys.ts';
import { atOnce } from '../document/run-at-once.ts';
import type { Snapshot } from '../document/snapshot.ts';
import type { EntryMap } from '../document/snapshot-entries.ts';
import type { JsonRecord } from '../render/scene/json-values.ts';
import { type Drafted, DraftNode, upwards } from './draft-node.ts';
import { type EditNote, EditRefused } from './edit.ts';
import { KnownMatrices } from './known-matrices.ts';
import { KnownSurroundings } from './known-surroundings.ts';

const mostNotes = 1000;
/** Held in memory until the document is written. */
const mostMade = 200_000;
/** Beside four times for each node there is: whoever moves a large frame again and again comes to more. */
const mostGiven = 500_000;

/** A document that is being changed. It reads what is asked for, and keeps in memory what was read. */
export class Draft implements Drafted {
  readonly snapshot: Snapshot;
  readonly matrices = new KnownMatrices();
  readonly surroundings = new KnownSurroundings<DraftNode>();
  readonly root: DraftNode;
  /** Nodes that were given properties. */
  readonly given = new Set<DraftNode>();
  /** Nodes whose children are others, or stand otherwise. */
  readonly restructured = new Set<DraftNode>();
  /** Nodes that were put somewhere: new ones, and those that stood elsewhere. */
  readonly placed = new Set<DraftNode>();
  /** Those that were taken from where they stood before, and where that was. */
  readonly taken = new Map<DraftNode, DraftNode>();
  /** Entries of the maps beside the document that are others now; null for one that is gone. */
  readonly entries = new Map<string, { map: EntryMap; id: string; value: JsonRecord | null }>();
  /** Entries that something removed referred to. */
  readonly left = new Map<string, { map: EntryMap; id: string }>();
  /** New texts whose size is what they say. */
  readonly unmeasured = new Set<DraftNode>();
  readonly notes: EditNote[] = [];
  /** Nodes that are there, as others that were asked for stand in them; what these stand in is among them. */
  readonly #above = new Set<DraftNode>();
  readonly #byRow = new Map<number, DraftNode>();
  readonly #new = new Map<string, DraftNode>();
  readonly #names = new Map<string, NodeId>();
  #freshIds: () => string;
  #timesGiven = 0;
  #entriesBefore: ReadonlyMap<string, string> | undefined;

  /** The first part of the ids of new nodes. */
  readonly session: number;

  constructor(snapshot: Snapshot, session: number) {
    this.snapshot = snapshot;
    this.session = session;
    this.root = this.at(0);
    let count = 0;
    this.#freshIds = () => `${session}:${++count}`;
  }

  at(row: number): DraftNode {
    const known = this.#byRow.get(row);
    if (known !== undefined) return known;
    const node = new DraftNode(this, row);
    this.#byRow.set(row, node);
    return node;
  }

  /** The node with that id, or that was given the name; undefined for one that is gone. */
  find(id: string): DraftNode | undefined {
    const named = this.#names.get(id) ?? exactNodeId(id);
    const row = this.snapshot.find(named);
    const before = row === undefined ? undefined : this.at(row);
    return [this.#new.get(named), before].find((node) => node !== undefined && this.isThere(node));
  }

  isThere(node: DraftNode): boolean {
    const between: DraftNode[] = [];
    for (const above of upwards(node)) {
      if (above === this.root || this.#above.has(above)) {
        for (const known of between) this.#above.add(known);
        return true;
      }
      if (above !== node) between.push(above);
    }
    return false;
  }

  /**
   * A node that stands nowhere yet.
   * @throws EditRefused where too many are made
   */
  make(own: JsonRecord, id: NodeId = this.freshId()): DraftNode {
    if (this.#new.size === mostMade)
      throw new EditRefused(`More than ${mostMade.toLocaleString('en')} nodes would be made at once.`);
    const node = new DraftNode(this, { id, own: { ...own, id } });
    this.#new.set(id, node);
    return node;
  }

  /** All that were made, wherever they are. */
  get made(): Iterable<DraftNode> {
    return this.#new.values();
  }

  freshId(): NodeId {
    for (;;) {
      const id = exactNodeId(this.#freshIds());
      if (!this.isTaken(id)) return id;
    }
  }

  isTaken = (id: string): boolean =>
    this.#new.has(id) || this.#names.has(id) || this.snapshot.find(exactNodeId(id)) !== undefined;

  /** Lets a node be called by a name that is no id. */
  name(name: string, id: NodeId): void {
    this.#names.set(name, id);
  }

  /** @throws EditRefused where nodes are given properties too many times */
  give(node: DraftNode, properties: JsonRecord): void {
    this.#timesGiven++;
    const most = mostGiven + 4 * this.snapshot.nodeCount;
    if (this.#timesGiven > most)
      throw new EditRefused(
        `Nodes would be changed more than ${most.toLocaleString('en')} times, with all that follows: change less at once.`,
      );
    const { own } = node;
    const changed = Object.entries(properties).filter(
      ([key, value]) => pluginKeys.has(key) || !isDeepStrictEqual(own[key], value),
    );
    if (changed.length === 0) return;
    node.give(Object.fromEntries(changed));
    this.given.add(node);
  }

  /** Gives properties that are known to be others: nothing is compared. */
  giveOther(node: DraftNode, properties: JsonRecord): void {
    node.give(properties);
    this.given.add(node);
  }

  put(node: DraftNode, parent: DraftNode, index = parent.childCount): void {
    parent.put(node, index);
    this.restructured.add(parent);
    this.placed.add(node);
  }

  take(node: DraftNode): void {
    const { parent } = node;
    if (parent === undefined) return;
    if (node.row !== undefined && !this.taken.has(node)) this.taken.set(node, parent);
    parent.take(node);
    if (this.#above.has(node)) this.#above.clear();
    this.restructured.add(parent);
    this.placed.delete(node);
  }

  note(node: DraftNode, reason: string, property?: string): void {
    if (this.notes.length === mostNotes) return;
    this.notes.push(property === undefined ? { id: node.id, reason } : { id: node.id, property, reason });
  }

  setEntry(map: EntryMap, id: string, value: JsonRecord | null): void {
    this.entries.set(`${map} ${id}`, { map, id, value });
  }

  /** An entry as it is now. */
  entry(map: EntryMap, id: string): JsonRecord | undefined {
    const changed = this.entries.get(`${map} ${id}`);
    if (changed !== undefined) return changed.value ?? undefined;
    if (this.#entriesBefore === undefined) atOnce(this.readEntries());
    const before = this.#entriesBefore?.get(`${map} ${id}`);
    return before === undefined ? undefined : Object(JSON.parse(before));
  }

  /** Reads in steps the texts of entries, of which there may be many, ahead of who asks for one. */
  *readEntries(): Generator<void, void> {
    const entries = new Map<string, string>();
    for (const { map, id, text } of this.snapshot.entryTexts()) {
      yield;
      entries.set(`${map} ${id}`, text);
    }
    this.#entriesBefore = entries;
  }
}

/** Nodes that were given properties, have other children or were put somewhere; one may come more than once. */
export function* changedNodes({ given, restructured, placed }: Draft): Generator<DraftNode> {
  yield* given;
  yield* restructured;
  yield* placed;
}
