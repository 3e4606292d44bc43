import type { ByteSource } from '../document/byte-source.ts';
import { type Patch, type PatchDifference, type PatchList, patchDifferences } from '../document/patches.ts';
import { readInPages } from '../document/read-in-pages.ts';
import type { Snapshot } from '../document/snapshot.ts';
import { nodeWords, saysWords } from './node-words.ts';

/** A document, and how it differs from its base. */
interface PatchedDocument {
  readonly snapshot: Snapshot;
  readonly patches: PatchList;
}

/**
 * Rows of the nodes that are found by other words than in the document before, which has the same base; some may come
 * that are not, and some repeatedly. Undefined is a step that found none. It follows the number of patches, and reads
 * the values alone that they put or take the place of.
 */
export function* rowsWithOtherWords(
  before: PatchedDocument,
  after: PatchedDocument,
): Generator<number | undefined, void> {
  const { source, patchedNode } = readInPages(after.snapshot);
  for (const difference of patchDifferences(before.patches, after.patches))
    yield difference !== undefined && saysOther(source, difference)
      ? patchedNode((difference.before ?? difference.after) as Patch)
      : undefined;
}

/** Where it is not to be told from the values alone it counts as other. */
function saysOther(source: ByteSource, { before, after }: PatchDifference): boolean {
  const { position, length } = (before ?? after) as Patch;
  if (length === 0) return areOther(`{${added(before)}}`, `{${added(after)}}`);
  const key = keyBefore(source, position);
  if (key === undefined) return true;
  if (!saysWords(key)) return false;
  const [was, is] = [before, after].map((patch) => textOf(patch?.bytes ?? source.read(position, length)));
  return areOther(`{"${key}":${was}}`, `{"${key}":${is}}`);
}

/** Properties that a node got stand before its others, with a comma behind them. */
const added = (patch: Patch | undefined): string =>
  patch === undefined ? '' : textOf(patch.bytes).slice(0, -1);

/** Longer than any name of a property that says words. */
const longestKey = 40;

/** The name of the property whose value begins there; undefined for one that has to be read to be known. */
function keyBefore(source: ByteSource, position: number): string | undefined {
  const text = textOf(source.read(position - longestKey, longestKey));
  return /[{,]"([A-Za-z]+)":$/.exec(text)?.[1];
}

const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();

/** Others wait while one is read. */
const longest = 64 * 1024;

/** Whether nodes are found by other words that say only this. */
function areOther(was: string, is: string): boolean {
  if (Math.max(was.length, is.length) > longest) return true;
  try {
    return wordsOf(was) !== wordsOf(is);
  } catch (error) {
    if (error instanceof SyntaxError) return true;
    throw error;
  }
}

const noKeys = new Map<string, string>();
const wordsOf = (said: string): string => JSON.stringify(nodeWords(JSON.parse(said), noKeys));
