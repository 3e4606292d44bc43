import { BindingList } from './bindings.ts';
import { DocumentRefused } from './document-refused.ts';
import type { DocumentWarning } from './document-source.ts';
import { alsoSaid, impliedProperties } from './implied-properties.ts';
import { decodeString, isObjectAt, isStringAt, members, stringEnd } from './json-spans.ts';
import { walkColon, walkComma, walkSpace, walkString } from './json-tokens.ts';
import { ARRAY, OBJECT, OpenContainers, type Walk, walkValue } from './json-walk.ts';
import { Mention, MentionColumn, type MentionedMap, mentionColumns } from './mentions.ts';
import { NodeKey, nodeKey } from './node-keys.ts';
import { nodeTypes, typeAt } from './node-types.ts';
import type { NotedKind } from './noted-strings.ts';
import { RowTable } from './row-table.ts';
import { ExtraColumn, ExtraKind, extraColumns, NodeColumn, nodeColumns, none } from './snapshot-layout.ts';
import type { SpanWriter } from './span-writer.ts';

const comma = Buffer.from(',');

/** A node whose closing brace has not been reached. */
interface OpenNode {
  readonly row: number;
  /** Offset of its brace in the document's text. */
  readonly at: number;
  /** Properties so far. */
  given: number;
  /** Those of them that are written to the prefix. */
  written: number;
  /** Offset of the id's token in the document's text; 0 where there is none yet. */
  idAt: number;
  type: string | undefined;
  /** By its properties, for those it means without giving them. */
  said: number;
  hasChildren: boolean;
  inChildren: boolean;
  children: number;
}

export interface Tree {
  readonly records: RowTable;
  readonly extraIndex: RowTable;
  /** Which nodes mention which entries of the maps beside the document, in the order found. */
  readonly mentions: RowTable;
  readonly imageRefs: ReadonlySet<string>;
  readonly bindings: BindingList;
  readonly warnings: readonly DocumentWarning[];
  /** Where the document ends in its text. */
  readonly end: number;
}

/** More than any node or entry has: who reads or changes one goes through all its properties, and all of a map in it. */
export const mostProperties = 10_000;
const mostEntries = 100_000;

/** Reports of single nodes beyond these are counted, not listed. */
const maxWarnings = 1000;

/**
 * Copies a document's tree into the prefix, what it leaves out into the extras, and writes down where everything lies.
 * One pass, no recursion: open nodes are a list. It checks the grammar of the text on the way, as far as the document
 * reaches.
 *
 * @throws DocumentRefused when the tree is not one of nodes, or the text is no JSON
 */
export class TreeCompiler {
  readonly records: RowTable;
  readonly extraIndex: RowTable;
  readonly mentions = new RowTable(mentionColumns, 1024);
  readonly imageRefs = new Set<string>();
  readonly bindings = new BindingList();
  readonly warnings: DocumentWarning[] = [];
  end = 0;

  readonly #text: Uint8Array;
  readonly #prefix: SpanWriter;
  readonly #extras: SpanWriter;
  readonly #asIs: boolean;
  readonly #open: OpenNode[] = [];
  readonly #walk: Walk;
  readonly #extraWalk: Walk;
  #node: OpenNode;
  #geometryBytes = 0;
  #unlisted = 0;

  /** @param asIs whether nodes are left without what they mean and do not say */
  constructor(text: Uint8Array, prefix: SpanWriter, extras: SpanWriter, asIs = false) {
    this.#text = text;
    this.#prefix = prefix;
    this.#extras = extras;
    this.#asIs = asIs;
    const expectedNodes = Math.ceil(text.length / 1000);
    this.records = new RowTable(nodeColumns, expectedNodes);
    this.extraIndex = new RowTable(extraColumns, expectedNodes);
    this.#node = newNode(0, 0);
    const open = new OpenContainers(mostEntries);
    const note = (kind: NotedKind, start: number, end: number) => this.#note(kind, start, end);
    this.#walk = { open, writer: prefix, note };
    this.#extraWalk = { open, writer: extras };
  }

