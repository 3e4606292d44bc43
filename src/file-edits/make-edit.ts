import { Readable } from 'node:stream';
import { documentBody } from '../content/byte-body.ts';
import { storePatched } from '../content/patched-content.ts';
import type { PreparedDesign } from '../content/prepare-design.ts';
import type { ShelvedSnapshot } from '../content/snapshot-shelf.ts';
import { runYielding } from '../content/yielding.ts';
import type { Context } from '../context.ts';
import { type FileKey, type NodeId, organizationIdOf } from '../contract/branded-ids.ts';
import type { EditNote, NodeOperation } from '../editing/edit.ts';
import { beginEdit, type EndedEdit, endEdit } from '../editing/edit-document.ts';
import { patchesOf } from '../editing/edited-document.ts';
import { giveLaidOut, layOutDraft } from '../editing/lay-out-draft.ts';
import { documentPieces } from '../editing/print-document.ts';
import { fontSet } from '../images/font-set.ts';
import type { Party } from '../processes/turns.ts';
import type { VariablesState } from '../variables/state.ts';

interface DocumentEdit {
  readonly document: ShelvedSnapshot;
  readonly fileKey: FileKey;
  readonly operations: readonly NodeOperation[];
  readonly asGiven: boolean;
  readonly isTrusted?: boolean | undefined;
  readonly variables: VariablesState;
  /** Ends the work where nobody waits for it any more. */
  readonly signal: AbortSignal;
}

/** A changed document that is stored and belongs to no version yet. */
export interface MadeEdit {
  /** Absent where nothing is another than before. */
  readonly content: PreparedDesign['content'];
  readonly ids: ReadonlyMap<number, NodeId>;
  readonly changed: number;
  readonly notes: readonly EditNote[];
}

/**
 * Changes a document and stores it: as the difference from what it was where that says it, else as a whole.
 * @throws EditRefused
 */
export async function makeEdit(
  context: Context,
  party: Party,
  { document, fileKey, operations, asGiven, isTrusted = false, variables, signal }: DocumentEdit,
): Promise<MadeEdit> {
  const session = 100_000 + Number.parseInt(context.ids.libraryKey().slice(0, 7), 16);
  const taking = { asGiven, isTrusted, overrides: !isTrusted };
  const edit = { operations, session, variables, ...taking };
  const { draft, ids, layout } = await runYielding(beginEdit(document.snapshot, edit), signal);
  if (layout.roots.length > 0) {
    const { files } = await fontSet(context, organizationIdOf(party.organization));
    const { layOutWithFonts } = await import('../content/lay-out-with-fonts.ts');
    const laidOut = await layOutWithFonts(files, (tools) =>
      runYielding(layOutDraft(draft, layout, tools), signal),
    );
    await runYielding(giveLaidOut(draft, laidOut), signal);
  }
  const ended = await runYielding(endEdit(draft, taking), signal);
  const { changed } = ended;
  const content = changed === 0 ? undefined : await storeEdit(context, party, { document, fileKey, ended });
  return { content, ids, changed, notes: draft.notes };
}

interface StoredEdit {
  readonly document: ShelvedSnapshot;
  readonly fileKey: FileKey;
  readonly ended: EndedEdit;
}

async function storeEdit(
  context: Context,
  party: Party,
  { document, fileKey, ended }: StoredEdit,
): Promise<NonNullable<PreparedDesign['content']>> {
  const { draft, others } = ended;
  const patches = await runYielding(patchesOf(draft, others));
  if (patches !== undefined) {
    const stored = await storePatched(context.blobs, document, patches);
    const { nodeCount } = document.snapshot;
    return { ...stored, nodeCount, warnings: [], images: [], name: undefined, editorType: undefined };
  }
  const pieces = () => documentPieces(draft, others);
  const body = documentBody({ sizeBytes: 0, nodeCount: 0, pieces }, document, nothing, nothing);
  const stream = Readable.from(copies(body.chunks()), { objectMode: false });
  const compiled = await context.compileContent({ stream, fileKey }, party);
  return { ...compiled, editorType: undefined };
}

const nothing = Buffer.alloc(0);

/** Chunks are lent, and a stream reads ahead. */
async function* copies(chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) yield Buffer.from(chunk);
}
