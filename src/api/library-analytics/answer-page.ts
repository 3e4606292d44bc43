import type { FileKey } from '../../contract/branded-ids.ts';
import type { OperationId } from '../../contract/contract.ts';
import { badRequest } from '../../errors.ts';
import { openCursor, sealCursor } from '../../events/position-cursor.ts';

/** Rows of one answer. */
export const rowsOnPage = 1000;

/** A list of rows: the same cursor means nothing in another one. */
export interface RowList {
  readonly operation: OperationId;
  readonly fileKey: FileKey;
  readonly groupBy: string;
}

/** Of the last row of a page, so that the next begins behind it. */
export type Place = readonly [week: number, id: string];

/** @throws ApiError 400 for a cursor that no page of this list gave */
export function openPlace(list: RowList, cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  const [operation, fileKey, groupBy, week, id] = openCursor(cursor);
  const isOfList = operation === list.operation && fileKey === list.fileKey && groupBy === list.groupBy;
  if (isOfList && Number.isSafeInteger(week) && typeof id === 'string') return [week as number, id];
  throw badRequest('cursor is not one that a page of this list gave.');
}

/** An answer with the rows of a page, of which one more was read to know whether another page follows. */
export function answerPage<Found, Row>(
  list: RowList,
  found: readonly Found[],
  placeOf: (found: Found) => Place,
  rowOf: (found: Found) => Row,
): { rows: Row[]; next_page: boolean; cursor?: string } {
  const page = found.slice(0, rowsOnPage);
  const last = page.at(-1);
  const rows = page.map(rowOf);
  if (found.length <= rowsOnPage || last === undefined) return { rows, next_page: false };
  const { operation, fileKey, groupBy } = list;
  return { rows, next_page: true, cursor: sealCursor([operation, fileKey, groupBy, ...placeOf(last)]) };
}
