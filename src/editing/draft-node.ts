import type { NodeId } from '../contract/branded-ids.ts';
import { pluginKeys } from '../document/node-keys.ts';
import { readOwn, readOwnInSteps } from '../document/read-node.ts';
import { atOnce } from '../document/run-at-once.ts';
import type { Snapshot } from '../document/snapshot.ts';
import type { Matrix } from '../render/geometry/matrix.ts';
import type { JsonRecord } from '../render/scene/json-values.ts';
import type { KnownMatrices } from './known-matrices.ts';
import type { KnownSurroundings, Surroundings } from './known-surroundings.ts';
import { PartedList } from './parted-list.ts';

/** What a node asks of its draft. */
export interface Drafted {
  readonly snapshot: Snapshot;
  readonly matrices: KnownMatrices;
  readonly surroundings: KnownSurroundings<DraftNode>;
  /** The node of a row of the snapshot; of a row the same one always. */
  at(row: number): DraftNode;
}

/** A node of a document that is being changed, read when it is asked for; or a new one. */
export class DraftNode {
  /** Its place in the document that the change began with; a new node has none. */
  readonly row: number | undefined;
  /** Whether the change put it where it is. */
  isPut = false;
  /** Its part of the children of its parent. */
  part: DraftNode[] | undefined;
  readonly #draft: Drafted;
  #id: NodeId | undefined;
  #before: JsonRecord | undefined;
  #own: JsonRecord | undefined;
  /** Null once it was taken out, undefined while it stands where it stood. */
  #parent: DraftNode | null | undefined;
  #children: PartedList<DraftNode> | undefined;
  #typeBefore: string | undefined;

  /** @param at its row, or what a new node says of itself */
  constructor(draft: Drafted, at: number | { readonly id: NodeId; readonly own: JsonRecord }) {
    this.#draft = draft;
    if (typeof at === 'number') {
      this.row = at;
      return;
    }
    [this.#id, this.#own] = [at.id, at.own];
    [this.#parent, this.#children] = [null, new PartedList()];
  }

  /** Read when it is asked for: of most siblings of what changes it never is. */
  get id(): NodeId {
    this.#id ??= this.#draft.snapshot.node(this.row as number).id;
    return this.#id;
  }

  /** As it was before the change, without its children. */
  get before(): JsonRecord | undefined {
    if (this.row === undefined) return undefined;
    this.#before ??= readOwn(this.#draft.snapshot, this.row);
    return this.#before;
  }

  /** Reads in steps what it says of itself, which may be megabytes, ahead of who asks for it. */
  *read(): Generator<void, void> {
    if (this.row !== undefined) this.#before ??= yield* readOwnInSteps(this.#draft.snapshot, this.row);
  }

  /** As it is now, without its children. */
  get own(): JsonRecord {
    return this.#own ?? this.before ?? {};
  }

  /** Whether it was given properties; they may be what they were. */
  get isChanged(): boolean {
    return this.#own !== undefined && this.row !== undefined;
  }

  get type(): string {
    if (this.#own !== undefined || this.row === undefined) return String(this.own.type);
    this.#typeBefore ??= this.#draft.snapshot.node(this.row).type;
    return this.#typeBefore;
  }

  /** From its own coordinates to those of the canvas. */
  get matrix(): Matrix {
    return this.#draft.matrices.of(this);
  }

  /** What it stands in. */
  get around(): Surroundings<DraftNode> {
    return this.#draft.surroundings.of(this);
  }

  get parent(): DraftNode | undefined {
    if (this.#parent === undefined && this.row !== undefined) {
      const { parent } = this.#draft.snapshot.node(this.row);
      this.#parent = parent === undefined ? null : this.#draft.at(parent);
    }
    return this.#parent ?? undefined;
  }

  get children(): readonly DraftNode[] {
    return this.#childrenNow().all;
  }

  get childCount(): number {
    return this.#childrenNow().size;
  }

  /** -1 for what is no child. */
  placeOf(child: DraftNode): number {
    return this.#childrenNow().indexOf(child);
  }

  #childrenNow(): PartedList<DraftNode> {
    this.#children ??= atOnce(this.#listedBefore());
    return this.#children;
  }

  *#listedBefore(): Generator<void, PartedList<DraftNode>> {
    const list = new PartedList<DraftNode>();
    for (const child of yield* this.childrenBefore()) {
      yield;
      list.add(child);
    }
    return list;
  }

  /** Reads its children in steps, of which there may be many, ahead of who asks for them. */
  *readChildren(): Generator<void, void> {
    if (this.#children !== undefined) return;
    const children = yield* this.#listedBefore();
    this.#children ??= children;
  }

  /** Those that it had before the change, wherever they are now. Yields after each. */
  *childrenBefore(): Generator<void, DraftNode[]> {
    const children: DraftNode[] = [];
    if (this.row === undefined) return children;
    for (const row of this.#draft.snapshot.children(this.row)) {
      yield;
      children.push(this.#draft.at(row));
    }
    return children;
  }

  /** Gives it properties; one that is undefined goes. That what plugins wrote goes is told when it is printed, unread. */
  give(properties: JsonRecord): void {
    const before = this.own;
    const given = Object.entries({ ...before, ...properties });
    this.#own = Object.fromEntries(
      given.filter(([key, value]) => value !== undefined || pluginKeys.has(key)),
    );
    this.#draft.matrices.forgetIfMoved(this, before);
    if (before.type !== this.#own.type) this.#draft.surroundings.forget(this);
  }

  put(child: DraftNode, index: number): void {
    this.#childrenNow().insert(child, index);
    child.#parent = this;
    child.isPut = true;
    this.#draft.matrices.forget(child);
    this.#draft.surroundings.forget(child);
  }

  take(child: DraftNode): void {
    this.#childrenNow().remove(child);
    child.#parent = null;
    this.#draft.matrices.forget(child);
    this.#draft.surroundings.forget(child);
  }
}

/** The node and all that stand above it, the nearest first. */
export function* upwards(node: DraftNode): Generator<DraftNode> {
  for (let at: DraftNode | undefined = node; at !== undefined; at = at.parent) yield at;
}

/** A node with all below it, each before its children; undefined while children are read. */
export function* subtreeOf(top: DraftNode): Generator<DraftNode | undefined> {
  const levels: Iterator<DraftNode>[] = [[top].values()];
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const { value: node, done } = level.next();
    if (done) {
      levels.pop();
      continue;
    }
    yield node;
    for (const _ of node.readChildren()) yield undefined;
    levels.push(node.children.values());
  }
}
