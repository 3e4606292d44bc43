import { inChange } from '../../change.ts';
import { changeMirror } from '../../mirrors/change-mirror.ts';
import type { Handler } from '../../operation.ts';
import { mirrorRecord } from './mirror-record.ts';

export const updateMirror: Handler<'updateMirror'> = async ({ caller, path, body }, context) => {
  const mirror = await inChange(context, caller, (change) =>
    changeMirror(change, path.mirror_id, { paused: body.paused, versionCount: body.versions }),
  );
  return { json: await mirrorRecord(context, caller, mirror) };
};
