import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FileSource, openFileSource } from '../../blobs/file-source.ts';
import type { Variables } from '../../compare/variable-changes.ts';
import { compileFile } from '../../content/compile-file.ts';
import type { UnpackedImage } from '../../content/convert-file.ts';
import { fileKeyOf } from '../../contract/branded-ids.ts';
import { openSnapshot } from '../../document/open-snapshot.ts';
import type { Snapshot } from '../../document/snapshot.ts';
import type { FontSet } from '../../images/font-set.ts';
import { CommandFailed, type CommandIo } from '../command.ts';
import { givenFonts } from '../render/given-fonts.ts';
import { givenImages } from '../render/given-images.ts';

/** Absolute paths. */
export interface DesignPaths {
  readonly before: string;
  readonly after: string;
  readonly images: string | undefined;
  readonly fonts: string | undefined;
}

export interface OpenedDesign {
  readonly snapshot: Snapshot;
  /** Of the snapshot. */
  readonly path: string;
  /** Where the design holds some. */
  readonly variables: Variables | undefined;
}

/** Two designs from files, and what they are drawn with. */
export interface OpenedDesigns {
  readonly before: OpenedDesign;
  readonly after: OpenedDesign;
  readonly fonts: FontSet;
  readonly imagePath: (imageRef: string) => Promise<string | undefined>;
  /** For what is made on the way. */
  readonly folder: string;
}

const variablesOf = (answer: Uint8Array | undefined): Variables | undefined =>
  answer && JSON.parse(Buffer.from(answer).toString()).meta;

/** Opens two designs for the time of a work. @throws CommandFailed */
export async function withDesigns<T>(
  paths: DesignPaths,
  io: CommandIo,
  work: (designs: OpenedDesigns) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-diff-'));
  const files: FileSource[] = [];
  const unpacked: UnpackedImage[] = [];
  const opened = async (side: 'before' | 'after'): Promise<OpenedDesign> => {
    const path = join(folder, side);
    const task = { sourcePath: paths[side], snapshotPath: path };
    const compiled = await compileFile(task, fileKeyOf('compared'));
    if (compiled.refusal !== undefined)
      throw new CommandFailed(`${paths[side]} cannot be compared: ${compiled.refusal}`);
    for (const image of compiled.images) unpacked.push(image);
    const file = openFileSource(path);
    files.push(file);
    return { snapshot: openSnapshot(file), path, variables: variablesOf(compiled.companions?.variables) };
  };
  try {
    const designs = { before: await opened('before'), after: await opened('after') };
    const references = Object.values(designs).flatMap(({ snapshot }) => [...snapshot.imageRefs()]);
    const images = await givenImages(paths.images, new Set(references), unpacked);
    const imagePath = async (imageRef: string) => images.get(imageRef);
    return await work({ ...designs, fonts: await givenFonts(paths.fonts, io), imagePath, folder });
  } finally {
    for (const file of files) file.close();
    await rm(folder, { recursive: true, force: true });
  }
}
