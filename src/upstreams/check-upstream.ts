import type { Caller } from '../access/caller.ts';
import type { Tier } from '../access/rate-limits/limits.ts';
import type { Context } from '../context.ts';
import { type UpstreamId, type UserId, userIdOf } from '../contract/branded-ids.ts';
import { findAdministeredUpstream } from './find-upstream.ts';
import { textOf } from './read-values.ts';
import { pausedUntil } from './tiers-store.ts';
import { refusalOf, UpstreamFailed } from './upstream-failed.ts';
import { openLine, type UpstreamLine } from './upstream-line.ts';
import type { Upstream } from './upstreams-store.ts';

/** Whose a token is at an upstream, where it may say so, and what it cannot be used for. */
export interface CheckedUpstream {
  readonly user?: { readonly id: UserId; readonly handle: string };
  readonly scopesMissing: readonly string[];
}

const longestShown = 200;

/** No file has this key, so that nothing is read: a token that has the scope is told that there is none. */
const noFile = '/v1/files/0000000000000000000000';

/** By which a token may say whose it is. */
const scopeOfHolder = 'current_user:read';

/** A call that tells whether the token has a scope. */
interface Probe {
  readonly scope: string;
  readonly path: string;
  readonly tier: Tier;
  /** Of a part that few need: not asked for where the share has no room for it, and then not told as missing. */
  readonly isLeftOutFirst?: boolean;
}

/** None of them is of the dearest tier. */
const probes: readonly Probe[] = [
  { scope: 'file_metadata:read', path: `${noFile}/meta`, tier: 'tier3' },
  { scope: 'file_content:read', path: `${noFile}/images`, tier: 'tier2' },
  { scope: 'file_comments:read', path: `${noFile}/comments`, tier: 'tier2' },
  { scope: 'file_versions:read', path: `${noFile}/versions`, tier: 'tier2' },
  { scope: 'library_content:read', path: `${noFile}/components`, tier: 'tier3' },
  { scope: 'file_dev_resources:read', path: `${noFile}/dev_resources`, tier: 'tier2' },
  {
    scope: 'file_variables:read',
    path: `${noFile}/variables/local`,
    tier: 'tier2',
    isLeftOutFirst: true,
  },
  // A project that is not there is refused like a scope that lacks; what is no id of one is told as such.
  { scope: 'projects:read', path: '/v1/projects/none/files', tier: 'tier2', isLeftOutFirst: true },
];

/** Whether calls of the dearest tier are taken again is asked only where they were not. */
const dearest = { path: `${noFile}?depth=1`, tier: 'tier1' } as const;

/**
 * Asks an upstream whose the token is, and for what it lacks a scope; also while it takes no calls, so that it takes them
 * again from its answer on.
 * @throws ApiError 403, 404, and as the upstream fails
 */
export async function checkUpstream(
  context: Context,
  caller: Caller,
  id: UpstreamId,
): Promise<CheckedUpstream> {
  const upstream = await findAdministeredUpstream(context.database, caller, id);
  try {
    const line = openLine({ ...context, patienceMs: 0, asksAnyway: true }, upstream);
    return await checkBy(context, line, upstream).finally(line.close);
  } catch (error) {
    throw error instanceof UpstreamFailed ? refusalOf(error, context.clock.now()) : error;
  }
}

async function checkBy(
  { database, clock }: Context,
  line: UpstreamLine,
  { id: upstreamId }: Upstream,
): Promise<CheckedUpstream> {
  const checked = await check(line);
  const { tier } = dearest;
  if ((await pausedUntil(database, { upstreamId, tier }, clock.now())) !== undefined)
    await line.json(dearest.path, tier).catch(ignoreFailed);
  return checked;
}

/** What it says is kept; the token is no worse for it. */
function ignoreFailed(error: unknown): void {
  if (!(error instanceof UpstreamFailed)) throw error;
}

async function check(line: UpstreamLine): Promise<CheckedUpstream> {
  const holder = await holderOf(line);
  const scopesMissing = await missingScopes(line);
  if (!(holder instanceof UpstreamFailed)) return { user: holder, scopesMissing };
  const lacks = [scopeOfHolder, ...scopesMissing];
  if (scopesMissing.length < probes.length) return { scopesMissing: lacks };
  const all = `Of all that is asked for it may read nothing: it lacks ${lacks.join(', ')}.`;
  throw new UpstreamFailed('forbidden', `${holder.message} ${all}`);
}

/** Whose the token is, or how it was said that it may not tell; it may be good for all else. */
async function holderOf(line: UpstreamLine): Promise<NonNullable<CheckedUpstream['user']> | UpstreamFailed> {
  try {
    const me = await line.json('/v1/me', 'tier3');
    return { id: userIdOf(shown(textOf(me, 'id'))), handle: shown(textOf(me, 'handle')) };
  } catch (error) {
    if (error instanceof UpstreamFailed && error.kind === 'forbidden') return error;
    throw error;
  }
}

/** Those of the scopes that the token lacks, all of them if none are named. @throws UpstreamFailed where a limit keeps it from being known */
export async function missingScopes(line: UpstreamLine, scopes?: readonly string[]): Promise<string[]> {
  const asked = probes.filter(({ scope }) => scopes === undefined || scopes.includes(scope));
  const lacking: string[] = [];
  // Those that may be left out take no room from the others, which are all asked by then.
  for (const isLeftOutFirst of [false, true]) {
    const some = asked.filter((probe) => (probe.isLeftOutFirst ?? false) === isLeftOutFirst);
    const lacks = await Promise.all(some.map((probe) => isLacking(line, probe)));
    for (const [index, { scope }] of some.entries()) if (lacks[index]) lacking.push(scope);
  }
  return lacking;
}

/** Whatever it says, in a line. */
const shown = (text: string): string => text.replaceAll(/\p{C}/gu, ' ').slice(0, longestShown);

async function isLacking(
  line: UpstreamLine,
  { path, tier, isLeftOutFirst = false }: Probe,
): Promise<boolean> {
  try {
    await line.json(path, tier);
    return false;
  } catch (error) {
    if (!(error instanceof UpstreamFailed)) throw error;
    if (error.kind === 'limited' && !isLeftOutFirst) throw error;
    return error.kind === 'forbidden' && !/limited by .*plan/i.test(error.message);
  }
}
