import type { Caller } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import type { FileKey } from '../../contract/branded-ids.ts';
import type { WorkspaceMirror } from '../../contract/contract.ts';
import { isoTime } from '../../iso-time.ts';
import { isMirrorSeen } from '../../mirrors/find-mirror.ts';
import type { HeldByOther } from '../../mirrors/held-by-others.ts';
import type { LackingPart } from '../../mirrors/mirror-steps-store.ts';
import type { MirroredFile } from '../../mirrors/mirrored-files-store.ts';
import type { Mirror } from '../../mirrors/mirrors-store.ts';
import { type ShownMirror, stateOfMirror } from '../../mirrors/state-of-mirror.ts';

/** A mirror as it is shown to the caller, with how far it is at this moment. */
export async function mirrorRecord(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  caller: Caller,
  mirror: Mirror,
): Promise<WorkspaceMirror> {
  const shown = await stateOfMirror({ database, clock }, mirror);
  const { pausedUntil, waitsUntil, reason, state, isSettled: settled, files, counts, uses } = shown;
  const lacking = Map.groupBy(shown.lacking, ({ fileKey }) => fileKey);
  const { id, upstreamId: upstream, projectId: project, kind } = mirror;
  return {
    id,
    upstream,
    project,
    kind,
    ...nameElsewhere(mirror),
    state,
    settled,
    versions: mirror.versionCount,
    branches: mirror.withBranches === 1,
    webhooks: mirror.webhookElsewhere !== null,
    ...(reason === undefined ? {} : { reason }),
    ...(pausedUntil === undefined ? {} : { paused_until: isoTime(pausedUntil) }),
    ...(waitsUntil === undefined ? {} : { waits_until: isoTime(waitsUntil) }),
    files: files.map((file) => ({ ...fileRecord(file), ...lackingOf(file, lacking) })),
    counts: Object.fromEntries(counts),
    incomplete: shown.incompleteCount,
    held_by_others: await heldRecords(database, caller, shown.heldByOthers),
    budgets: uses.map(budgetRecord),
    created_at: isoTime(mirror.createdAt),
  };
}

/** Of mirrors that the caller does not see they learn how many files these hold, together. */
async function heldRecords(
  database: Context['database'],
  caller: Caller,
  held: readonly HeldByOther[],
): Promise<WorkspaceMirror['held_by_others']> {
  const named: WorkspaceMirror['held_by_others'] = [];
  let unseen = 0;
  for (const { mirror, count } of held)
    if (await isMirrorSeen(database, caller, mirror)) named.push({ mirror: mirror.id, files: count });
    else unseen += count;
  return unseen === 0 ? named : [...named, { files: unseen }];
}

function nameElsewhere({ kind, elsewhere }: Mirror) {
  if (kind === 'file') return { file_key: elsewhere };
  if (kind === 'project') return { project_id: elsewhere };
  return kind === 'team' ? { team_id: elsewhere } : {};
}

export const fileRecord = (file: MirroredFile): WorkspaceMirror['files'][number] => ({
  key: file.fileKey,
  name: file.name,
  state: file.state,
  version: file.version,
  ...(file.mainKey === null ? {} : { branch_of: file.mainKey }),
  checked_at: file.checkedAt === null ? null : isoTime(file.checkedAt),
  ...(file.nextAt === null ? {} : { next_at: isoTime(file.nextAt) }),
  ...(file.failure === null ? {} : { reason: file.failure }),
});

function lackingOf(
  { fileKey }: MirroredFile,
  lacking: ReadonlyMap<FileKey, readonly LackingPart[]>,
): Pick<WorkspaceMirror['files'][number], 'lacking'> {
  const parts = lacking.get(fileKey);
  if (parts === undefined) return {};
  return { lacking: parts.map(({ step, reason }) => ({ part: step, reason: reason ?? '' })) };
}

const budgetRecord = ({
  tier,
  pausedUntil,
  ...budget
}: ShownMirror['uses'][number]): WorkspaceMirror['budgets'][number] => ({
  tier: Number(tier.slice(-1)),
  used: budget.used,
  most: budget.most,
  period: budget.period,
  ...(pausedUntil === undefined ? {} : { paused_until: isoTime(pausedUntil) }),
});
