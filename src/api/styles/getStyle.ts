import { fileKeyOf } from '../../contract/branded-ids.ts';
import { findAsset } from '../../libraries/published-assets-store.ts';
import type { Handler } from '../../operation.ts';

export const getStyle: Handler<'getStyle'> = async ({ caller, path }, context) => {
  const meta = await findAsset(context, caller, 'style', path.key);
  return { json: { status: 200, error: false, meta }, fileKey: fileKeyOf(meta.file_key) };
};
