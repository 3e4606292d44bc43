import { inChange } from '../../change.ts';
import { organizationIdOf } from '../../contract/branded-ids.ts';
import type { Handler } from '../../operation.ts';
import { createUpstream as create, prepareUpstream } from '../../upstreams/create-upstream.ts';
import { upstreamsPlace } from '../../upstreams/find-upstream.ts';
import { upstreamRecord } from './upstream-record.ts';

export const createUpstream: Handler<'createUpstream'> = async ({ caller, body }, context) => {
  const { name, base_url: baseUrl, ca, token, token_kind: tokenKind, share } = body;
  const asked = organizationIdOf(body.organization);
  const organizationId = await upstreamsPlace(context.database, caller, asked);
  const wanted = { organizationId, name, baseUrl, ca, token, tokenKind, share };
  const counted = await prepareUpstream(context, caller, wanted);
  return {
    json: upstreamRecord(await inChange(context, caller, (change) => create(change, wanted, counted))),
  };
};
