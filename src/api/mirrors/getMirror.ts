import { findMirror } from '../../mirrors/find-mirror.ts';
import type { Handler } from '../../operation.ts';
import { mirrorRecord } from './mirror-record.ts';

export const getMirror: Handler<'getMirror'> = async ({ caller, path }, context) => ({
  json: await mirrorRecord(context, caller, await findMirror(context.database, caller, path.mirror_id)),
});
