import { memorySource } from '../document/byte-source.ts';
import type { DocumentSource } from '../document/document-source.ts';
import type { Conversion } from '../import/conversion.ts';
import { convertFig } from '../import/fig/convert-fig.ts';
import { readRestSource } from '../import/rest/read-rest-source.ts';
import { wholeSource } from './whole-source.ts';

/** A file of the editor as an import reads it: converted, and the answer read. */
export function readFigSource(bytes: Uint8Array, fileKey?: string): DocumentSource & Conversion {
  const pieces: Uint8Array[] = [];
  const out = (piece: Uint8Array) => pieces.push(Uint8Array.from(piece));
  const conversion = convertFig(bytes, { out, aside: memorySource }, fileKey);
  return { ...wholeSource(readRestSource(Buffer.concat(pieces))), ...conversion };
}
