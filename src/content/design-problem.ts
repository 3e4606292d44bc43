import { openFileSource } from '../blobs/file-source.ts';
import { patchesProblem } from '../document/patches-problem.ts';
import { snapshotProblem } from '../document/snapshot-problem.ts';
import { openTables, SnapshotUnreadable } from '../document/snapshot-tables.ts';
import { readRestSource } from '../import/rest/read-rest-source.ts';
import { overlayAt } from './snapshot-shelf.ts';

/** The files of a stored design; of one that is a difference that of its base, which is held by itself. */
export interface DesignFiles {
  readonly path: string;
  readonly overlayPath?: string;
}

/** Why a design that somebody else may have compiled can not be believed; undefined where it can. */
export function designProblem({ path, overlayPath }: DesignFiles): string | undefined {
  const source = openFileSource(path);
  try {
    if (overlayPath === undefined) return snapshotProblem(source, readRestSource);
    const patches = overlayAt(overlayPath)?.patches;
    return patchesProblem(openTables(source, patches));
  } catch (error) {
    if (error instanceof SnapshotUnreadable) return error.message;
    throw error;
  } finally {
    source.close();
  }
}
