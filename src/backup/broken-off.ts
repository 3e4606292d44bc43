import { BlobNotFound } from '../blobs/blob-store.ts';
import { BlobDamaged, StoreAway } from '../blobs/object-store.ts';

const beginning = 'The backup broke off: ';
const form = new RegExp(`\\n${beginning}([^\\n]+)\\n$`);
/** More than a sentence of the store takes that names its address. */
export const mostLastWordsBytes = 4_096;

/**
 * What stands behind the last byte of an archive that breaks off, before the connection does. Its head is long gone by
 * then, and whoever called is the administrator, whom the cause helps.
 */
export const lastWords = (error: Error): string => `\n${beginning}${causeOf(error)}\n`;

/** The cause that ends the last bytes of an archive which broke off; undefined where they were lost too. */
export const causeIn = (end: Buffer): string | undefined => form.exec(end.toString())?.[1];

function causeOf(error: Error): string {
  if (error instanceof StoreAway || error instanceof BlobDamaged || error instanceof BlobNotFound)
    return error.message.replaceAll('\n', ' ').slice(0, mostLastWordsBytes / 4);
  return 'The log of the server says why.';
}
