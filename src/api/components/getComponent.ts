import { fileKeyOf } from '../../contract/branded-ids.ts';
import { findAsset } from '../../libraries/published-assets-store.ts';
import type { Handler } from '../../operation.ts';

export const getComponent: Handler<'getComponent'> = async ({ caller, path }, context) => {
  const meta = await findAsset(context, caller, 'component', path.key);
  return { json: { status: 200, error: false, meta }, fileKey: fileKeyOf(meta.file_key) };
};
