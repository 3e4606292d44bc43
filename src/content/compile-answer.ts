import type { Hashed } from '../blobs/blob-store.ts';
import { compileSnapshot } from '../document/compile-snapshot.ts';
import { DocumentRefused } from '../document/document-refused.ts';
import { release } from '../document/release-bytes.ts';
import { readAnswer } from '../import/importers.ts';
import type { Beside } from './convert-file.ts';
import { writeDurably } from './write-durably.ts';

/** What became of a source; plain data, since it crosses from one thread to another. */
export interface CompileOutcome extends Beside {
  /** Why the source cannot be taken; then the rest says nothing. */
  readonly refusal: string | undefined;
  /** What was written. */
  readonly snapshot?: Hashed;
  readonly nodeCount: number;
  /** What the source calls the file, where it says. */
  readonly name: string | undefined;
  readonly editorType: string | undefined;
}

export interface CompileTask {
  readonly sourcePath: string;
  readonly snapshotPath: string;
  /** Nobody waits for it: whatever else is done goes before. */
  readonly hasTime?: boolean | undefined;
}

/** Writes the snapshot of an answer of the interface, down to the disk. The outcome may refer to its bytes. */
export async function compileAnswer(bytes: Uint8Array, snapshotPath: string): Promise<CompileOutcome> {
  try {
    const { chunks, report, source } = compileSnapshot(readAnswer(bytes));
    const snapshot = await writeDurably(snapshotPath, chunks);
    for (const made of chunks) if (made.buffer !== bytes.buffer) release(made);
    return {
      refusal: undefined,
      snapshot,
      nodeCount: report.nodes,
      name: source.fields.name,
      editorType: source.fields.editorType,
      images: [],
      warnings: report.warnings,
    };
  } catch (error) {
    if (!(error instanceof DocumentRefused)) throw error;
    return refused(error.message);
  }
}

export const refused = (refusal: string): CompileOutcome => ({
  refusal,
  nodeCount: 0,
  name: undefined,
  editorType: undefined,
  images: [],
  warnings: [],
});
