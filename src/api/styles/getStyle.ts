import { findAsset } from '../../libraries/published-assets-store.ts';
import type { Handler } from '../../operation.ts';

export const getStyle: Handler<'getStyle'> = async ({ caller, path }, context) => ({
  json: { status: 200, error: false, meta: await findAsset(context, caller, 'style', path.key) },
});
