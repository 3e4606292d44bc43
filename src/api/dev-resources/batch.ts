import type { Kysely } from 'kysely';
import type { Caller } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import type { Tables } from '../../database/tables.ts';
import { type AttachedFile, openAttached } from '../../dev-mode/attached-store.ts';
import { ApiError, badRequest } from '../../errors.ts';

const mostOfBatch = 1000;

/** Opens the files of a batch, each once; one that is refused is refused to all parts that name it. */
export function filesOfBatch(
  transaction: Kysely<Tables>,
  context: Context,
  caller: Caller,
): (key: string) => Promise<AttachedFile> {
  const files = new Map<string, Promise<AttachedFile>>();
  return (key) => {
    const file = files.get(key) ?? openAttached(transaction, context, caller, key);
    files.set(key, file);
    return file;
  };
}

/** A part of a batch that was left out, and why. */
interface Refused<Part> {
  readonly part: Part;
  readonly sentence: string;
}

/**
 * Does one part of a batch after the other; what is wrong with one leaves the others as they are.
 * @throws ApiError 400 for too many
 */
export async function inParts<Part, Done>(
  parts: readonly Part[],
  work: (part: Part) => Promise<Done>,
): Promise<{ done: Done[]; refused: Refused<Part>[] }> {
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
