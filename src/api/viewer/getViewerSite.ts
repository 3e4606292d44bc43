import type { Handler } from '../../operation.ts';
import { viewedSite } from '../../sites/viewed-pages-store.ts';
import { factsAnswer } from './facts-answer.ts';

/** Tells what a viewer has to know of a published site. */
export const getViewerSite: Handler<'getViewerSite'> = async (call, context) => {
  const viewed = await viewedSite(call.path.site_id, context);
  const own = `${call.basePath}/viewer/v1/sites/${encodeURIComponent(call.path.site_id)}`;
  return factsAnswer(context, viewed, own, call);
};
