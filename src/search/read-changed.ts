import { runYielding } from '../content/yielding.ts';
import { endUnsearched, keepUnsearched } from '../files/unsearched-files-store.ts';
import type { IndexBlock } from '../words/index-blocks.ts';
import { rowsWithOtherWords } from '../words/other-words.ts';
import { blocksOfFile, type FileToRead, type SearchParts } from './blocks-of-file.ts';
import {
  blocksBetween,
  deleteBlocks,
  insertBlocks,
  type KeptBlock,
  readState,
  setGeneration,
} from './search-blocks-store.ts';
import { inTime, joinSome } from './write-blocks.ts';

type ReadState = NonNullable<Awaited<ReturnType<typeof readState>>>;

/** What is written at once. Others wait for that meanwhile. */
const most = { blocks: 16, characters: 256 * 1024, nodes: 1024 };

/**
 * Reads the blocks alone that have nodes with other words than when the file was read last, and puts them in the place
 * of those before; false where the file is to be read anew. All at once: what was read is that of one design or of the
 * other.
 *
 * @throws ReadingLost
 */
export async function readChanged(parts: SearchParts, toRead: FileToRead): Promise<boolean> {
  const { database, clock } = parts;
  const { taken, file } = toRead;
  const { fileKey } = taken;
  const read = await readState(database, fileKey);
  const old = read && (await changedBlocks(parts, toRead, read));
  const blocks = old && (await readAgain(parts, toRead, old));
  if (read === undefined || old === undefined || blocks === undefined) return false;
  const { generation } = read;
  await inTime(database, async (transaction) => {
    await keepUnsearched({ transaction, at: clock.now() }, taken);
    if (blocks.length > 0) await insertBlocks(transaction, { fileKey, generation }, blocks);
    // Ids of SQLite are those of rows that are there: what came later has to have greater ones.
    const ids = old.map(({ id }) => id);
    await deleteBlocks(transaction, ids);
    const { snapshot, name } = file;
    await setGeneration(transaction, { file_key: fileKey, generation, snapshot, name });
    await endUnsearched(transaction, taken);
  });
  if (blocks.length > 0) await joinSome(database);
  return true;
}

/** The blocks that have to be read again; undefined where these are too many, or are not known. */
async function changedBlocks(
  { database, snapshots }: SearchParts,
  { taken, file, document, signal }: FileToRead,
  read: ReadState,
): Promise<readonly KeptBlock[] | undefined> {
  if ((read.base ?? read.snapshot) !== document.base) return undefined;
  // It is kept for nobody any more, so it may be gone.
  const before = await snapshots.open(read.snapshot).catch(() => undefined);
  if (before === undefined) return undefined;
  const rows = await runYielding(someOf(rowsWithOtherWords(before, document)), signal);
  if (read.name !== file.name) rows?.add(0);
  if (rows === undefined || rows.size === 0) return rows && [];
  const [first, last] = [Math.min(...rows), Math.max(...rows)];
  const { fileKey } = taken;
  const between = await blocksBetween(database, { fileKey, generation: read.generation }, { first, last });
  return blocksWith(between, rows);
}

/** Undefined where they are too many. */
function* someOf(rows: Generator<number | undefined, void>): Generator<void, Set<number> | undefined> {
  const found = new Set<number>();
  for (const row of rows) {
    if (row !== undefined) found.add(row);
    if (found.size > most.nodes) return undefined;
    yield;
  }
  return found;
}

function blocksWith(
  blocks: readonly KeptBlock[],
  rows: ReadonlySet<number>,
): readonly KeptBlock[] | undefined {
  const wanted = new Set<KeptBlock>();
  for (const row of rows) {
    const block = blocks.find(({ first, end }) => first <= row && row < end);
    if (block === undefined) return undefined;
    wanted.add(block);
    if (wanted.size > most.blocks) return undefined;
  }
  return [...wanted];
}

/** What stands in the place of some blocks; undefined where that is too much. */
async function readAgain(
  { database, clock }: SearchParts,
  toRead: FileToRead,
  old: readonly KeptBlock[],
): Promise<readonly IndexBlock[] | undefined> {
  const made: IndexBlock[] = [];
  let characters = 0;
  for (const { first, end } of old) {
    await inTime(database, (transaction) => keepUnsearched({ transaction, at: clock.now() }, toRead.taken));
    for await (const blocks of blocksOfFile(toRead, { from: first, end })) {
      for (const block of blocks) {
        characters += block.words.length;
        made.push(block);
      }
      if (characters > most.characters) return undefined;
    }
  }
  return made;
}
