import type { Versions } from '../../compare/node-change.ts';
import { runYielding } from '../../content/yielding.ts';
import type { Context } from '../../context.ts';
import { fileKeyOf, versionIdOf } from '../../contract/branded-ids.ts';
import { badRequest } from '../../errors.ts';
import { openCursor, sealCursor } from '../../events/position-cursor.ts';
import { findVersion, type VersionRow } from '../../files/versions-store.ts';
import { findVisibleFile, type VisibleFile } from '../../files/visible-file-store.ts';
import type { Call } from '../../operation.ts';

type ComparingCall = Pick<Call<'compareVersions'>, 'caller' | 'path' | 'signal'> & {
  readonly query: { readonly from: string; readonly to?: string; readonly cursor?: string };
};

/** Two versions that a caller named, and where the page begins that is asked for. */
export interface Compared {
  readonly from: VersionRow;
  readonly to: VersionRow;
  /** Whose fonts and rules the later one is drawn with. */
  readonly file: VisibleFile;
  /** Those that the two are versions of: one, or a file and its branch. */
  readonly files: { readonly before: VisibleFile; readonly after: VisibleFile };
  readonly skipped: number;
  /** That the caller no longer waits. */
  readonly signal: AbortSignal;
  /** Does steps over both documents as long as the caller waits. */
  run<T>(work: (versions: Versions) => Generator<void, T>): Promise<T>;
  /** The same for all who ask for that at once, and remembered. `about` is all that it depends on beside the documents. */
  once(
    about: readonly (string | number)[],
    work: (versions: Versions) => Generator<void, string>,
  ): Promise<string>;
  /** Goes on behind so many, with these two versions. */
  cursorBehind(count: number): string;
}

/** What a page begins with, and the versions that the first one compared. */
interface Place {
  readonly skipped: number;
  readonly versions: { readonly from?: string; readonly to?: string };
}

const isVersionId = (text: string): boolean => /^\d+$/.test(text);

/** @throws ApiError 400 for a wrong cursor, 404 for what is not there or not to be seen */
export async function comparedVersions(call: ComparingCall, context: Context): Promise<Compared> {
  const { caller, path, query } = call;
  const { skipped, versions } = placeOf(query.cursor);
  const file = await findVisibleFile(context.database, caller, path.file_key);
  const side = (named: string | undefined, version: string | undefined) =>
    versionOf(context, { caller, file, named, version });
  const [before, after] = [await side(query.from, versions.from), await side(query.to, versions.to)];
  const [from, to] = [before.version, after.version];
  const opened = async (): Promise<Versions> => ({
    before: (await context.snapshots.open(from.snapshot)).snapshot,
    after: (await context.snapshots.open(to.snapshot)).snapshot,
  });
  return {
    from,
    to,
    file,
    skipped,
    signal: call.signal(),
    files: { before: before.file, after: after.file },
    run: async (work) => runYielding(work(await opened()), call.signal()),
    once: async (about, work) => {
      const question = JSON.stringify(['compared', from.snapshot, ...about]);
      const asked = { document: to.snapshot, question, stranger: undefined, signal: call.signal() };
      return context.comparisons.read(asked, async (run) => run(work(await opened())));
    },
    cursorBehind: (count) => sealCursor([skipped + count, from.id, to.id]),
  };
}

export const versionRecord = ({ fileKey, id }: VersionRow) => ({ file_key: fileKey, version: id });

/** @throws ApiError 400 */
function placeOf(cursor: string | undefined): Place {
  if (cursor === undefined) return { skipped: 0, versions: {} };
  const [skipped, from, to] = openCursor(cursor);
  const isPlace = Number.isSafeInteger(skipped) && typeof from === 'string' && typeof to === 'string';
  if (isPlace) return { skipped: skipped as number, versions: { from, to } };
  throw badRequest('Invalid value for "cursor": it is not one that an earlier page gave.');
}

interface Side {
  readonly caller: ComparingCall['caller'];
  readonly file: VisibleFile;
  /** A version's id, a file's key, or nothing for the current state. */
  readonly named: string | undefined;
  /** The version that the first page compared. */
  readonly version: string | undefined;
}

/** @throws ApiError 404 */
async function versionOf(
  { database }: Context,
  { caller, file, named, version }: Side,
): Promise<{ readonly version: VersionRow; readonly file: VisibleFile }> {
  const isOfFile = named === undefined || isVersionId(named);
  const of = isOfFile ? file : await findVisibleFile(database, caller, fileKeyOf(named));
  const id = named !== undefined && isOfFile ? named : version;
  return { version: await findVersion(database, of, versionIdOf(id)), file: of };
}
