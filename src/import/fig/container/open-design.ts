import { DocumentRefused } from '../../../document/document-refused.ts';
import { type Archive, openArchive } from './archive.ts';
import { beginsAsArchive, editorTypes, preludeOf } from './begins-as-design.ts';
import { mostUnpacked, unpack } from './inflate.ts';

/** A design of the editor, unpacked and not yet decoded. */
export interface OpenDesign {
  readonly editorType: string;
  readonly formatVersion: number;
  readonly name: string | undefined;
  /** When it was saved, as ISO time; newer files say it. */
  readonly exportedAt: string | undefined;
  /** How many links for developers it names beside its nodes. */
  readonly relatedLinks: number;
  readonly schema: Uint8Array;
  readonly message: Uint8Array;
  /** The bytes of an image by its 40 hexadecimal digits. */
  readonly image: (hash: string) => Uint8Array | undefined;
}

/** The newest version of the format that was ever seen. */
export const newestFormat = 106;

const mostSchemaBytes = 4 * 2 ** 20;

/** Opens the archive, or the bare form of older saves. @throws DocumentRefused */
export function openDesign(bytes: Uint8Array): OpenDesign {
  if (!beginsAsArchive(bytes)) return openInner(bytes, undefined);
  const archive = openArchive(bytes);
  const canvas = archive.read('canvas.fig');
  if (canvas === undefined) {
    throw new DocumentRefused(
      'The archive holds no canvas.fig; it is no design of this kind. One of Sketch or Adobe XD: open it in the editor, and save a local copy.',
    );
  }
  return openInner(canvas, archive);
}

function openInner(bytes: Uint8Array, archive: Archive | undefined): OpenDesign {
  const prelude = preludeOf(bytes);
  const editorType = editorTypes[prelude];
  if (editorType === undefined) {
    throw new DocumentRefused(`The design begins with ${JSON.stringify(prelude)}, which no editor writes.`);
  }
  const { formatVersion, chunks } = readChunks(bytes);
  const [schema, message] = chunks;
  if (schema === undefined || message === undefined) {
    throw new DocumentRefused('The design ends in the middle: its schema or its content is missing.');
  }
  return {
    editorType,
    formatVersion,
    ...readMeta(archive),
    schema: unpack(
      schema,
      Math.min(mostSchemaBytes, mostUnpacked(schema.length)),
      'the schema of the design',
    ),
    message: unpack(message, mostUnpacked(message.length), 'the content of the design'),
    image: (hash) => archive?.read(`images/${hash}`),
  };
}

function readChunks(bytes: Uint8Array): { formatVersion: number; chunks: Uint8Array[] } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 12) throw new DocumentRefused('The design ends in the middle of its first bytes.');
  const chunks: Uint8Array[] = [];
  let at = 12;
  while (at < bytes.length && chunks.length < 3) {
    const end = at + 4 <= bytes.length ? at + 4 + view.getUint32(at, true) : Number.POSITIVE_INFINITY;
    if (end > bytes.length)
      throw new DocumentRefused(`The design ends in the middle of a part, at byte ${at}.`);
    chunks.push(bytes.subarray(at + 4, end));
    at = end;
  }
  return { formatVersion: view.getUint32(8, true), chunks };
}

/** What cannot be read of it is not known: no design fails for its name. */
function readMeta(archive: Archive | undefined): Pick<OpenDesign, 'name' | 'exportedAt' | 'relatedLinks'> {
  const nothing = { name: undefined, exportedAt: undefined, relatedLinks: 0 };
  try {
    const meta: unknown = JSON.parse(Buffer.from(archive?.read('meta.json') ?? []).toString());
    const values = (meta ?? {}) as Record<string, unknown>;
    const text = (key: string) => {
      const value = values[key];
      return typeof value === 'string' && value !== '' ? value : undefined;
    };
    const links = values.developer_related_links;
    return {
      name: text('file_name'),
      exportedAt: text('exported_at'),
      relatedLinks: Array.isArray(links) ? links.length : 0,
    };
  } catch {
    return nothing;
  }
}
