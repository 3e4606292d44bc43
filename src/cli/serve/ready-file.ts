import { rename, rm } from 'node:fs/promises';
import { unwritten } from '../system-sentence.ts';
import { openOwn, refuseOtherThanFile } from '../written-file.ts';

/** What a program that starts the server reads to go on. */
export interface ReadyFile {
  readonly url: string;
  /** Path of the certificate authority; null where the server has a certificate of its own. */
  readonly ca: string | null;
  readonly pid: number;
  /** Null where the server was given none. */
  readonly adminToken: string | null;
}

/** Takes away the file of an earlier start, which would say too early that all is ready. */
export async function clearReadyFile(path: string): Promise<void> {
  await refuseOtherThanFile(path);
  await rm(path, { force: true }).catch((error) => refuse(path, error));
}

/** The file is there whole or not at all; it holds a token, so only its owner may read it. */
export async function writeReadyFile(path: string, content: ReadyFile): Promise<void> {
  const part = `${path}.${content.pid}.part`;
  try {
    const file = await openOwn(part);
    try {
      await file.writeFile(`${JSON.stringify(content)}\n`);
    } finally {
      await file.close();
    }
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    refuse(path, error);
  }
}

function refuse(path: string, error: unknown): never {
  throw unwritten(path, error);
}
