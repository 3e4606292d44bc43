import { open, readFile } from 'node:fs/promises';
import { steadyWrites } from '../blobs/steady-writes.ts';
import { compileSnapshot } from '../document/compile-snapshot.ts';
import { DocumentRefused } from '../document/document-refused.ts';
import type { Companions, DocumentWarning } from '../document/document-source.ts';
import { readSource } from '../import/importers.ts';

/** What became of a source; plain data, since it crosses from one thread to another. */
export interface CompileOutcome {
  /** Why the source cannot be taken; then the rest says nothing. */
  readonly refusal: string | undefined;
  readonly nodeCount: number;
  /** What the source calls the file, where it says. */
  readonly name: string | undefined;
  readonly editorType: string | undefined;
  readonly warnings: readonly DocumentWarning[];
  /** What the source holds beside the document. */
  readonly companions?: Companions | undefined;
}

/** Reads a source from one file and writes its snapshot into another, down to the disk. */
export async function compileFile(sourcePath: string, snapshotPath: string): Promise<CompileOutcome> {
  try {
    const source = readSource(await readFile(sourcePath));
    const { chunks, report } = compileSnapshot(source);
    await writeDurably(snapshotPath, chunks);
    return {
      refusal: undefined,
      nodeCount: report.nodes,
      name: source.fields.name,
      editorType: source.fields.editorType,
      warnings: report.warnings,
      companions: source.companions,
    };
  } catch (error) {
    if (!(error instanceof DocumentRefused)) throw error;
    return { refusal: error.message, nodeCount: 0, name: undefined, editorType: undefined, warnings: [] };
  }
}

async function writeDurably(path: string, chunks: readonly Uint8Array[]): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    const write = steadyWrites(file);
    for (const chunk of chunks) await write(chunk);
    await file.sync();
  } finally {
    await file.close();
  }
}
