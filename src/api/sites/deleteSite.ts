import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';
import { deleteSite as deleteSiteOf } from '../../sites/delete-site.ts';

/** Takes a site away; the file stays as it is. */
export const deleteSite: Handler<'deleteSite'> = async ({ caller, path }, context) => {
  await inChange(context, caller, (change) => deleteSiteOf(change, path.site_id));
  return { json: { status: 200, error: false } };
};
