import { type ChangePageHead, changePage, withVariables } from '../../compare/change-page.ts';
import { headedText, readHeadedText } from '../../content/headed-text.ts';
import { runYielding } from '../../content/yielding.ts';
import type { Handler } from '../../operation.ts';
import { comparedVariables } from './compared-variables.ts';
import { comparedVersions, versionRecord } from './compared-versions.ts';

/** What changed between two versions; the changes in pages, each of the versions that the first page compared. */
export const compareVersions: Handler<'compareVersions'> = async (call, context) => {
  const compared = await comparedVersions(call, context);
  const { from, to, skipped } = compared;
  const mostChanges = call.query.page_size ?? 500;
  const variables = await comparedVariables(context, call.caller, compared);
  const bounds = { skipped, mostChanges };
  const once = await compared.once(['changes', skipped, mostChanges], function* (versions) {
    const page = yield* changePage(versions, bounds);
    return headedText(page.head, page.text);
  });
  const all = withVariables(readHeadedText<ChangePageHead>(once), bounds, variables);
  const { head: page, text } = await runYielding(all, compared.signal);
  const head = { from: versionRecord(from), to: versionRecord(to), summary: page.counts };
  const end = page.hasMore ? `,"next_cursor":"${compared.cursorBehind(page.shown)}"` : '';
  return {
    // As text, since a value may be nested deeper than it could be printed again.
    text: `${JSON.stringify(head).slice(0, -1)},"changes":[${text}]${end}}`,
    contentType: 'application/json; charset=utf-8',
  };
};
