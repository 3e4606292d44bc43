import { inChange } from '../../change.ts';
import { isoTime } from '../../iso-time.ts';
import { publishLibrary as publishLibraryOf } from '../../libraries/publish-library.ts';
import type { Handler } from '../../operation.ts';

/** Publishes a file as a library: from now on, and until the next time, other files see it as it is now. */
export const publishLibrary: Handler<'publishLibrary'> = async ({ caller, path, body }, context) => {
  const description = body?.description;
  const wanted = { fileKey: path.file_key, description };
  const { file, changes, at } = await inChange(context, caller, async (change) => {
    return { ...(await publishLibraryOf(change, wanted)), at: change.at };
  });
  return {
    json: {
      file_key: file.key,
      ...(description === undefined ? {} : { description }),
      published_at: isoTime(at),
      changes: changes as never,
    },
  };
};
