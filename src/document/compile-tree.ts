import { BindingList } from './bindings.ts';
import { DocumentRefused } from './document-refused.ts';
import type { DocumentWarning } from './document-source.ts';
import { alsoSaid, impliedProperties } from './implied-properties.ts';
import { decodeString, isObjectAt, isStringAt, members, skipSpace, stringEnd } from './json-spans.ts';
import type { EntryNumbers } from './map-entries.ts';
import { dropToValue, minifyMember, minifyValue, type Note } from './minify-value.ts';
import { NodeKey, nodeKey } from './node-keys.ts';
import { nodeTypes } from './node-types.ts';
import { RowTable } from './row-table.ts';
import { ExtraColumn, ExtraKind, extraColumns, NodeColumn, nodeColumns, none } from './snapshot-layout.ts';
import type { SpanWriter } from './span-writer.ts';

const comma = Buffer.from(',');

/** A node whose closing brace has not been reached. */
interface OpenNode {
  readonly row: number;
  /** Offset of its brace in the document's text. */
  readonly at: number;
  /** Properties written to the prefix so far. */
  written: number;
  id: string | undefined;
  type: string | undefined;
  /** By its properties, for those it means without giving them. */
  said: number;
  hasChildren: boolean;
  inChildren: boolean;
}

export interface Tree {
  readonly records: RowTable;
  readonly extraIndex: RowTable;
  /** Pairs of node and entry, in the order found. */
  readonly refs: RowTable;
  readonly imageRefs: ReadonlySet<string>;
  readonly bindings: BindingList;
  readonly warnings: readonly DocumentWarning[];
}

/** Reports of single nodes beyond these are counted, not listed. */
const maxWarnings = 1000;

/**
 * Copies a document's tree into the prefix, what it leaves out into the extras, and writes down where
 * everything lies. One pass, no recursion: open nodes are a list.
 *
 * @throws DocumentRefused when the tree is not one of nodes
 */
export class TreeCompiler {
  readonly records: RowTable;
  readonly extraIndex: RowTable;
  readonly refs = new RowTable(2, 1024);
  readonly imageRefs = new Set<string>();
  readonly bindings = new BindingList();
  readonly warnings: DocumentWarning[] = [];

  readonly #text: Uint8Array;
  readonly #prefix: SpanWriter;
  readonly #extras: SpanWriter;
  readonly #entries: EntryNumbers;
  readonly #open: OpenNode[] = [];
  #node: OpenNode;
  #geometryBytes = 0;
  #unlisted = 0;
  readonly #note: Note;

