import { inChange } from '../../change.ts';
import { detachFile as detach } from '../../mirrors/detach-mirror.ts';
import type { Handler } from '../../operation.ts';

export const detachFile: Handler<'detachFile'> = async ({ caller, path }, context) => {
  await inChange(context, caller, (change) => detach(change, path.file_key));
  return { json: { status: 200, error: false } };
};
