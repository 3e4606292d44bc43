import type { UsedKind } from '../../content/library-uses.ts';
import type { Context } from '../../context.ts';
import { findAnalysedLibrary } from '../../libraries/analysed-library.ts';
import { type AssetNames, actionsByAsset, actionsByTeam } from '../../libraries/library-uses-store.ts';
import type { Call } from '../../operation.ts';
import { answerPage, openPlace, rowsOnPage } from './answer-page.ts';
import { dateOf, weeksAsked } from './weeks-asked.ts';

type ActionsCall = Call<
  | 'getLibraryAnalyticsComponentActions'
  | 'getLibraryAnalyticsStyleActions'
  | 'getLibraryAnalyticsVariableActions'
>;

/** What was inserted and detached of a library in each week, of each of its assets or by each team. */
export async function answerActions<Members extends object>(
  call: ActionsCall,
  context: Context,
  kind: UsedKind,
  membersOf: (asset: AssetNames) => Members,
) {
  const { operation, caller, path, query } = call;
  const list = { operation, fileKey: path.file_key, groupBy: query.group_by };
  const place = openPlace(list, query.cursor);
  const weeks = weeksAsked(query, context.clock.now());
  const library = await findAnalysedLibrary(context, caller, path.file_key, kind);
  const after = place && { week: place[0], id: place[1] };
  const range = { ...weeks, after, limit: rowsOnPage + 1 };
  const counts = (row: { week: number; insertions: number; detachments: number }) => ({
    detachments: row.detachments,
    insertions: row.insertions,
  });
  if (query.group_by === 'team') {
    const found = await actionsByTeam(context.database, library, range);
    const rowOf = (row: (typeof found)[number]) => ({
      week: dateOf(row.week),
      team_name: row.teamName,
      ...counts(row),
    });
    return { json: answerPage(list, found, ({ week, id }) => [week, id], rowOf) };
  }
  const found = await actionsByAsset(context.database, library, range);
  const rowOf = (row: (typeof found)[number]) => ({
    week: dateOf(row.week),
    ...membersOf(row),
    ...counts(row),
  });
  return { json: answerPage(list, found, ({ week, key }) => [week, key], rowOf) };
}
