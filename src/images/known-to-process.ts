import type { RenderBatch } from './render-task.ts';
import type { RenderRequest } from './render-turn.ts';

/** Where a job has its images from. */
type Images = Pick<RenderRequest, 'imagePath' | 'imageName'>;

/** What a rendering process was told before, and need not be told or asked again. */
export interface KnownToProcess {
  /** A batch as it is sent. With the fonts of the batch before a process is ready at once, and says nothing of it. */
  batchOf(job: Pick<Images, 'imageName'> & { readonly batch: RenderBatch }): {
    readonly isReady: boolean;
    readonly batch: RenderBatch;
  };
  /** The path of an image that the process asks for. */
  pathOf(imageRef: string, job: Images): Promise<string | undefined>;
}

/** Where a process was told of more images of a file, it asks for all of them anew. */
const mostImages = 1000;

export function knownToProcess(): KnownToProcess {
  let fontsBefore: string | undefined;
  /** By their references; nothing stands for what may be another by the next batch. */
  const images = new Map<string, string | undefined>();
  /** A reference may mean one image in a file and another in the next. */
  const areSame = (nameOf: Images['imageName']): boolean =>
    images.size <= mostImages &&
    images.entries().every(([ref, name]) => name !== undefined && name === nameOf?.(ref));
  return {
    batchOf: ({ batch, imageName }) => {
      const { fonts } = batch;
      const isReady = fonts.fingerprint === fontsBefore;
      fontsBefore = fonts.fingerprint;
      const areImagesKnown = areSame(imageName);
      if (!areImagesKnown) images.clear();
      return {
        isReady,
        batch: { ...batch, fonts: isReady ? { ...fonts, files: [] } : fonts, areImagesKnown },
      };
    },
    pathOf: async (imageRef, { imagePath, imageName }) => {
      // Before it is there: the next batch may come while it is waited for.
      images.set(imageRef, imageName?.(imageRef));
      const path = await imagePath(imageRef);
      if (path === undefined) images.set(imageRef, undefined);
      return path;
    },
  };
}
