import type { Handler } from '../../operation.ts';
import { viewedSite } from '../../sites/viewed-pages-store.ts';
import { factsAnswer } from './facts-answer.ts';

/** Tells what a viewer has to know of a published site. */
export const getViewerSite: Handler<'getViewerSite'> = async ({ path, query, basePath }, context) => {
  const viewed = await viewedSite(path.site_id, context);
  const own = `${basePath}/viewer/v1/sites/${encodeURIComponent(path.site_id)}`;
  return factsAnswer(context, viewed, own, query['node-id']);
};
