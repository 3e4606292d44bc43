import type { DumpedRow } from '../database/dump.ts';
import { badRequest } from '../errors.ts';
import { startOfDay } from '../iso-time.ts';

/** @throws ApiError 400 for credits of what is no day */
export function refuseUnfitUsage({ day }: DumpedRow): void {
  if (startOfDay(String(day)) === undefined)
    throw badRequest(`Credits are of "${day}", which is no day of the form YYYY-MM-DD.`);
}
