import type { Handler } from '../../operation.ts';
import { viewedSite } from '../../sites/viewed-pages-store.ts';
import { tileAnswer } from './tile-answer.ts';

/** Sends a square of a published site's page as a picture. */
export const getViewerSiteTile: Handler<'getViewerSiteTile'> = async (call, context) =>
  tileAnswer(context, await viewedSite(call.path.site_id, context), call);
