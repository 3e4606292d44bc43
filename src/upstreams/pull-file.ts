import type { Caller } from '../access/caller.ts';
import { nothingComes } from '../access/caps.ts';
import type { Context } from '../context.ts';
import type { FileKey, ProjectId, UpstreamId } from '../contract/branded-ids.ts';
import { badRequest } from '../errors.ts';
import { prepareFile } from '../files/create-file.ts';
import { findEditableFile, visibleFile } from '../files/visible-file-store.ts';
import { findEditableProject } from '../places/projects-store.ts';
import { readDesignAddress } from './design-address.ts';
import { findUpstream } from './find-upstream.ts';
import { keptKey } from './kept-ids.ts';
import type { Brought, OpenPull } from './open-pull.ts';
import { type PartReport, partNames, pullPart } from './pull-parts.ts';
import { readMetadata } from './read-metadata.ts';
import { refusalOf, UpstreamFailed } from './upstream-failed.ts';
import { openLine, type UpstreamLine } from './upstream-line.ts';
import type { Upstream } from './upstreams-store.ts';

export interface PullRequest {
  readonly upstreamId: UpstreamId;
  /** The address of a design there, or its key. */
  readonly address: string;
  readonly projectId: ProjectId;
}

/** A file that was read once, and what became of its parts. */
export interface Pulled extends Brought {
  readonly fileKey: FileKey;
  readonly name: string;
  readonly parts: readonly PartReport[];
}

/**
 * Reads a file of an upstream into a project, once: a new one, or one that is there by the same key as a new version.
 * @throws ApiError 400, 403, 404, 409, 413, 429, 502
 */
export async function pullFile(context: Context, by: Caller, wanted: PullRequest): Promise<Pulled> {
  const { database, clock } = context;
  const upstream = await findUpstream(database, by, wanted.upstreamId);
  const elsewhere = readDesignAddress(wanted.address)?.key;
  if (elsewhere === undefined)
    throw badRequest(
      'This is no address of a design, such as https://www.figma.com/design/KEY/Name, and no key.',
    );
  await requireOwnProject(context, by, upstream, wanted.projectId);
  try {
    const line = openLine({ ...context, patienceMs: 0 }, upstream);
    return await pullBy(context, by, { ...wanted, upstream, elsewhere, line }).finally(line.close);
  } catch (error) {
    throw error instanceof UpstreamFailed ? refusalOf(error, clock.now()) : error;
  }
}

/** @throws ApiError 400, 403, 404 */
export async function requireOwnProject(
  { database }: Pick<Context, 'database'>,
  by: Caller,
  { organizationId }: Upstream,
  projectId: ProjectId,
): Promise<void> {
  const project = await findEditableProject(database, by, projectId);
  if (project.organizationId !== organizationId)
    throw badRequest('The upstream belongs to another organization than the project.');
}

interface Pulling extends PullRequest {
  readonly upstream: Upstream;
  readonly elsewhere: string;
  readonly line: UpstreamLine;
}

async function pullBy(context: Context, by: Caller, pulling: Pulling): Promise<Pulled> {
  const { upstream, elsewhere, line, projectId } = pulling;
  const state = await readMetadata(line, elsewhere);
  const parts: PartReport[] = [{ part: 'metadata', state: 'done', calls: line.calls() }];
  const target = await targetFile(context, by, keptKey(upstream, elsewhere), projectId);
  const brought: Brought = { version: null, nodes: 0, images: [], warnings: [] };
  const pull: OpenPull = {
    context,
    by,
    upstream,
    line,
    elsewhere,
    projectId,
    state,
    brought,
    ...target,
    isTold: !target.isNew,
  };
  for (const part of partNames) parts.push(await pullPart(pull, part));
  return { ...brought, fileKey: target.fileKey, name: state.name, parts };
}

/** The file that takes what is read, and that it may be made where it is not there. @throws ApiError 400, 403, 404 */
async function targetFile(
  context: Context,
  by: Caller,
  fileKey: FileKey,
  projectId: ProjectId,
): Promise<Pick<OpenPull, 'fileKey' | 'counted'> & { readonly isNew: boolean }> {
  const present = await visibleFile(context.database, by, fileKey);
  if (present === undefined)
    return { fileKey, counted: await prepareFile(context, by, { projectId }), isNew: true };
  const { currentVersion } = await findEditableFile(context.database, by, fileKey);
  return { fileKey, counted: nothingComes('filesOfProject'), isNew: currentVersion === null };
}
