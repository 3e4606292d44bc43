import { readdir } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { CommandFailed } from '../command.ts';

export interface ImageFile {
  readonly imageRef: string;
  readonly path: string;
}

/**
 * The image fills in a folder: a file is named as its `imageRef`, with or without an ending. Hidden files and
 * folders in it are passed over.
 *
 * @param references those that the document holds; they decide whether an ending belongs to the reference
 * @throws CommandFailed
 */
export async function imagesIn(folder: string, references: ReadonlySet<string>): Promise<ImageFile[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error) => {
    throw new CommandFailed(`The folder of images ${folder} cannot be read.`, { cause: error });
  });
  return entries
    .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => ({
      imageRef: references.has(name) ? name : parse(name).name,
      path: join(folder, name),
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}
