import { nextPage } from '../../access/paged-list.ts';
import { organizationIdOf } from '../../contract/branded-ids.ts';
import type { Handler } from '../../operation.ts';
import { listedPlace } from '../../upstreams/find-upstream.ts';
import { pageOfUpstreams } from '../../upstreams/upstreams-store.ts';
import { upstreamRecord } from './upstream-record.ts';

export const listUpstreams: Handler<'listUpstreams'> = async ({ caller, query }, { database }) => {
  const organization = await listedPlace(database, caller, organizationIdOf(query.organization));
  const { rows, ...page } = await pageOfUpstreams(database, organization, query);
  return { json: { upstreams: rows.map(upstreamRecord), ...nextPage(page) } };
};
