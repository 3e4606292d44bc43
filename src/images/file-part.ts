import { open } from 'node:fs/promises';

/** Where in a local file an image lies. */
export interface FilePart {
  readonly path: string;
  readonly start: number;
  readonly length: number;
}

/** The bytes of a part of a file, in memory. */
export async function readPart({ path, start, length }: FilePart): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const bytes = Buffer.allocUnsafeSlow(length);
    const { bytesRead } = await file.read(bytes, 0, length, start);
    if (bytesRead < length) throw new Error(`${path} ends before offset ${start + length}.`);
    return bytes;
  } finally {
    await file.close();
  }
}
