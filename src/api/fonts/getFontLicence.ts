import { fontLicence } from '../../fonts/font-licence.ts';
import type { Handler } from '../../operation.ts';

export const getFontLicence: Handler<'getFontLicence'> = async ({ caller, path }, context) => ({
  text: await fontLicence(context, caller, path.font_id),
  contentType: 'text/plain; charset=utf-8',
});