  /** @param levels objects that the document stands in */
  compile(levels = 0): Tree {
    const start = walkSpace(this.#text, 0, undefined);
    if (!isObjectAt(this.#text, start)) throw new DocumentRefused('A node is not an object.');
    for (let level = 0; level < levels; level++) this.#walk.open.push(OBJECT, start);
    this.#prefix.begin(this.#text, start);
    let at = this.#openNode(start);
    while (this.#open.length > 0) at = this.#node.inChildren ? this.#nextChild(at) : this.#nextMember(at);
    this.#prefix.end(at);
    this.end = at;
    this.#closeTables();
    return this;
  }

  #note(kind: NotedKind, start: number, end: number): void {
    if (kind === 'styleId') this.#mention(Mention.style, start);
    else if (kind === 'imageRef') this.imageRefs.add(decodeString(this.#text, start, end));
    else this.bindings.add(decodeString(this.#text, start, end), this.#node.row);
  }

  #openNode(at: number): number {
    const row = this.records.add();
    const parent = this.#open.length > 0 ? this.#node.row : none;
    this.#node = newNode(row, at);
    this.#walk.open.push(OBJECT, at);
    this.records.set(row, NodeColumn.start, this.#prefix.offsetOf(at));
    this.records.set(row, NodeColumn.parent, parent);
    this.records.set(row, NodeColumn.depth, this.#open.length);
    this.records.set(row, NodeColumn.extrasStart, this.extraIndex.rows);
    this.#open.push(this.#node);
    return at + 1;
  }

  #closeNode(at: number): number {
    const { row, idAt, type, said, hasChildren } = this.#node;
    if (idAt === 0 || type === undefined) {
      throw new DocumentRefused(`${this.#describe()} has no ${idAt === 0 ? 'id' : 'type'}.`);
    }
    this.#judgeType(idAt, type);
    if (!this.#asIs) for (const property of impliedProperties(said, type)) this.#prefix.insert(at, property);
    this.records.set(row, NodeColumn.end, this.#prefix.offsetOf(at + 1));
    this.records.set(row, NodeColumn.subtreeEnd, this.records.rows);
    this.records.set(row, NodeColumn.extrasEnd, this.extraIndex.rows);
    if (!hasChildren) {
      this.records.set(row, NodeColumn.extrasBefore, this.extraIndex.rows);
      this.records.set(row, NodeColumn.extrasAfter, this.extraIndex.rows);
    }
    this.#walk.open.pop();
    this.#open.pop();
    this.#node = this.#open.at(-1) ?? this.#node;
    return at + 1;
  }

  #judgeType(idAt: number, type: string): void {
    if (type === 'COMPONENT') this.#mention(Mention.component, idAt);
    else if (type === 'COMPONENT_SET') this.#mention(Mention.componentSet, idAt);
    else if (!nodeTypes.has(type))
      this.#warn(idAt, `The node type ${type.slice(0, 100)} is unknown; the node is kept as it came.`);
  }

  /** At the first key, a comma or the closing brace of the innermost node. */
  #nextMember(from: number): number {
    const text = this.#text;
    const node = this.#node;
    let at = walkSpace(text, from, this.#prefix);
    if (text[at] === 0x7d) return this.#closeNode(at);
    const separator = node.given++ === 0 ? none : at;
    if (node.given > mostProperties)
      throw new DocumentRefused(`${this.#describe()} has more than ${mostProperties} properties.`);
    if (separator !== none) at = walkComma(text, at);
    const keyEnd = walkString(text, at);
    const key = nodeKey(text, at, keyEnd);
    if (key >= NodeKey.geometry) return this.#extra(key, separator === none ? at : separator, at, keyEnd);
    if (separator !== none) this.#prefix.drop(node.written === 0 ? separator : separator + 1, at);
    node.written++;
    return this.#property(key, walkColon(text, keyEnd, this.#prefix));
  }

  #property(key: number, at: number): number {
    if (key === NodeKey.children) return this.#openChildren(at);
    if (key === NodeKey.id) return this.#id(at);
    if (key === NodeKey.type) return this.#type(at);
    if (key === NodeKey.name) return this.#name(at);
    this.#node.said = alsoSaid(this.#node.said, key, this.#text[at] ?? 0);
    if (isStringAt(this.#text, at)) {
      if (key === NodeKey.componentId) this.#mention(Mention.component, at);
      return walkString(this.#text, at);
    }
    const end = walkValue(this.#text, at, this.#walk);
    if (key === NodeKey.styles && isObjectAt(this.#text, at))
      for (const { start } of members(this.#text, at))
        if (isStringAt(this.#text, start)) this.#mention(Mention.style, start);
    return end;
  }

  #id(at: number): number {
    if (this.#node.idAt !== 0) throw new DocumentRefused(`${this.#describe()} gives its id twice.`);
    if (!isStringAt(this.#text, at))
      throw new DocumentRefused(`${this.#describe()} has an id that is not a string.`);
    const end = walkString(this.#text, at);
    if (end === at + 2) throw new DocumentRefused(`${this.#describe()} has an empty id.`);
    this.#node.idAt = at;
    this.#setSpan(NodeColumn.idStart, at, end);
    return end;
  }

  #type(at: number): number {
    if (this.#node.type !== undefined) throw new DocumentRefused(`${this.#describe()} gives its type twice.`);
    if (!isStringAt(this.#text, at))
      throw new DocumentRefused(`${this.#describe()} has a type that is not a string.`);
    const end = walkString(this.#text, at);
    this.#node.type = typeAt(this.#text, at, end);
    this.#setSpan(NodeColumn.typeStart, at, end);
    return end;
  }

  #name(at: number): number {
    if (!isStringAt(this.#text, at)) return walkValue(this.#text, at, { ...this.#walk, note: undefined });
    const end = walkString(this.#text, at);
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
    this.#walk.open.push(ARRAY, at);
    this.#node.hasChildren = true;
    this.#node.inChildren = true;
    this.records.set(this.#node.row, NodeColumn.childrenStart, this.#prefix.offsetOf(at + 1));
    this.records.set(this.#node.row, NodeColumn.extrasBefore, this.extraIndex.rows);
    return at + 1;
  }

  /** At the first element, a comma or the closing bracket of the innermost node's children. */
  #nextChild(from: number): number {
    const text = this.#text;
    let at = walkSpace(text, from, this.#prefix);
    if (text[at] === 0x5d) return this.#closeChildren(at);
    if (this.#node.children++ > 0) {
      const child = walkComma(text, at);
      this.#prefix.drop(at + 1, child);
      at = child;
    }
    if (isObjectAt(text, at)) return this.#openNode(at);
    throw new DocumentRefused(`${this.#describe()} has a child that is not an object.`);
  }

  #closeChildren(at: number): number {
    this.records.set(this.#node.row, NodeColumn.childrenEnd, this.#prefix.offsetOf(at));
    this.records.set(this.#node.row, NodeColumn.extrasAfter, this.extraIndex.rows);
    this.#node.inChildren = false;
    this.#walk.open.pop();
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
    const end = walkValue(this.#text, walkColon(this.#text, keyEnd, extras), this.#extraWalk);
    extras.end(end);
    if (this.#node.written === 0) extras.write(comma);
    if (key === NodeKey.geometry) this.#geometryBytes += extras.length - before;
    this.#prefix.drop(from, end);
    return end;
  }

  /** Notes that the node mentions an entry, whose id is the string at `at`. */
  #mention(map: MentionedMap, at: number): void {
    const row = this.mentions.add();
    this.mentions.set(row, MentionColumn.node, this.#node.row);
    this.mentions.set(row, MentionColumn.map, map);
    this.mentions.set(row, MentionColumn.at, at);
  }

  #warn(idAt: number, reason: string): void {
    if (this.warnings.length < maxWarnings)
      this.warnings.push({ node: decodeString(this.#text, idAt, stringEnd(this.#text, idAt)), reason });
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
    const { idAt, at } = this.#node;
    if (idAt === 0) return `The node at byte ${at} of the document`;
    return `The node ${decodeString(this.#text, idAt, stringEnd(this.#text, idAt)).slice(0, 100)}`;
  }
}

function newNode(row: number, at: number): OpenNode {
  return {
    row,
    at,
    given: 0,
    written: 0,
    idAt: 0,
    type: undefined,
    said: 0,
    hasChildren: false,
    inChildren: false,
    children: 0,
  };
}

const extraKinds: Record<number, number> = {
  [NodeKey.geometry]: ExtraKind.geometry,
  [NodeKey.pluginData]: ExtraKind.pluginData,
  [NodeKey.sharedPluginData]: ExtraKind.sharedPluginData,
  [NodeKey.glyphs]: ExtraKind.glyphs,
};
