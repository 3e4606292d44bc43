import { DocumentRefused } from '../document/document-refused.ts';
import type { BegunSource, DocumentSource } from '../document/document-source.ts';
import type { Convert } from './conversion.ts';
import { beginsAsDesign } from './fig/container/begins-as-design.ts';
import { hintFor } from './foreign-formats.ts';
import { readRestSource } from './rest/read-rest-source.ts';

interface Format {
  /** Whether the first bytes are those of this format; the importer judges the rest. */
  readonly recognizes: (bytes: Uint8Array) => boolean;
  /**
   * What makes an answer of the interface of it, where it is none: only what converts a design needs its modules. A few
   * bytes may hold a large one, so that its size tells nothing of the work.
   */
  readonly converter?: () => Promise<Convert>;
}

/** Formats in the order in which they are tried. A new one is a line here. */
export const importers = {
  rest: { recognizes: beginsAsJson },
  fig: {
    recognizes: beginsAsDesign,
    converter: async () => (await import('./fig/convert-fig.ts')).convertFig,
  },
} satisfies Record<string, Format>;

export type FormatName = keyof typeof importers;

/** The format of those bytes; nothing when no importer knows it. */
export function detectFormat(bytes: Uint8Array): FormatName | undefined {
  const names = Object.keys(importers) as FormatName[];
  return names.find((name) => importers[name].recognizes(bytes));
}

/** What converts a design that begins with those bytes; nothing where it is an answer, or of no known format. */
export function converterOf(firstBytes: Uint8Array): Format['converter'] {
  const format = detectFormat(firstBytes);
  return format && (importers[format] as Format).converter;
}

/** Reads a design that is an answer of the interface. @throws DocumentRefused */
export function readAnswer(bytes: Uint8Array): DocumentSource | BegunSource {
  if (bytes.length === 0) throw new DocumentRefused('The file is empty.');
  if (detectFormat(bytes) === undefined) {
    throw new DocumentRefused(
      `The file is in no known format; known are file answers of the interface (JSON) and files of the editor (.fig, .jam, .deck).${hintFor(bytes)}`,
    );
  }
  return readRestSource(bytes);
}

/** White space and a byte order mark may stand before the brace. */
function beginsAsJson(bytes: Uint8Array): boolean {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const first = bytes.subarray(start).find((byte) => byte > 0x20);
  return first === 0x7b || first === 0x5b;
}
