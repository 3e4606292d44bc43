import { endMirror } from '../../mirrors/end-mirror.ts';
import type { Handler } from '../../operation.ts';

export const deleteMirror: Handler<'deleteMirror'> = async ({ caller, path }, context) => {
  await endMirror(context, caller, path.mirror_id);
  return { json: { status: 200, error: false } };
};
