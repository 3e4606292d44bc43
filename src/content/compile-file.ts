import { readFile, rm } from 'node:fs/promises';
import type { FileKey } from '../contract/branded-ids.ts';
import { converterOf } from '../import/importers.ts';
import { type CompileOutcome, type CompileTask, compileAnswer, refused } from './compile-answer.ts';
import { type Beside, convertBytes } from './convert-file.ts';

/** Where the answer lies that a design of another format becomes on its way to a snapshot. */
export const answerPathOf = (snapshotPath: string): string => `${snapshotPath}.answer`;

/**
 * Reads a design from one file, and writes its snapshot and its images into others, down to the disk; all in this
 * thread.
 *
 * @param fileKey of the file that the design is for, where it is known
 */
export async function compileFile(
  { sourcePath, snapshotPath }: CompileTask,
  fileKey?: FileKey,
): Promise<CompileOutcome> {
  const bytes = await readFile(sourcePath);
  if (converterOf(bytes) === undefined) return compileAnswer(bytes, snapshotPath);
  const answerPath = answerPathOf(snapshotPath);
  try {
    const converted = await convertBytes(bytes, { sourcePath, answerPath, fileKey });
    if (converted.refusal !== undefined) return refused(converted.refusal);
    return withBeside(await compileAnswer(await readFile(answerPath), snapshotPath), converted);
  } finally {
    await rm(answerPath, { force: true });
  }
}

/** An answer's outcome with what the design of another format held that it was made of. */
export const withBeside = (
  outcome: CompileOutcome,
  { changedAt, companions, images, warnings }: Beside,
): CompileOutcome => ({
  ...outcome,
  changedAt,
  companions,
  images,
  warnings: [...warnings, ...outcome.warnings],
});
