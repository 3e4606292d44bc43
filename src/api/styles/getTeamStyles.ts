import { findTeamAssets } from '../../libraries/published-assets-store.ts';
import type { Handler } from '../../operation.ts';

/** The styles that the libraries of a team offer, page by page. */
export const getTeamStyles: Handler<'getTeamStyles'> = async ({ caller, path, query }, context) => {
  const list = { teamId: path.team_id, kind: 'style' } as const;
  const { assets, ...cursor } = await findTeamAssets(context, caller, list, {
    ...query,
    size: query.page_size,
  });
  return { json: { status: 200, error: false, meta: { styles: assets, ...cursor } } };
};
