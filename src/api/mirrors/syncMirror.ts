import { hurryMirror, syncMirror as sync } from '../../mirrors/sync-mirror.ts';
import type { Handler } from '../../operation.ts';
import { mirrorRecord } from './mirror-record.ts';

export const syncMirror: Handler<'syncMirror'> = async ({ caller, path, query, signal }, context) => {
  const { mirror_id: id } = path;
  const mirror =
    query.wait === false ? hurryMirror(context, caller, id) : sync(context, caller, id, signal());
  return { json: await mirrorRecord(context, caller, await mirror) };
};
