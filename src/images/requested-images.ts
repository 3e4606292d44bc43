import { readFile } from 'node:fs/promises';

/** Bytes of image fills as a rendering thread gets them: it asks for the place of each by message. */
export interface RequestedImages {
  readonly bytes: (imageRef: string) => Promise<Uint8Array | undefined>;
  /** What was asked for has come; no path where the file has no such image. */
  readonly arrived: (imageRef: string, path: string | undefined) => void;
  /** Another file is next: the same reference may mean another image there. */
  readonly forget: () => void;
}

export function requestedImages(ask: (imageRef: string) => void): RequestedImages {
  const paths = new Map<string, PromiseWithResolvers<string | undefined>>();
  return {
    bytes: async (imageRef) => {
      const asked = paths.get(imageRef) ?? Promise.withResolvers<string | undefined>();
      if (!paths.has(imageRef)) ask(imageRef);
      paths.set(imageRef, asked);
      const path = await asked.promise;
      return path === undefined ? undefined : readFile(path);
    },
    arrived: (imageRef, path) => paths.get(imageRef)?.resolve(path),
    forget: () => paths.clear(),
  };
}
