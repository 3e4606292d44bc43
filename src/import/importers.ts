import { DocumentRefused } from '../document/document-refused.ts';
import type { BegunSource, DocumentSource } from '../document/document-source.ts';
import { beginsAsDesign } from './fig/container/begins-as-design.ts';
import { hintFor } from './foreign-formats.ts';
import { readRestSource } from './rest/read-rest-source.ts';

/** An importer reads the bytes of one format, for a file whose key is known or not. @throws DocumentRefused */
type Importer = (bytes: Uint8Array, fileKey?: string) => DocumentSource | BegunSource;

interface Format {
  /** Whether the first bytes are those of this format; the importer judges the rest. */
  readonly recognizes: (bytes: Uint8Array) => boolean;
  /** Every design is read in a thread of its own, which does without the modules of other formats. */
  readonly load: () => Promise<Importer>;
  /** Whether a few bytes may hold a large design, so that its size tells nothing of the work. */
  readonly unfolds: boolean;
}

/** Formats in the order in which they are tried. A new one is a line here. */
export const importers = {
  rest: { recognizes: beginsAsJson, load: async () => readRestSource, unfolds: false },
  fig: {
    recognizes: beginsAsDesign,
    load: async () => (await import('./fig/read-fig-source.ts')).readFigSource,
    unfolds: true,
  },
} satisfies Record<string, Format>;

export type FormatName = keyof typeof importers;

/** The format of those bytes; nothing when no importer knows it. */
export function detectFormat(bytes: Uint8Array): FormatName | undefined {
  const names = Object.keys(importers) as FormatName[];
  return names.find((name) => importers[name].recognizes(bytes));
}

/** Whether what begins with those bytes may be far larger than it looks. */
export function unfolds(firstBytes: Uint8Array): boolean {
  const format = detectFormat(firstBytes);
  return format !== undefined && importers[format].unfolds;
}

/** Reads a design of any known format, for the file of that key. @throws DocumentRefused */
export async function readSource(bytes: Uint8Array, fileKey?: string): Promise<DocumentSource | BegunSource> {
  if (bytes.length === 0) throw new DocumentRefused('The file is empty.');
  const format = detectFormat(bytes);
  if (format === undefined) {
    throw new DocumentRefused(
      `The file is in no known format; known are file answers of the interface (JSON) and files of the editor (.fig, .jam, .deck).${hintFor(bytes)}`,
    );
  }
  const read = await importers[format].load();
  return read(bytes, fileKey);
}

/** White space and a byte order mark may stand before the brace. */
function beginsAsJson(bytes: Uint8Array): boolean {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const first = bytes.subarray(start).find((byte) => byte > 0x20);
  return first === 0x7b || first === 0x5b;
}
