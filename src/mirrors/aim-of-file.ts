import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { unhurried } from '../database/unhurried.ts';
import { type FileMetadata, isSameState, readMetadata } from '../upstreams/read-metadata.ts';
import type { Bringing } from './bringing.ts';
import { updateHeldFile } from './due-files-store.ts';
import { priorities } from './leases.ts';
import { forgetSteps, type MirrorStep, noteStep, stepsOfFile } from './mirror-steps-store.ts';
import type { MirroredFile } from './mirrored-files-store.ts';

/** A state that was aimed at so long ago is looked at anew before it is brought. */
const aimHoldsMs = 5 * 60_000;
/** How often the parts are looked at that can change while the document does not. */
const partsHoldMs = 3_600_000;

/** The state that is to be brought; undefined where it is here already. */
export async function aimOf(bringing: Bringing, file: MirroredFile): Promise<FileMetadata | undefined> {
  const { context, line } = bringing;
  const stored = file.aim === null ? undefined : (JSON.parse(file.aim) as FileMetadata);
  const ageMs = context.clock.now() - (file.aimAt ?? 0);
  if (stored !== undefined && ageMs >= 0 && ageMs < aimHoldsMs) return stored;
  const from = performance.now();
  const state = await readMetadata(line, file.elsewhere);
  const isHere = state.version === file.version && state.touchedAt === file.touchedAt;
  if (isHere && stored === undefined && !wantsParts(bringing, file, ageMs)) return undefined;
  const isSame = stored !== undefined && isSameState(stored, state);
  await aimAt(bringing, file, { state, isHere, isSame, tookMs: Math.round(performance.now() - from) });
  return state;
}

/** Comments and what else changes by itself: whenever it is told or asked for, and every hour; of a list not hourly. */
const wantsParts = ({ mirror }: Bringing, file: MirroredFile, ageMs: number): boolean =>
  file.priority === priorities.awaited ||
  ((mirror.kind === 'file' || mirror.kind === 'through') && (ageMs >= partsHoldMs || ageMs < 0));

interface Aim {
  readonly state: FileMetadata;
  /** The document is here, and other parts are looked at. */
  readonly isHere: boolean;
  /** It was aimed at before, and what was done of it counts. */
  readonly isSame: boolean;
  readonly tookMs: number;
}

async function aimAt(
  { context, line }: Bringing,
  file: MirroredFile,
  { state, isHere, isSame, tookMs }: Aim,
): Promise<void> {
  const at = context.clock.now();
  const { fileKey } = file;
  const step = { fileKey, calls: 0, reason: null, tookMs: 0, at };
  const write = async (transaction: Kysely<Tables>) => {
    const unchanged = isHere ? file.state : file.version === null ? 'waiting' : 'stale';
    await updateHeldFile(transaction, file, { aim: JSON.stringify(state), aimAt: at, state: unchanged });
    if (isSame) return;
    const lacksImages = (await stepsOfFile(transaction, fileKey)).some(isFailedImages);
    await forgetSteps(transaction, fileKey);
    await noteStep(transaction, { ...step, step: 'metadata', state: 'done', calls: line.calls(), tookMs });
    if (!isHere) return;
    const skipped = { ...step, state: 'skipped', reason: 'It did not change.' } as const;
    if (!lacksImages) await noteStep(transaction, { ...skipped, step: 'images' });
    await noteStep(transaction, { ...skipped, step: 'document' });
  };
  await unhurried(() => inTransaction(context.database, write));
}

/** Images that could not be had are asked for again, though the document did not change that shows them. */
const isFailedImages = ({ step, state }: MirrorStep): boolean => step === 'images' && state === 'failed';
