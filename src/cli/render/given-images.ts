import type { UnpackedImage } from '../../content/convert-file.ts';
import { imagesIn } from '../import/image-folder.ts';

/** Images of the folder count before those within the design. */
export async function givenImages(
  folder: string | undefined,
  references: ReadonlySet<string>,
  unpacked: readonly UnpackedImage[],
) {
  const found = folder === undefined ? [] : await imagesIn(folder, references);
  const files = [...unpacked, ...found];
  return new Map(files.map(({ imageRef, path }) => [imageRef, path]));
}
