import { readFile } from 'node:fs/promises';
import { errorCode } from '../blobs/disk-files.ts';
import { LeastRecent } from '../least-recent.ts';

/** Bytes of image fills as a rendering thread gets them: it asks for the place of each by message. */
export interface RequestedImages {
  readonly bytes: (imageRef: string) => Promise<Uint8Array | undefined>;
  /** What was asked for has come; no path where the file has no such image. */
  readonly arrived: (imageRef: string, path: string | undefined) => void;
  /** Another file is next: the same reference may mean another image there. */
  readonly forget: () => void;
}

/** Of images that tiles and nodes beside each other show again; larger ones are read anew. */
const mostKeptBytes = 8 * 1024 * 1024;

export function requestedImages(ask: (imageRef: string) => void): RequestedImages {
  const paths = new Map<string, PromiseWithResolvers<string | undefined>>();
  /** By path: files never change under theirs. */
  const kept = new LeastRecent<string, Uint8Array>(mostKeptBytes);
  const read = async (path: string): Promise<Uint8Array> => {
    const bytes = kept.get(path) ?? (await readFile(path));
    kept.set(path, bytes, bytes.length);
    return bytes;
  };
  const askOnce = (imageRef: string): PromiseWithResolvers<string | undefined> => {
    const asked = paths.get(imageRef) ?? Promise.withResolvers<string | undefined>();
    if (!paths.has(imageRef)) ask(imageRef);
    paths.set(imageRef, asked);
    return asked;
  };
  const bytesOf = async ({ promise }: PromiseWithResolvers<string | undefined>) => {
    const path = await promise;
    return path === undefined ? undefined : read(path);
  };
  return {
    bytes: async (imageRef) => {
      const asked = askOnce(imageRef);
      try {
        return await bytesOf(asked);
      } catch (error) {
        // A local copy may be deleted after its path was told; whoever is asked again brings it.
        if (errorCode(error) !== 'ENOENT') throw error;
        if (paths.get(imageRef) === asked) paths.delete(imageRef);
        return bytesOf(askOnce(imageRef));
      }
    },
    arrived: (imageRef, path) => paths.get(imageRef)?.resolve(path),
    forget: () => paths.clear(),
  };
}
