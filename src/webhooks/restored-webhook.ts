import type { DumpedRow } from '../database/dump.ts';
import { refusePing } from './webhook-rules.ts';

/** @throws ApiError 400 */
export const refuseUnfitWebhook = ({ event_type: type }: DumpedRow): void => refusePing(String(type));
