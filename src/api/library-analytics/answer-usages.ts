import type { UsedKind } from '../../content/library-uses.ts';
import type { Context } from '../../context.ts';
import { findAnalysedLibrary } from '../../libraries/analysed-library.ts';
import { type AssetNames, usesByAsset } from '../../libraries/library-uses-store.ts';
import { type FileUses, usesInVisibleFiles } from '../../libraries/uses-in-visible-files.ts';
import type { Call } from '../../operation.ts';
import { answerPage, openPlace, rowsOnPage } from './answer-page.ts';

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
  const range = { after, limit: rowsOnPage + 1 };
  if (query.group_by === 'file') {
    const found = await usesInVisibleFiles(context.database, caller, library, range);
    const rowOf = ({ name, teamName, uses }: FileUses) => ({
      file_name: name,
      team_name: teamName,
      usages: uses,
    });
    return { json: answerPage(list, found, ({ key }) => [0, key], rowOf) };
  }
  const found = await usesByAsset(context.database, library, after, range.limit);
  const rowOf = ({ uses, teams, files, ...asset }: (typeof found)[number]) => ({
    ...membersOf(asset),
    usages: uses,
    teams_using: teams,
    files_using: files,
  });
  return { json: answerPage(list, found, ({ key }) => [0, key], rowOf) };
}
