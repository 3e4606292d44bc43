import { open } from 'node:fs/promises';

/** More than any secret, token or certificate has. */
const mostBytes = 1_000_000;

/** The text of a file that somebody named, which may be a device without an end. */
export async function readSmallFile(path: string): Promise<string> {
  const file = await open(path);
  try {
    const bytes = Buffer.allocUnsafe(mostBytes + 1);
    let length = 0;
    while (length < bytes.length) {
      const { bytesRead } = await file.read(bytes, length);
      if (bytesRead === 0) return bytes.toString('utf8', 0, length);
      length += bytesRead;
    }
  } finally {
    await file.close();
  }
  throw new Error(`it has more than ${mostBytes.toLocaleString('en')} bytes`);
}
