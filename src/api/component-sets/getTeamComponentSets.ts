import { findTeamAssets } from '../../libraries/published-assets-store.ts';
import type { Handler } from '../../operation.ts';

/** The component sets that the libraries of a team offer, page by page. */
export const getTeamComponentSets: Handler<'getTeamComponentSets'> = async (
  { caller, path, query },
  context,
) => {
  const list = { teamId: path.team_id, kind: 'component_set' } as const;
  const { assets, ...cursor } = await findTeamAssets(context, caller, list, {
    ...query,
    size: query.page_size,
  });
  return { json: { status: 200, error: false, meta: { component_sets: assets, ...cursor } } };
};
