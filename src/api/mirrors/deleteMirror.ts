import { inChange } from '../../change.ts';
import { detachMirror } from '../../mirrors/detach-mirror.ts';
import type { Handler } from '../../operation.ts';

export const deleteMirror: Handler<'deleteMirror'> = async ({ caller, path }, context) => {
  await inChange(context, caller, (change) => detachMirror(change, path.mirror_id));
  return { json: { status: 200, error: false } };
};
