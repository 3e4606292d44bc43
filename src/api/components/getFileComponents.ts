import { findFileAssets } from '../../libraries/published-assets-store.ts';
import type { Handler } from '../../operation.ts';

/** The components that one library offers. */
export const getFileComponents: Handler<'getFileComponents'> = async ({ caller, path }, context) => {
  const components = await findFileAssets(context, caller, 'component', path.file_key);
  return { json: { status: 200, error: false, meta: { components } } };
};
