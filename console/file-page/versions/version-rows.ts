import type { Version } from './versions-query.ts';

/** A row of the history: a day, or a version of that day. */
export type HistoryRow =
  | { readonly key: string; readonly day: string }
  | { readonly key: string; readonly version: Version };

/** The versions in their order, each day's below the time of the first that is told of it. */
export function rowsByDay(versions: readonly Version[], dayOf: (at: string) => string): HistoryRow[] {
  let last: string | undefined;
  return versions.flatMap((version) => {
    const { id, created_at: at } = version;
    const day = dayOf(at);
    const isNew = day !== last;
    last = day;
    return [...(isNew ? [{ key: `day of ${id}`, day }] : []), { key: id, version }];
  });
}
