import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';

const deflated = promisify(deflateRaw);
const inflated = promisify(inflateRaw);

/** Far more than a file may hold: what unpacks to more is none of ours. */
const mostBytes = 1024 * 1024 * 1024;

/** A long text as a column of text holds it, small enough to be written and read in one piece. */
export async function packedText(text: Buffer): Promise<string> {
  return (await deflated(text, { level: 1 })).toString('base64');
}

export const unpackedText = (body: string): Promise<Buffer> =>
  inflated(Buffer.from(body, 'base64'), { maxOutputLength: mostBytes });
