import type { Change } from '../change.ts';
import type { FileKey } from '../contract/branded-ids.ts';
import { ApiError, badRequest } from '../errors.ts';
import { type AttachedFile, openAttached } from './attached-dev-resources.ts';

const mostOfBatch = 1000;

/** Opens files, each once; one that is refused is refused to all that name it. */
export type OpenAttached = (fileKey: FileKey) => Promise<AttachedFile>;

export function attachedFiles(change: Change): OpenAttached {
  const files = new Map<FileKey, Promise<AttachedFile>>();
  return (key) => {
    const file = files.get(key) ?? openAttached(change, key);
    files.set(key, file);
    return file;
  };
}

/** A part of a batch that was left out, and why. */
interface Refused<Part> {
  readonly part: Part;
  readonly sentence: string;
}

export interface Batch<Part, Done> {
  readonly done: Done[];
  readonly refused: Refused<Part>[];
}

/**
 * Does one part of a batch after the other; what is wrong with one leaves the others as they are.
 * @throws ApiError 400 for too many
 */
export async function inParts<Part, Done>(
  parts: readonly Part[],
  work: (part: Part) => Promise<Done>,
): Promise<Batch<Part, Done>> {
  if (parts.length > mostOfBatch) {
    throw badRequest(`"dev_resources" holds ${parts.length} entries; ${mostOfBatch} are taken at once.`);
  }
  const done: Done[] = [];
  const refused: Refused<Part>[] = [];
  for (const part of parts) {
    try {
      done.push(await work(part));
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      refused.push({ part, sentence: error.message });
    }
  }
  return { done, refused };
}
