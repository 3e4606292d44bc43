/** What tells the type of an image: no more of it is looked at, whatever it claims to hold. */
export const headBytes = 4100;

/**
 * The media type of a file by its bytes; undefined where none is known by them. What knows them is read with the
 * first picture that comes: a start does without.
 */
export async function imageTypeOf(bytes: Uint8Array): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  return (await fileTypeFromBuffer(bytes.subarray(0, headBytes)))?.mime;
}
