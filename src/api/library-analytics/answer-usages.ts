import type { Caller } from '../../access/caller.ts';
import { fileRole } from '../../access/file-role.ts';
import type { UsedKind } from '../../content/library-uses.ts';
import type { Context } from '../../context.ts';
import { type FileKey, fileKeyOf } from '../../contract/branded-ids.ts';
import {
  type AnalysedLibrary,
  type AssetNames,
  usesByAsset,
  usesByFile,
} from '../../libraries/library-uses-store.ts';
import type { Call } from '../../operation.ts';
import { answerPage, openPlace, type RowList, rowsOnPage } from './answer-page.ts';
import { findAnalysedLibrary } from './find-analysed-library.ts';

type UsagesCall = Call<
  | 'getLibraryAnalyticsComponentUsages'
  | 'getLibraryAnalyticsStyleUsages'
  | 'getLibraryAnalyticsVariableUsages'
>;

/** How much a library is used now, of each of its assets or in each file that the caller sees. */
export async function answerUsages<Members extends object>(
  call: UsagesCall,
  context: Context,
  kind: UsedKind,
  membersOf: (asset: AssetNames) => Members,
) {
  const { operation, caller, path, query } = call;
  const list = { operation, fileKey: path.file_key, groupBy: query.group_by };
  const [, after = ''] = openPlace(list, query.cursor) ?? [];
  const library = await findAnalysedLibrary(context, caller, path.file_key, kind);
  if (query.group_by === 'file') return { json: await usagesInFiles(context, caller, list, library, after) };
  const found = await usesByAsset(context.database, library, after, rowsOnPage + 1);
  const rowOf = ({ uses, teams, files, ...asset }: (typeof found)[number]) => ({
    ...{ ...membersOf(asset), usages: uses, teams_using: teams, files_using: files },
  });
  return { json: answerPage(list, found, ({ key }) => [0, key], rowOf) };
}

type FileUses = Awaited<ReturnType<typeof usesByFile>>[number];

async function usagesInFiles(
  { database }: Context,
  caller: Caller,
  list: RowList,
  library: AnalysedLibrary,
  after: string,
) {
  const seen = (file: FileUses) => fileRole(caller.user, file) !== undefined;
  const visible: FileUses[] = [];
  let from: FileKey | undefined = fileKeyOf(after);
  while (from !== undefined && visible.length <= rowsOnPage) {
    const found: FileUses[] = await usesByFile(database, library, caller.user.id, from, rowsOnPage + 1);
    visible.push(...found.filter(seen));
    from = found.length > rowsOnPage ? found.at(-1)?.key : undefined;
  }
  return answerPage(
    list,
    visible,
    ({ key }) => [0, key],
    ({ name, teamName, uses }) => ({ file_name: name, team_name: teamName, usages: uses }),
  );
}
