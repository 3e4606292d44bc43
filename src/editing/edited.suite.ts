import { memorySource } from '../document/byte-source.ts';
import { compileSnapshot } from '../document/compile-snapshot.ts';
import { openSnapshot } from '../document/open-snapshot.ts';
import { type Patch, patchList } from '../document/patches.ts';
import { atOnce } from '../document/run-at-once.ts';
import type { Snapshot } from '../document/snapshot.ts';
import { readRestSource } from '../import/rest/read-rest-source.ts';
import type { LayoutTools } from '../variables/follow/layout/lay-out.ts';
import type { Taking } from './apply-operations.ts';
import type { NodeOperation } from './edit.ts';
import { beginEdit, type Edit, endEdit } from './edit-document.ts';
import { patchesOf } from './edited-document.ts';
import { giveLaidOut, layOutDraft } from './lay-out-draft.ts';
import { documentPieces } from './print-document.ts';

const compiled = (json: Uint8Array): Buffer => Buffer.concat(compileSnapshot(readRestSource(json)).chunks);

export const openText = (json: string): Snapshot => openSnapshot(memorySource(compiled(Buffer.from(json))));

export const openAnswer = (answer: object): Snapshot => openText(JSON.stringify(answer));

/** A document with one page. */
export function openNodes(nodes: readonly object[], maps: object = {}): Snapshot {
  const page = { id: '0:1', type: 'CANVAS', name: 'Page', children: nodes };
  return openAnswer({
    document: { id: '0:0', type: 'DOCUMENT', name: 'Document', children: [page] },
    ...maps,
  });
}

export const answerOf = (document: Snapshot) =>
  JSON.parse(textOf(document, document.file({ geometry: true }).pieces(), '}'));

// biome-ignore lint/suspicious/noExplicitAny: a node of an answer
export const nodesOf = (node: any): any[] => [node, ...(node.children ?? []).flatMap(nodesOf)];

export const nodeIn = (document: Snapshot, id: string) =>
  nodesOf(answerOf(document).document).find((node) => node.id === id);

function textOf(
  { source }: Snapshot,
  pieces: Iterable<Uint8Array | { position: number; length: number }>,
  end = '',
): string {
  const bytes = [...pieces].map((piece) =>
    piece instanceof Uint8Array ? piece : Buffer.from(source.read(piece.position, piece.length)),
  );
  return `${Buffer.concat(bytes)}${end}`;
}

/** What lies over documents that were changed where they lie. */
const overlays = new WeakMap<Snapshot, readonly Patch[]>();

function openPatched(document: Snapshot, patches: readonly Patch[]): Snapshot {
  const all = patchList([...(overlays.get(document) ?? []), ...patches]);
  const opened = openSnapshot(document.source, all);
  overlays.set(opened, all.patches);
  return opened;
}

export type Tried = Partial<Taking & Pick<Edit, 'variables'>> & { readonly tools?: LayoutTools };

/** Changes a document, and opens it as it would be stored. */
export function edited(document: Snapshot, operations: readonly NodeOperation[], tried: Tried = {}) {
  const { tools, ...more } = tried;
  const taking = { asGiven: false, isTrusted: false, overrides: true, ...more };
  const { draft, ids, layout } = atOnce(beginEdit(document, { operations, session: 77, ...taking }));
  if (tools !== undefined) atOnce(giveLaidOut(draft, atOnce(layOutDraft(draft, layout, tools))));
  const { others, changed } = atOnce(endEdit(draft, taking));
  const patches = atOnce(patchesOf(draft, others));
  const after =
    patches === undefined
      ? openSnapshot(memorySource(compiled(Buffer.from(textOf(document, documentPieces(draft, others))))))
      : openPatched(document, patches);
  return { after, ids, changed, notes: draft.notes, isPatched: patches !== undefined };
}
