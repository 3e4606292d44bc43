import { type Counted, nothingComes } from '../access/caps.ts';
import type { FileRow } from '../access/file-row.ts';
import { nameProblem } from '../access/name-rules.ts';
import { type Change, inChange } from '../change.ts';
import { unhurried } from '../database/unhurried.ts';
import { ApiError, conflict } from '../errors.ts';
import { prepareFile } from '../files/create-file.ts';
import { findFile, updateFile } from '../files/file-rows-store.ts';
import { changeFileWithBelongings } from '../libraries/change-file-with-belongings.ts';
import type { MirrorPull, OpenPull } from '../upstreams/open-pull.ts';
import { type PartName, partNames, readPart } from '../upstreams/pull-parts.ts';
import type { FileMetadata } from '../upstreams/read-metadata.ts';
import { UpstreamFailed } from '../upstreams/upstream-failed.ts';
import { asksForBranches, bringBranches } from './bring-branches.ts';
import type { Bringing } from './bringing.ts';
import { hurryBranches, updateHeldFile } from './due-files-store.ts';
import {
  heldImagesOf,
  holdImage,
  letImagesGo,
  type MirrorStep,
  noteStep,
  stepsOfFile,
} from './mirror-steps-store.ts';
import type { MirroredFile } from './mirrored-files-store.ts';

/** Images are waited for so long; then the document goes first. */
const nearMs = 10 * 60_000;

/**
 * Brings the parts of a state that were not brought yet, each recorded when it ends. Answers the refusal that parts
 * wait for which could not be read yet.
 *
 * @throws UpstreamFailed, ApiError where the document cannot be had now, LeaseLost
 */
export async function bringParts(
  bringing: Bringing,
  file: MirroredFile,
  state: FileMetadata,
): Promise<UpstreamFailed | undefined> {
  const { database } = bringing.context;
  const done = new Set((await stepsOfFile(database, file.fileKey)).map(({ step }) => step));
  const pull = await openPull(bringing, file, { state, hasDocument: done.has('document') });
  let later: UpstreamFailed | undefined;
  const steps = asksForBranches(bringing, file) ? [...partNames, 'branches' as const] : partNames;
  for (const step of steps) {
    if (done.has(step)) continue;
    const read = () => (step === 'branches' ? bringBranches(bringing, file) : readPart(pull, step));
    const refusal = await bringPart(bringing, pull, { step, read });
    if (refusal !== undefined && (refusal.retryAt ?? 0) < (later?.retryAt ?? Infinity)) later = refusal;
  }
  await rename(bringing, file, state);
  return later;
}

interface Step {
  readonly step: PartName | 'branches';
  readonly read: () => Promise<string | undefined>;
}

/** Brings one part and records how that went; answers a refusal for the rate of calls, after which it is tried again. */
async function bringPart(
  bringing: Bringing,
  { fileKey }: OpenPull,
  { step, read }: Step,
): Promise<UpstreamFailed | undefined> {
  const { context, line } = bringing;
  const startedBy = { calls: line.calls(), ms: performance.now() };
  const note = (state: MirrorStep['state'], reason: string | undefined) =>
    unhurried(() =>
      noteStep(context.database, {
        fileKey,
        step,
        state,
        reason: reason ?? null,
        at: context.clock.now(),
        calls: line.calls() - startedBy.calls,
        tookMs: Math.round(performance.now() - startedBy.ms),
      }),
    );
  try {
    await note('done', await read());
    return undefined;
  } catch (error) {
    if (!(error instanceof UpstreamFailed || error instanceof ApiError)) throw error;
    if (step === 'document') throw error;
    if (!(error instanceof UpstreamFailed)) await note('failed', error.message);
    else if (error.kind === 'token') throw error;
    else if (error.kind !== 'limited')
      await note(error.kind === 'forbidden' ? 'skipped' : 'failed', error.message);
    else if (step === 'images' && isNear(error, context.clock.now())) throw error;
    else return error;
    return undefined;
  }
}

const isNear = ({ retryAt }: UpstreamFailed, now: number): boolean =>
  retryAt !== undefined && retryAt - now < nearMs;

interface Pulled {
  readonly state: FileMetadata;
  readonly hasDocument: boolean;
}

async function openPull(
  bringing: Bringing,
  file: MirroredFile,
  { state, hasDocument }: Pulled,
): Promise<OpenPull> {
  const { context, by, upstream, line, mirror } = bringing;
  const { fileKey, elsewhere } = file;
  const { projectId } = mirror;
  const present = await findFile(context.database, fileKey);
  if (present !== undefined) refuseTaken(bringing, present, file.mainKey === null);
  if (present === undefined) await requireMain(bringing, file);
  const counted: Counted<'filesOfProject'> =
    present === undefined ? await prepareFile(context, by, { projectId }) : nothingComes('filesOfProject');
  return {
    context,
    by,
    upstream,
    line,
    elsewhere,
    fileKey,
    projectId,
    counted,
    state,
    isTold: present !== undefined && present.currentVersion !== null,
    brought: { version: null, nodes: 0, images: [], warnings: [] },
    mirror: mirrorPull(bringing, file, hasDocument),
  };
}

/** What is here already, and may have been changed here, is followed only where that was asked for. @throws ApiError 409 */
function refuseTaken({ mirror }: Bringing, { key, mirrorId }: FileRow, isItsOwn: boolean): void {
  if (mirrorId === mirror.id) return;
  if (mirror.kind === 'file' && isItsOwn)
    throw conflict(
      `The key "${key}" is taken by a file that came after this mirror: detach the mirror and add it again, and that file follows.`,
    );
  throw conflict(`The key "${key}" is taken here: a mirror of that file alone has it follow.`);
}

/** @throws ApiError 409 for a branch whose main file is not here */
async function requireMain({ context }: Bringing, { mainKey }: MirroredFile): Promise<void> {
  if (mainKey !== null && (await findFile(context.database, mainKey)) === undefined)
    throw conflict(`The main file "${mainKey}" of the branch is not here.`);
}

function mirrorPull({ context, by, mirror }: Bringing, file: MirroredFile, hasDocument: boolean): MirrorPull {
  const { database } = context;
  const { fileKey } = file;
  const ownerId = mirror.createdBy ?? by.user.id;
  const linkAccess = mirror.kind === 'through' ? 'org_view' : 'inherit';
  return {
    newFile: { ownerId, mirrorId: mirror.id, linkAccess },
    mainFileKey: file.mainKey,
    hasDocument,
    heldImages: () => heldImagesOf(database, fileKey),
    holdImage: (image) => unhurried(() => holdImage(database, fileKey, image)),
    imagesCame: ({ transaction }) => letImagesGo(transaction, fileKey),
    documentCame: async ({ transaction, at }: Change, { version, touchedAt }) => {
      await updateHeldFile(transaction, file, { version, touchedAt });
      await updateFile(transaction, fileKey, { mirrorId: mirror.id });
      await letImagesGo(transaction, fileKey);
      await hurryBranches({ transaction, at }, fileKey);
      const step = { fileKey, step: 'document', calls: 0, reason: null, tookMs: 0, at };
      await noteStep(transaction, { ...step, state: 'done' });
    },
  };
}

/** The file is called what it is called there. */
async function rename(
  { context, by }: Bringing,
  { fileKey }: MirroredFile,
  { name }: FileMetadata,
): Promise<void> {
  const present = await findFile(context.database, fileKey);
  if (present === undefined || present.name === name || nameProblem(name) !== undefined) return;
  await inChange(context, by, (change) =>
    changeFileWithBelongings(change, fileKey, { name }, nothingComes('filesOfProject')),
  );
}
