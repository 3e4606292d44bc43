import type { Handler } from '../../operation.ts';
import { findUpstream } from '../../upstreams/find-upstream.ts';
import { upstreamRecord } from './upstream-record.ts';

export const getUpstream: Handler<'getUpstream'> = async ({ caller, path }, { database }) => ({
  json: upstreamRecord(await findUpstream(database, caller, path.upstream_id)),
});
