import type { Readable } from 'node:stream';
import { TextDecoder } from 'node:util';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { maskedBytes } from './masked-bytes.ts';
import type { Secrets } from './secrets.ts';
import { openSpool, type Spool } from './spool.ts';

/** A body without its encoding and without its secrets. */
export interface PlainBody {
  readonly spool: Spool;
  /** Whether its bytes are the text that they are said to be. */
  readonly isText: boolean;
  /** Why it is not whole. */
  readonly problem?: string;
}

const decoders = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
  deflate: createInflate,
  zstd: createZstdDecompress,
} as const;

const mostBytes = 2 * 1024 ** 3;
/** What is packed may be a thousand times as large: beyond this it is cut where that is more than designs are. */
const mostOfPacked = { bytes: 256 * 1024 ** 2, times: 50 };

/** How much is kept of a body; what unfolds to more is cut. */
const mostOf = (codedBytes: number): number =>
  Math.min(mostBytes, Math.max(mostOfPacked.bytes, mostOfPacked.times * codedBytes));

const textType = /^$|json|^text\/|xml|javascript|x-www-form-urlencoded|^multipart\/form-data$|graphql|yaml/i;

/** Reads a body as it came over the line. */
export async function plainBody(
  coded: Spool,
  { type, encoding }: { readonly type: string; readonly encoding: string },
  secrets: Secrets,
  folder: string,
): Promise<PlainBody> {
  const spool = openSpool(folder);
  const mayBeText = textType.test(type.split(';')[0] ?? '');
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const most = mostOf(coded.sizeBytes());
  let isText = mayBeText;
  try {
    const bytes = maskedBytes(decodedBytes(coded.read(), encoding), maskFor(mayBeText, secrets));
    for await (const chunk of bytes) {
      isText &&= isUtf8(decoder, chunk);
      spool.write(chunk);
      if (spool.sizeBytes() > most) throw new Error(`it unfolds to more than ${most} bytes`);
    }
  } catch (error) {
    return { spool, isText, problem: `The body is not whole here: ${(error as Error).message}.` };
  }
  return { spool, isText: isText && isUtf8(decoder) };
}

/** What begins as JSON does is masked as such, whatever its type says. */
function maskFor(mayBeText: boolean, { masked, maskedByValue }: Secrets): Secrets['masked'] {
  let isMaskedByName: boolean | undefined;
  return (text) => {
    isMaskedByName ??= mayBeText || /^\s*[[{]/.test(text);
    return isMaskedByName ? masked(text) : maskedByValue(text);
  };
}

function decodedBytes(coded: Readable, encoding: string): AsyncIterable<Uint8Array> {
  const names = encoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  return names.reverse().reduce((stream: Readable, name) => {
    const decoder = Object.hasOwn(decoders, name) ? decoders[name as keyof typeof decoders]() : undefined;
    return decoder === undefined
      ? stream
      : stream.on('error', (error) => decoder.destroy(error)).pipe(decoder);
  }, coded);
}

function isUtf8(decoder: TextDecoder, chunk?: Uint8Array): boolean {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined });
    return true;
  } catch {
    return false;
  }
}

/** The body as it stands within a string of JSON: a text, else Base64. */
export async function* stringPieces({ spool, isText }: PlainBody): AsyncGenerator<string> {
  if (!isText) {
    yield* base64Pieces(spool.read());
    return;
  }
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for await (const chunk of spool.read()) yield escaped(decoder.decode(chunk, { stream: true }));
}

const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);

async function* base64Pieces(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const all = Buffer.concat([rest, chunk]);
    const end = all.length - (all.length % 3);
    yield all.subarray(0, end).toString('base64');
    rest = all.subarray(end);
  }
  yield rest.toString('base64');
}
