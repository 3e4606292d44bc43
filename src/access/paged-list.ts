import { badRequest } from '../errors.ts';

/** Where a row stands in its list: what it is ordered by first, and its id. */
export interface Place {
  readonly by: string | number;
  readonly id: string;
}

export interface PageQuery {
  readonly cursor?: string | undefined;
  readonly page_size?: number | undefined;
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  /** What `cursor` is given for the rest; undefined behind the last row. */
  readonly nextCursor: string | undefined;
}

export interface PagedList<Row> {
  /** The next rows of the list behind a place, in order, at the most so many. */
  readonly rowsAfter: (place: Place | undefined, count: number) => Promise<readonly Row[]>;
  readonly placeOf: (row: Row) => Place;
  /** What `by` is; a time if left out. */
  readonly by?: 'text' | 'time';
  /** Whether the caller sees the row; all rows count if left out. */
  readonly isSeen?: (row: Row) => boolean;
  /** How large a row is in an answer, where that differs much. */
  readonly sizeOf?: (row: Row) => number;
}

const usualRows = 500;
/** Pages end here, whatever was asked for. */
const mostSize = 500_000;
/** Rows that are looked at for one page; a page may be short, or empty, before the list is at its end. */
const mostLookedAt = 10_000;

/**
 * A page of a list. What it costs follows what is on it: rows are read some at a time, until the page is full.
 * @throws ApiError 400 for a cursor that no list gave
 */
export async function pageOf<Row>(list: PagedList<Row>, query: PageQuery): Promise<Page<Row>> {
  const { isSeen = () => true, sizeOf = () => 0 } = list;
  const most = query.page_size ?? usualRows;
  const rows: Row[] = [];
  let place = placeOfCursor(query.cursor, list.by ?? 'time');
  let size = 0;
  for (let lookedAt = 0; lookedAt < mostLookedAt; ) {
    const count = Math.min(most - rows.length + 1, list.sizeOf === undefined ? most + 1 : 10);
    const some = await list.rowsAfter(place, count);
    for (const row of some) {
      const isFull = rows.length === most || (rows.length > 0 && size >= mostSize);
      if (isSeen(row)) {
        if (isFull) return { rows, nextCursor: cursorOf(place) };
        rows.push(row);
        size += sizeOf(row);
      }
      place = list.placeOf(row);
    }
    if (some.length < count) return { rows, nextCursor: undefined };
    lookedAt += some.length;
  }
  return { rows, nextCursor: cursorOf(place) };
}

const cursorOf = (place: Place | undefined): string | undefined =>
  place === undefined ? undefined : Buffer.from(JSON.stringify([place.by, place.id])).toString('base64url');

function placeOfCursor(cursor: string | undefined, kind: 'text' | 'time'): Place | undefined {
  if (cursor === undefined) return undefined;
  const [by, id] = parsed(cursor);
  const isBy = kind === 'text' ? typeof by === 'string' : Number.isSafeInteger(by);
  const isPlace = isBy && typeof id === 'string';
  if (!isPlace || `${by}${id}`.includes('\0')) throw badRequest('The "cursor" is none that this list gave.');
  return { by: by as string | number, id };
}

function parsed(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(value) && value.length === 2 ? value : [];
  } catch {
    return [];
  }
}

/** The part of an answer that leads to the next page. */
export const nextPage = ({ nextCursor }: Pick<Page<unknown>, 'nextCursor'>): { next_cursor?: string } =>
  nextCursor === undefined ? {} : { next_cursor: nextCursor };
