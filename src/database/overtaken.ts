import { NoResultError } from 'kysely';
import { ofCauses, wasEndedForOthers } from './repeated.ts';

/** What was there when it was looked for is gone: others have taken it away in between. */
export class GoneMeanwhile extends Error {
  override readonly name = 'GoneMeanwhile';
}

/** A row names another one that is not there, as PostgreSQL and SQLite tell it. */
const lacksOther = new Set<unknown>(['23503', 787]);

const foundNoMore = ofCauses(
  (error) =>
    error instanceof GoneMeanwhile ||
    error instanceof NoResultError ||
    lacksOther.has(error.code) ||
    lacksOther.has((error as { errcode?: number }).errcode),
);

/** Whether others came between, as a restore does: what was asked for may be asked for again as it is. */
export const isOvertaken = (error: unknown): boolean => wasEndedForOthers(error) || foundNoMore(error);
