import { inChange } from '../../change.ts';
import { organizationIdOf } from '../../contract/branded-ids.ts';
import { badRequest } from '../../errors.ts';
import type { Handler } from '../../operation.ts';
import { createUpstream as create, prepareUpstream } from '../../upstreams/create-upstream.ts';
import { upstreamsPlace } from '../../upstreams/find-upstream.ts';
import { givenToken } from './given-token.ts';
import { upstreamRecord } from './upstream-record.ts';

export const createUpstream: Handler<'createUpstream'> = async ({ caller, body }, context) => {
  const { name, base_url: baseUrl, ca, share } = body;
  const token = givenToken(body, context.clock.now());
  if (token === undefined) throw badRequest('Give a token, or a grant.');
  const asked = organizationIdOf(body.organization);
  const organizationId = await upstreamsPlace(context.database, caller, asked);
  const wanted = { organizationId, name, baseUrl, ca, token, share };
  const counted = await prepareUpstream(context, caller, wanted);
  return {
    json: upstreamRecord(await inChange(context, caller, (change) => create(change, wanted, counted))),
  };
};
