import { inChange } from '../../change.ts';
import { projectIdOf, upstreamIdOf } from '../../contract/branded-ids.ts';
import { badRequest } from '../../errors.ts';
import { createMirror as create, type NewMirror, prepareMirror } from '../../mirrors/create-mirror.ts';
import { forgetThatNoneIs } from '../../mirrors/mirror-header.ts';
import { hookMirror } from '../../mirrors/mirror-webhooks.ts';
import { findMirrorRow } from '../../mirrors/mirrors-store.ts';
import type { Handler } from '../../operation.ts';
import { readDesignAddress } from '../../upstreams/design-address.ts';
import { readPlaceAddress } from '../../upstreams/place-address.ts';
import { mirrorRecord } from './mirror-record.ts';

type Body = Parameters<Handler<'createMirror'>>[0]['body'];

export const createMirror: Handler<'createMirror'> = async ({ caller, body }, context) => {
  const place = { upstreamId: upstreamIdOf(body.upstream), projectId: projectIdOf(body.project) };
  const more = { versionCount: body.versions, withBranches: body.branches };
  const wanted = { ...place, ...mirroredThing(body), ...more };
  const counted = await prepareMirror(context, caller, { ...wanted, withWebhooks: body.webhooks });
  const mirror = await inChange(context, caller, (change) => create(change, wanted, counted));
  forgetThatNoneIs(context);
  const refusal = body.webhooks === true ? await hookMirror(context, mirror) : undefined;
  const failure = refusal === undefined ? {} : { webhooks_failure: refusal };
  const made = (await findMirrorRow(context.database, mirror.id)) ?? mirror;
  return { json: { ...(await mirrorRecord(context, caller, made)), ...failure } };
};

/** @throws ApiError 400 where it is not one thing */
function mirroredThing(body: Body): Pick<NewMirror, 'kind' | 'elsewhere'> {
  const { file_key, url, project_id, team_id } = body;
  const address = url ?? file_key;
  const [thing, ...others] = [
    ...(address === undefined ? [] : [thingAt(address)]),
    ...(project_id === undefined ? [] : [{ kind: 'project' as const, elsewhere: idOf(project_id) }]),
    ...(team_id === undefined ? [] : [{ kind: 'team' as const, elsewhere: idOf(team_id) }]),
  ];
  if (thing === undefined || others.length > 0)
    throw badRequest('Say what to mirror: one of "file_key", "url", "project_id" and "team_id".');
  return thing;
}

/** A file by its key or address, or a place by that of its page. @throws ApiError 400 */
function thingAt(address: string): Pick<NewMirror, 'kind' | 'elsewhere'> {
  const key = readDesignAddress(address)?.key;
  if (key !== undefined) return { kind: 'file', elsewhere: key };
  const place = readPlaceAddress(address);
  if (place !== undefined) return { kind: place.kind, elsewhere: place.elsewhere };
  throw badRequest(
    'This is no address of a design, such as https://www.figma.com/design/KEY/Name, of a project or a team, and no key.',
  );
}

function idOf(text: string): string {
  if (!/^\d{1,64}$/.test(text)) throw badRequest('Ids of projects and teams are digits.');
  return text;
}
