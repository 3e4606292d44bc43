import { isoTime } from '../../iso-time.ts';
import { libraryStanding } from '../../libraries/library-standing.ts';
import type { Handler } from '../../operation.ts';

/** Tells when a file was published last, what changed since, and which libraries it uses itself. */
export const getLibrary: Handler<'getLibrary'> = async ({ caller, path }, context) => {
  const { file, published, changes, libraries } = await libraryStanding(context, caller, path.file_key);
  return {
    json: {
      file_key: file.key,
      published: published
        ? { at: isoTime(published.publishedAt), by: published.handle, description: published.description }
        : null,
      changes: changes as never,
      libraries,
    },
  };
};
