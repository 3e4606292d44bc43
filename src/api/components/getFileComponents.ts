import type { Handler } from '../../operation.ts';
import { findFileAssets } from '../libraries/published-store.ts';

/** The components that one library offers. */
export const getFileComponents: Handler<'getFileComponents'> = async ({ caller, path }, context) => {
  const components = await findFileAssets(context, caller, 'component', path.file_key);
  return { json: { status: 200, error: false, meta: { components } } };
};
