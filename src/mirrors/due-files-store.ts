import type { Kysely } from 'kysely';
import type { Tier } from '../access/rate-limits/limits.ts';
import type { WritingChange } from '../change.ts';
import {
  type FileKey,
  idOfNothing,
  type MirrorId,
  type OrganizationId,
  type UpstreamId,
} from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { dueRows, goesOn, isFree, takeFirst } from './due-store.ts';
import { LeaseLost, leaseMs } from './leases.ts';
import { type MirroredFile, mirroredFileColumns } from './mirrored-files-store.ts';

const { selected, columnsOf } = mirroredFileColumns;

/** Makes the files of a mirror due at once that no list watches, or that lack a part which could not be had. */
export async function hurryFiles({ transaction, at }: WritingChange, id: MirrorId): Promise<void> {
  await transaction
    .updateTable('mirrored_files')
    .set({ priority: 0, next_at: at, tries: 0 })
    .where('mirror_id', '=', id)
    .where('state', '<>', 'detached')
    .where((term) =>
      term.or([
        term('next_at', 'is not', null),
        term('project_elsewhere', 'is', null),
        term('file_key', 'in', (steps) =>
          steps
            .selectFrom('mirror_steps')
            .select('mirror_steps.file_key')
            .where('mirror_steps.state', '=', 'failed'),
        ),
      ]),
    )
    .execute();
}

/** Has branches brought that waited for their main file to be here. */
export async function hurryBranches({ transaction, at }: WritingChange, mainKey: FileKey): Promise<void> {
  await transaction
    .updateTable('mirrored_files')
    .set({ next_at: at })
    .where('main_key', '=', mainKey)
    .where('version', 'is', null)
    .where('next_at', 'is', null)
    .execute();
}

/** Makes one file due at once, by its key at the upstream; answers whether the mirror has it. */
export async function hurryFileElsewhere(
  { transaction, at }: Pick<WritingChange, 'transaction' | 'at'>,
  { id, elsewhere }: { readonly id: MirrorId; readonly elsewhere: string },
  priority: number,
): Promise<boolean> {
  const found = await transaction
    .updateTable('mirrored_files')
    .set({ next_at: at, priority })
    .where('mirror_id', '=', id)
    .where('elsewhere', '=', elsewhere)
    .where('state', '<>', 'detached')
    .returning('file_key')
    .execute();
  return found.length > 0;
}

/** Has older versions of a mirror's files read, where they were not yet. */
export async function hurryHistory({ transaction, at }: WritingChange, id: MirrorId): Promise<void> {
  await transaction
    .updateTable('mirrored_files')
    .set({ history_at: at })
    .where('mirror_id', '=', id)
    .where('version', 'is not', null)
    .where('state', '<>', 'detached')
    .execute();
}

interface FileClaim {
  readonly lease: string;
  readonly now: number;
  /** Of one mirror, or only one file. */
  readonly of?: MirrorId | undefined;
  readonly key?: FileKey | undefined;
  /** Of those that are here, the one whose older versions are due. */
  readonly isOfThePast?: boolean;
  readonly except?: readonly OrganizationId[] | undefined;
}

/** Takes the file that is due first, where one is. */
export function claimFile(
  database: Kysely<Tables>,
  { lease, now, of, key, isOfThePast = false, except }: FileClaim,
): Promise<MirroredFile | undefined> {
  const due = database
    .selectFrom('mirrored_files')
    .select('file_key')
    .$if(!isOfThePast, (files) => files.where(dueRows('mirrored_files', now)))
    .$if(isOfThePast, (files) => files.where('history_at', '<=', now).where('state', '=', 'current'))
    .where(isFree('mirrored_files', now))
    .where('state', '<>', 'detached')
    .$if(key !== undefined, (files) => files.where('file_key', '=', key ?? idOfNothing))
    .where(goesOn('mirrored_files', of, except))
    .orderBy('priority')
    .orderBy('next_at')
    .limit(1);
  const take = (fileKey: FileKey) =>
    database
      .updateTable('mirrored_files')
      .set({ lease, leased_until: now + leaseMs })
      .where('file_key', '=', fileKey)
      .where(isFree('mirrored_files', now))
      .returning(selected);
  return takeFirst(
    () => due.executeTakeFirst(),
    ({ file_key }) => take(file_key).executeTakeFirst(),
  );
}

/** Makes all files that wait for calls of a tier wait until then, so that not each of them tries in vain. */
export async function putOff(
  database: Kysely<Tables>,
  upstreamId: UpstreamId,
  tier: Tier,
  until: number,
): Promise<void> {
  await database
    .updateTable('mirrored_files')
    .set({ next_at: until })
    .where('waits_for', '=', tier)
    .where('next_at', '<', until)
    .where('lease', 'is', null)
    .where('mirror_id', 'in', (all) =>
      all.selectFrom('mirrors').select('mirrors.id').where('mirrors.upstream_id', '=', upstreamId),
    )
    .execute();
}

/** Writes what the holder of the lease found. @throws LeaseLost */
export async function updateHeldFile(
  database: Kysely<Tables>,
  { fileKey, lease }: Pick<MirroredFile, 'fileKey' | 'lease'>,
  changes: Partial<MirroredFile>,
): Promise<void> {
  const held = await database
    .updateTable('mirrored_files')
    .set(columnsOf(changes))
    .where('file_key', '=', fileKey)
    .where('lease', '=', lease)
    .returning('file_key')
    .executeTakeFirst();
  if (held === undefined) throw new LeaseLost();
}
