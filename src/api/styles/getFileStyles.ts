import { findFileAssets } from '../../libraries/published-assets-store.ts';
import type { Handler } from '../../operation.ts';

/** The styles that one library offers. */
export const getFileStyles: Handler<'getFileStyles'> = async ({ caller, path }, context) => {
  const styles = await findFileAssets(context, caller, 'style', path.file_key);
  return { json: { status: 200, error: false, meta: { styles } } };
};
