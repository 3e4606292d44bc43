import { readInPages } from '../document/read-in-pages.ts';
import type { Snapshot } from '../document/snapshot.ts';
import type { ShelvedSnapshot } from './snapshot-shelf.ts';
import {
  linksOfComponents,
  type TextsByPlace,
  textKeys,
  textsOfNode,
  type WrittenText,
} from './written-texts.ts';

/** A text that a version of a document has and the one before had not, or the other way round. */
export interface TextChange extends WrittenText {
  readonly action: 'insert' | 'update' | 'delete';
}

/** Units of UTF-16 that are told of a text. */
const mostOfText = 10_000;

type Document = Pick<ShelvedSnapshot, 'snapshot' | 'base'>;
type Steps = Generator<TextChange | undefined, void>;
type Indexes = Iterable<number | undefined>;

const noTexts: TextsByPlace = new Map();

/**
 * How the texts of a document differ from those of the version before; without one all are new. The same two
 * documents have the same changes in the same order. Undefined is a step that found none, for whoever yields
 * between steps. What it holds follows the number of nodes with texts, not their length.
 */
export function* textChanges(before: Document | undefined, after: Document): Steps {
  const [was, is] = [before && readInPages(before.snapshot), readInPages(after.snapshot)];
  if (was === undefined) {
    yield* changesOfNodes(undefined, is, is.nodesSaying(textKeys));
  } else if (before?.base === after.base) {
    // What two overlays of one base patch are nodes of both, at the same places.
    yield* changesOfNodes(was, is, patched(was, is));
    return;
  } else {
    yield* changesAndEnds(was, is, [was.nodesSaying(textKeys), is.nodesSaying(textKeys)]);
  }
  yield* changesOfLinks(was, is);
}

function* patched(...documents: readonly Snapshot[]): Generator<number | undefined> {
  const seen = new Set<number>();
  for (const document of documents) {
    for (const index of document.patchedNodes()) {
      yield seen.has(index) ? undefined : index;
      seen.add(index);
    }
  }
}

function* changesAndEnds(before: Snapshot, after: Snapshot, [was, is]: readonly [Indexes, Indexes]): Steps {
  const compared = new Set<number>();
  yield* changesOfNodes(before, after, is, compared);
  yield* endsOfNodes(before, was, compared);
}

/** What the nodes of a document say otherwise than before; `compared` collects the nodes that they were then. */
function* changesOfNodes(
  before: Snapshot | undefined,
  after: Snapshot,
  indexes: Indexes,
  compared?: Set<number>,
): Steps {
  for (const index of indexes) {
    yield;
    if (index === undefined) continue;
    const old = before?.find(after.node(index).id);
    if (old !== undefined) compared?.add(old);
    const said = before === undefined || old === undefined ? noTexts : textsOfNode(before, old);
    yield* changesOf(said, textsOfNode(after, index));
  }
}

/** What nodes said that are gone, or that have nothing to say it with. */
function* endsOfNodes(before: Snapshot, indexes: Indexes, compared: ReadonlySet<number>): Steps {
  for (const index of indexes) {
    yield;
    if (index !== undefined && !compared.has(index)) yield* changesOf(textsOfNode(before, index), noTexts);
  }
}

function* changesOfLinks(before: Snapshot | undefined, after: Snapshot): Steps {
  const said = yield* linksById(before);
  const now = yield* linksById(after);
  for (const [id, links] of now) yield* changesOf(said.get(id) ?? noTexts, links);
  for (const [id, links] of said) if (!now.has(id)) yield* changesOf(links, noTexts);
}

/** A component that is given twice counts as it is the last time. */
function* linksById(document: Snapshot | undefined): Generator<undefined, Map<string, TextsByPlace>> {
  const found = new Map<string, TextsByPlace>();
  for (const [id, links] of document === undefined ? [] : linksOfComponents(document)) {
    yield;
    if (links.size > 0) found.set(id, links);
    else found.delete(id);
  }
  return found;
}

function* changesOf(before: TextsByPlace, after: TextsByPlace): Generator<TextChange, void> {
  for (const [place, now] of after) {
    const old = before.get(place);
    if (old?.text !== now.text) yield change(now, old === undefined ? 'insert' : 'update');
  }
  for (const [place, old] of before) if (!after.has(place)) yield change(old, 'delete');
}

/** The text is cut between characters, and without the one character that a database may refuse. */
function change({ type, nodeId, text }: WrittenText, action: TextChange['action']): TextChange {
  const cut = text.length > mostOfText ? text.slice(0, mostOfText).replace(/[\ud800-\udbff]$/, '') : text;
  return { type, nodeId, action, text: cut.toWellFormed().replaceAll('\0', '') };
}