  constructor(text: Uint8Array, prefix: SpanWriter, extras: SpanWriter, entries: EntryNumbers) {
    this.#text = text;
    this.#prefix = prefix;
    this.#extras = extras;
    this.#entries = entries;
    const expectedNodes = Math.ceil(text.length / 1000);
    this.records = new RowTable(nodeColumns, expectedNodes);
    this.extraIndex = new RowTable(extraColumns, expectedNodes);
    this.#node = {
      row: 0,
      at: 0,
      written: 0,
      id: undefined,
      type: undefined,
      said: 0,
      hasChildren: false,
      inChildren: false,
    };
    this.#note = (kind, start, end) => {
      const value = decodeString(text, start, end);
      if (kind === 'imageRef') this.imageRefs.add(value);
      else if (kind === 'variableId') this.bindings.add(value, this.#node.row);
      else this.#refer(this.#entries.styles.get(value));
    };
  }

  compile(): Tree {
    const start = skipSpace(this.#text, 0);
    if (!isObjectAt(this.#text, start)) throw new DocumentRefused('A node is not an object.');
    this.#prefix.begin(this.#text, start);
    let at = this.#openNode(start);
    while (this.#open.length > 0) at = this.#node.inChildren ? this.#nextChild(at) : this.#nextMember(at);
    this.#prefix.end(at);
    this.#closeTables();
    return this;
  }

  #openNode(at: number): number {
    const row = this.records.add();
    const parent = this.#open.length > 0 ? this.#node.row : none;
    this.#node = {
      row,
      at,
      written: 0,
      id: undefined,
      type: undefined,
      said: 0,
      hasChildren: false,
      inChildren: false,
    };
    this.records.set(row, NodeColumn.start, this.#prefix.offsetOf(at));
    this.records.set(row, NodeColumn.parent, parent);
    this.records.set(row, NodeColumn.depth, this.#open.length);
    this.records.set(row, NodeColumn.extrasStart, this.extraIndex.rows);
    this.#open.push(this.#node);
    return at + 1;
  }

  #closeNode(at: number): number {
    const { row, id, type, said, hasChildren } = this.#node;
    if (id === undefined || type === undefined) {
      throw new DocumentRefused(`${this.#describe()} has no ${id === undefined ? 'id' : 'type'}.`);
    }
    this.#judgeType(id, type);
    for (const property of impliedProperties(said, type)) this.#prefix.insert(at, property);
    this.records.set(row, NodeColumn.end, this.#prefix.offsetOf(at + 1));
    this.records.set(row, NodeColumn.subtreeEnd, this.records.rows);
    this.records.set(row, NodeColumn.extrasEnd, this.extraIndex.rows);
    if (!hasChildren) {
      this.records.set(row, NodeColumn.extrasBefore, this.extraIndex.rows);
      this.records.set(row, NodeColumn.extrasAfter, this.extraIndex.rows);
    }
    this.#open.pop();
    this.#node = this.#open.at(-1) ?? this.#node;
    return at + 1;
  }

  #judgeType(id: string, type: string): void {
    if (type === 'COMPONENT') this.#refer(this.#entries.components.get(id));
    else if (type === 'COMPONENT_SET') this.#refer(this.#entries.componentSets.get(id));
    else if (!nodeTypes.has(type))
      this.#warn(id, `The node type ${type.slice(0, 100)} is unknown; the node is kept as it came.`);
  }

  /** At a comma, a key or the closing brace of the innermost node. */
  #nextMember(from: number): number {
    const text = this.#text;
    let at = this.#dropSpace(from);
    if (text[at] === 0x7d) return this.#closeNode(at);
    const separator = text[at] === 0x2c ? at : none;
    if (separator !== none) at = skipSpace(text, at + 1);
    const keyEnd = stringEnd(text, at);
    const key = nodeKey(text, at, keyEnd);
    if (key >= NodeKey.geometry) return this.#extra(key, separator === none ? at : separator, at, keyEnd);
    if (separator !== none) this.#prefix.drop(this.#node.written === 0 ? separator : separator + 1, at);
    this.#node.written++;
    return this.#property(key, dropToValue(this.#text, keyEnd, this.#prefix));
  }

  #property(key: number, at: number): number {
    if (key === NodeKey.children) return this.#openChildren(at);
    if (key === NodeKey.id) return this.#id(at);
    if (key === NodeKey.type) return this.#type(at);
    if (key === NodeKey.name) return this.#name(at);
    this.#node.said = alsoSaid(this.#node.said, key, this.#text[at] ?? 0);
    const end = minifyValue(this.#text, at, this.#prefix, this.#note);
    if (key === NodeKey.componentId) this.#refer(this.#stringAt(at, this.#entries.components));
    else if (key === NodeKey.styles && isObjectAt(this.#text, at)) {
      for (const member of members(this.#text, at))
        this.#refer(this.#stringAt(member.start, this.#entries.styles));
    }
    return end;
  }

  #id(at: number): number {
    if (this.#node.id !== undefined) throw new DocumentRefused(`${this.#describe()} gives its id twice.`);
    if (!isStringAt(this.#text, at))
      throw new DocumentRefused(`${this.#describe()} has an id that is not a string.`);
    const end = stringEnd(this.#text, at);
    const id = decodeString(this.#text, at, end);
    if (id === '') throw new DocumentRefused(`${this.#describe()} has an empty id.`);
    this.#node.id = id;
    this.#setSpan(NodeColumn.idStart, at, end);
    return end;
  }

  #type(at: number): number {
    if (this.#node.type !== undefined) throw new DocumentRefused(`${this.#describe()} gives its type twice.`);
    if (!isStringAt(this.#text, at))
      throw new DocumentRefused(`${this.#describe()} has a type that is not a string.`);
    const end = stringEnd(this.#text, at);
    this.#node.type = decodeString(this.#text, at, end);
    this.#setSpan(NodeColumn.typeStart, at, end);
    return end;
  }

  #name(at: number): number {
    if (!isStringAt(this.#text, at)) return minifyValue(this.#text, at, this.#prefix, undefined);
    const end = stringEnd(this.#text, at);
    this.#setSpan(NodeColumn.nameStart, at, end);
    return end;
  }

  #setSpan(startColumn: number, start: number, end: number): void {
    this.records.set(this.#node.row, startColumn, this.#prefix.offsetOf(start));
    this.records.set(this.#node.row, startColumn + 1, this.#prefix.offsetOf(end));
  }

  #openChildren(at: number): number {
    if (this.#node.hasChildren) throw new DocumentRefused(`${this.#describe()} gives its children twice.`);
    if (this.#text[at] !== 0x5b)
      throw new DocumentRefused(`${this.#describe()} has children that are not an array.`);
    this.#node.hasChildren = true;
    this.#node.inChildren = true;
    this.records.set(this.#node.row, NodeColumn.childrenStart, this.#prefix.offsetOf(at + 1));
    this.records.set(this.#node.row, NodeColumn.extrasBefore, this.extraIndex.rows);
    return at + 1;
  }

  /** At a comma, an element or the closing bracket of the innermost node's children. */
  #nextChild(from: number): number {
    let at = this.#dropSpace(from);
    if (this.#text[at] === 0x2c) at = this.#dropSpace(at + 1);
    if (this.#text[at] === 0x7b) return this.#openNode(at);
    if (this.#text[at] !== 0x5d)
      throw new DocumentRefused(`${this.#describe()} has a child that is not an object.`);
    this.records.set(this.#node.row, NodeColumn.childrenEnd, this.#prefix.offsetOf(at));
    this.records.set(this.#node.row, NodeColumn.extrasAfter, this.extraIndex.rows);
    this.#node.inChildren = false;
    return at + 1;
  }

  /** Moves a property from the prefix to the extras; `from` is its comma, or its key where it has none. */
  #extra(key: number, from: number, keyStart: number, keyEnd: number): number {
    const extras = this.#extras;
    const row = this.extraIndex.add();
    this.extraIndex.set(row, ExtraColumn.insertAt, this.#prefix.offsetOf(from));
    this.extraIndex.set(row, ExtraColumn.kind, extraKinds[key]!);
    this.extraIndex.set(row, ExtraColumn.pieceStart, extras.length);
    this.extraIndex.set(row, ExtraColumn.geometryBefore, this.#geometryBytes);
    const before = extras.length;
    // Spliced in front of the first property its comma stands behind it, else before it.
    if (this.#node.written > 0) extras.write(comma);
    extras.begin(this.#text, keyStart);
    const end = minifyMember(this.#text, keyEnd, extras);
    extras.end(end);
    if (this.#node.written === 0) extras.write(comma);
    if (key === NodeKey.geometry) this.#geometryBytes += extras.length - before;
    this.#prefix.drop(from, end);
    return end;
  }

  #dropSpace(at: number): number {
    const end = skipSpace(this.#text, at);
    this.#prefix.drop(at, end);
    return end;
  }

  #stringAt(at: number, numbers: ReadonlyMap<string, number>): number | undefined {
    if (!isStringAt(this.#text, at)) return undefined;
    return numbers.get(decodeString(this.#text, at, stringEnd(this.#text, at)));
  }

  #refer(entry: number | undefined): void {
    if (entry === undefined) return;
    const row = this.refs.add();
    this.refs.set(row, 0, this.#node.row);
    this.refs.set(row, 1, entry);
  }

  #warn(node: string, reason: string): void {
    if (this.warnings.length < maxWarnings) this.warnings.push({ node, reason });
    else this.#unlisted++;
  }

  #closeTables(): void {
    const extra = this.extraIndex.add();
    this.extraIndex.set(extra, ExtraColumn.insertAt, none);
    this.extraIndex.set(extra, ExtraColumn.pieceStart, this.#extras.length);
    this.extraIndex.set(extra, ExtraColumn.geometryBefore, this.#geometryBytes);
    if (this.#unlisted > 0)
      this.warnings.push({ reason: `${this.#unlisted} more nodes of unknown types are kept as they came.` });
  }

  #describe(): string {
    const { id, at } = this.#node;
    return id === undefined ? `The node at byte ${at} of the document` : `The node ${id.slice(0, 100)}`;
  }
}

const extraKinds: Record<number, number> = {
  [NodeKey.geometry]: ExtraKind.geometry,
  [NodeKey.pluginData]: ExtraKind.pluginData,
  [NodeKey.sharedPluginData]: ExtraKind.sharedPluginData,
};
