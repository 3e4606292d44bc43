import { changePage } from '../../compare/change-page.ts';
import { runYielding } from '../../content/yielding.ts';
import type { Context } from '../../context.ts';
import { fileKeyOf, versionIdOf } from '../../contract/branded-ids.ts';
import { badRequest } from '../../errors.ts';
import { openCursor, sealCursor } from '../../events/position-cursor.ts';
import { findVersion, type VersionRow } from '../../files/versions-store.ts';
import { findVisibleFile, type VisibleFile } from '../../files/visible-file-store.ts';
import type { Call, Handler } from '../../operation.ts';

type Caller = Call<'compareVersions'>['caller'];

/** Where a page begins, and the versions that the first one compared. */
interface Place {
  readonly skipped: number;
  readonly versions: { readonly from?: string; readonly to?: string };
}

const isVersionId = (text: string): boolean => /^\d+$/.test(text);

/** What changed between two versions; the changes in pages, each of the versions that the first page compared. */
export const compareVersions: Handler<'compareVersions'> = async (call, context) => {
  const { caller, path, query } = call;
  const { skipped, versions } = placeOf(query.cursor);
  const file = await findVisibleFile(context.database, caller, path.file_key);
  const side = (named: string | undefined, version: string | undefined) =>
    versionOf(context, { caller, file, named, version });
  const from = await side(query.from, versions.from);
  const to = await side(query.to, versions.to);
  const [before, after] = [
    await context.snapshots.open(from.snapshot),
    await context.snapshots.open(to.snapshot),
  ];
  const pages = changePage(
    { before: before.snapshot, after: after.snapshot },
    { skipped, mostChanges: query.page_size ?? 500 },
  );
  const { counts, changes, hasMore } = await runYielding(whileWanted(pages, call.signal()));
  const head = { from: versionRecord(from), to: versionRecord(to), summary: counts };
  const next = sealCursor([skipped + changes.length, from.id, to.id]);
  const end = hasMore ? `,"next_cursor":"${next}"` : '';
  return {
    // As text, since a value may be nested deeper than it could be printed again.
    text: `${JSON.stringify(head).slice(0, -1)},"changes":[${changes.join()}]${end}}`,
    contentType: 'application/json; charset=utf-8',
  };
};

const versionRecord = ({ fileKey, id }: VersionRow) => ({ file_key: fileKey, version: id });

/** @throws ApiError 400 */
function placeOf(cursor: string | undefined): Place {
  if (cursor === undefined) return { skipped: 0, versions: {} };
  const [skipped, from, to] = openCursor(cursor);
  const isPlace = Number.isSafeInteger(skipped) && typeof from === 'string' && typeof to === 'string';
  if (isPlace) return { skipped: skipped as number, versions: { from, to } };
  throw badRequest('Invalid value for "cursor": it is not one that an earlier page gave.');
}

interface Side {
  readonly caller: Caller;
  readonly file: VisibleFile;
  /** A version's id, a file's key, or nothing for the current state. */
  readonly named: string | undefined;
  /** The version that the first page compared. */
  readonly version: string | undefined;
}

/** @throws ApiError 404 */
async function versionOf({ database }: Context, { caller, file, named, version }: Side): Promise<VersionRow> {
  if (named === undefined) return findVersion(database, file, versionIdOf(version));
  if (isVersionId(named)) return findVersion(database, file, versionIdOf(named));
  const other = await findVisibleFile(database, caller, fileKeyOf(named));
  return findVersion(database, other, versionIdOf(version));
}

function* whileWanted<T>(steps: Generator<void, T>, signal: AbortSignal): Generator<void, T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    signal.throwIfAborted();
    yield;
  }
}
