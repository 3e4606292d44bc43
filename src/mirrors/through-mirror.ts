import { uncounted } from '../access/caps.ts';
import { inChange } from '../change.ts';
import type { Context } from '../context.ts';
import { mirrorIdOf, upstreamIdOf } from '../contract/branded-ids.ts';
import { createProject } from '../places/create-project.ts';
import { createTeam, prepareTeam } from '../places/create-team.ts';
import { findUpstreamRow, type Upstream, upstreamByName } from '../upstreams/upstreams-store.ts';
import { bringingCaller } from './bringing-caller.ts';
import { insertMirror, type Mirror, mirrorOf } from './mirrors-store.ts';
import { recordMirror } from './record-mirror.ts';

/** The upstream whose files come when somebody asks for them; undefined where the settings name none that there is. */
export async function throughUpstream({
  config,
  database,
}: Pick<Context, 'config' | 'database'>): Promise<Upstream | undefined> {
  const { readThrough: name } = config;
  if (name === undefined) return undefined;
  return (await findUpstreamRow(database, upstreamIdOf(name))) ?? upstreamByName(database, name);
}

/** Why nothing is read through though the settings name an upstream; undefined where it is, or none is named. */
export async function throughProblem(
  parts: Pick<Context, 'config' | 'database'>,
): Promise<string | undefined> {
  const { readThrough: name } = parts.config;
  if (name === undefined) return undefined;
  const upstream = await throughUpstream(parts);
  if (upstream?.keepsIds === 1) return undefined;
  const named = `VITRINE_READ_THROUGH names ${JSON.stringify(name)}`;
  return upstream === undefined
    ? `${named}, and there is no such upstream: no file is read through until there is.`
    : `${named}, which the administrator of the installation did not add: no file is read through.`;
}

/** What keeps them current; made at the first of them, with a team and a project of its own. */
export async function throughMirror(context: Context, upstream: Upstream): Promise<Mirror> {
  const thing = { upstreamId: upstream.id, kind: 'through', elsewhere: '' } as const;
  const present = await mirrorOf(context.database, thing);
  if (present !== undefined) return present;
  try {
    return await makeMirror(context, upstream);
  } catch (error) {
    // Somebody else asked at the same moment.
    const made = await mirrorOf(context.database, thing);
    if (made === undefined) throw error;
    return made;
  }
}

async function makeMirror(context: Context, upstream: Upstream): Promise<Mirror> {
  const by = await bringingCaller(context);
  const { id: upstreamId, organizationId, name } = upstream;
  const wanted = { name: 'Read through', organizationId };
  const counted = await prepareTeam(context, by, wanted);
  return inChange(context, by, async (change) => {
    const { transaction, at } = change;
    const { id: teamId } = await createTeam(change, wanted, counted);
    const place = { name, teamId, access: 'team', parentId: null } as const;
    const first = uncounted('projectsOfTeam', 'It is the first of its team.');
    const { id: projectId } = await createProject(change, place, first);
    const mirror: Mirror = {
      id: mirrorIdOf(context.ids.digits()),
      upstreamId,
      projectId,
      kind: 'through',
      elsewhere: '',
      versionCount: 0,
      withBranches: 0,
      isPaused: 0,
      failure: null,
      webhookElsewhere: null,
      passcodeHash: null,
      held: null,
      createdBy: null,
      createdAt: at,
    };
    await insertMirror(transaction, mirror);
    await recordMirror(change, 'org_mirror_add', mirror, upstream);
    return mirror;
  });
}
