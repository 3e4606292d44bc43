import { syncMirror as sync } from '../../mirrors/sync-mirror.ts';
import type { Handler } from '../../operation.ts';
import { mirrorRecord } from './mirror-record.ts';

export const syncMirror: Handler<'syncMirror'> = async ({ caller, path, signal }, context) => ({
  json: await mirrorRecord(context, await sync(context, caller, path.mirror_id, signal())),
});
