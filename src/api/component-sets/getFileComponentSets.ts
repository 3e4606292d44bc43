import { findFileAssets } from '../../libraries/published-assets-store.ts';
import type { Handler } from '../../operation.ts';

/** The component sets that one library offers. */
export const getFileComponentSets: Handler<'getFileComponentSets'> = async ({ caller, path }, context) => {
  const assets = await findFileAssets(context, caller, 'component_set', path.file_key);
  return { json: { status: 200, error: false, meta: { component_sets: assets } } };
};
