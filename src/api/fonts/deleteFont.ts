import { inChange } from '../../change.ts';
import { removeFont } from '../../fonts/remove-font.ts';
import type { Handler } from '../../operation.ts';

export const deleteFont: Handler<'deleteFont'> = async ({ caller, path }, context) => {
  await inChange(context, caller, (change) => removeFont(change, path.font_id));
  return { json: { status: 200, error: false } };
};
