/** What tells the type of an image: no more of it is looked at, whatever it claims to hold. */
const headBytes = 4100;

/**
 * The media type of a file by its bytes; undefined where none is known by them. What knows them is read with the
 * first picture that comes: a start does without.
 */
export async function imageTypeOf(bytes: Uint8Array): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  return (await fileTypeFromBuffer(bytes.subarray(0, headBytes)))?.mime;
}

const fillTypes = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/heic',
  'image/tiff',
  'image/bmp',
]);

/** The same of an image fill; undefined where its bytes are no image. An animated PNG is a PNG. */
export async function fillTypeOf(bytes: Uint8Array): Promise<string | undefined> {
  const type = await imageTypeOf(bytes);
  if (type === 'image/apng') return 'image/png';
  return type !== undefined && fillTypes.has(type) ? type : undefined;
}
