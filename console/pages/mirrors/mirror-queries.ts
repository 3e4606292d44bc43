import { type Answer, call } from '../../api/call.ts';
import { callAll } from '../../api/call-all.ts';
import { queries } from '../../api/queries.ts';
import { lockedOutMs } from '../../api/refusals.ts';

export type Mirror = Answer<'GET /workspace/v1/mirrors/{mirror_id}'>;
export type MirroredFile = Mirror['files'][number];
export type Upstream = Answer<'GET /workspace/v1/upstreams/{upstream_id}'>;
export type CheckedToken = Answer<'POST /workspace/v1/upstreams/{upstream_id}/check'>;

/** Asked again while somebody looks. */
const lookAgainMs = 3_000;

export const mirrorsQuery = {
  queryKey: ['mirrors'],
  queryFn: () => callAll('GET /workspace/v1/mirrors'),
  refetchInterval: lookAgainMs,
} as const;

export const mirrorQuery = (id: string) => ({
  queryKey: ['mirrors', id] as const,
  queryFn: () => call('GET /workspace/v1/mirrors/{mirror_id}', { path: { mirror_id: id } }),
  refetchInterval: lookAgainMs,
});

export const upstreamsQuery = {
  queryKey: ['upstreams'],
  queryFn: () => callAll('GET /workspace/v1/upstreams'),
} as const;

/** What was done last to keep a file current. */
export const stepsQuery = (file_key: string) => ({
  queryKey: ['mirrors', 'steps', file_key] as const,
  queryFn: () => call('GET /workspace/v1/files/{file_key}/mirror', { path: { file_key } }),
});

/** What the last check of the token brought; asked only when somebody presses. */
export const checkQuery = (id: string) => ({
  queryKey: ['upstreams', id, 'check'] as const,
  queryFn: () => call('POST /workspace/v1/upstreams/{upstream_id}/check', { path: { upstream_id: id } }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const lookAgain = () => queries.invalidateQueries({ queryKey: ['mirrors'] });
const lookAtUpstreams = () => queries.invalidateQueries({ queryKey: ['upstreams'], exact: true });

export async function changeMirror(
  mirror_id: string,
  body: { paused?: boolean; versions?: number },
): Promise<void> {
  await call('PATCH /workspace/v1/mirrors/{mirror_id}', { path: { mirror_id }, body });
  await lookAgain();
}

export async function syncMirror(mirror_id: string): Promise<void> {
  await call('POST /workspace/v1/mirrors/{mirror_id}/sync', { path: { mirror_id } });
  await lookAgain();
}

export async function detachMirror(mirror_id: string): Promise<void> {
  await call('DELETE /workspace/v1/mirrors/{mirror_id}', { path: { mirror_id } });
}

export async function detachFile(file_key: string): Promise<void> {
  await call('DELETE /workspace/v1/files/{file_key}/mirror', { path: { file_key } });
  await lookAgain();
}

export async function addMirror(body: {
  readonly upstream: string;
  readonly project: string;
  readonly url: string;
  readonly versions: number;
  readonly branches: boolean;
  readonly webhooks: boolean;
}): Promise<Mirror> {
  const made = await call('POST /workspace/v1/mirrors', { body });
  await lookAgain();
  return made;
}

/** A token, or what has one refreshed. */
export interface GivenToken {
  readonly token?: string;
  readonly token_kind?: 'personal' | 'plan';
  readonly expires_at?: string;
  readonly grant?: { client_id: string; client_secret: string; refresh_token: string };
}

/** What the fields of the form about an upstream hold. */
export interface GivenUpstream extends GivenToken {
  readonly name: string;
  readonly base_url: string;
  readonly share: number;
  readonly ca?: string;
}

/**
 * Adds an upstream whose token works; one that does not is not kept, so that the form can be sent again. One that takes
 * no calls for a while is kept: its token is tried then.
 */
export async function addUpstream(body: GivenUpstream): Promise<void> {
  const { id } = await call('POST /workspace/v1/upstreams', { body });
  try {
    await checkUnlessLockedOut(id);
  } catch (error) {
    await removeUpstream(id);
    throw error;
  }
  await lookAtUpstreams();
}

export async function removeUpstream(upstream_id: string): Promise<void> {
  await call('DELETE /workspace/v1/upstreams/{upstream_id}', { path: { upstream_id } });
  queries.removeQueries(checkQuery(upstream_id));
  await Promise.all([lookAtUpstreams(), lookAgain()]);
}

/** Gives an upstream another token, and asks whose it is. */
export async function changeToken(upstream_id: string, body: GivenToken): Promise<void> {
  await call('PATCH /workspace/v1/upstreams/{upstream_id}', { path: { upstream_id }, body });
  await lookAgain();
  await checkUnlessLockedOut(upstream_id).finally(lookAtUpstreams);
}

/** Where the upstream takes no calls for a while, that is told where the outcome of the check is. */
async function checkUnlessLockedOut(id: string): Promise<void> {
  await checkAnew(id).catch((error) => {
    if (lockedOutMs(error) === undefined) throw error;
  });
}

export const checkAnew = (id: string): Promise<CheckedToken> =>
  queries.fetchQuery({ ...checkQuery(id), staleTime: 0 });

/** The same of one that is shown, with what is known of its token's end from then on. */
export const checkShown = (id: string): Promise<CheckedToken> => checkAnew(id).finally(lookAtUpstreams);
