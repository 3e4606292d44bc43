import type { Kysely } from 'kysely';
import type { StoredImage } from '../content/image-bytes.ts';
import type { FileKey, MirrorId } from '../contract/branded-ids.ts';
import { type CamelRow, camelColumns } from '../database/camel-columns.ts';
import { allRows } from '../database/compiled-query.ts';
import type { Tables } from '../database/tables.ts';

/** A step of bringing a file that has ended, and how. */
export type MirrorStep = CamelRow<'mirror_steps'>;

const { selected, columnsOf } = camelColumns('mirror_steps', [
  ...(['file_key', 'step', 'state', 'calls', 'reason', 'took_ms', 'at'] as const),
]);

/** The steps that ended of the newest state of a file, in their order. */
export const stepsOfFile = allRows<[key: FileKey], MirrorStep>((database, key) =>
  database
    .selectFrom('mirror_steps')
    .select(selected)
    .where('file_key', '=', key)
    .orderBy('at')
    .orderBy('step'),
);

/** A part of a file that could not be had. */
export type LackingPart = Pick<MirrorStep, 'fileKey' | 'step' | 'reason'>;

const failedOf = (database: Kysely<Tables>, id: MirrorId) =>
  database
    .selectFrom('mirror_steps')
    .innerJoin('mirrored_files', 'mirrored_files.file_key', 'mirror_steps.file_key')
    .where('mirrored_files.mirror_id', '=', id)
    .where('mirrored_files.state', '<>', 'detached')
    .where('mirror_steps.state', '=', 'failed');

/** What could not be had of the files of a mirror, of those whose keys come first. */
export function lackingParts(
  database: Kysely<Tables>,
  id: MirrorId,
  mostParts: number,
): Promise<LackingPart[]> {
  return failedOf(database, id)
    .select([
      'mirror_steps.file_key as fileKey',
      'mirror_steps.step as step',
      'mirror_steps.reason as reason',
    ])
    .orderBy('mirror_steps.file_key')
    .orderBy('mirror_steps.step')
    .limit(mostParts)
    .execute();
}

/** Of how many files of a mirror a part could not be had. */
export async function countIncomplete(database: Kysely<Tables>, id: MirrorId): Promise<number> {
  const { count } = await failedOf(database, id)
    .select((term) => term.fn.count<number | string>('mirror_steps.file_key').distinct().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function noteStep(database: Kysely<Tables>, step: MirrorStep): Promise<void> {
  const { state, calls, reason, tookMs: took_ms, at } = step;
  await database
    .insertInto('mirror_steps')
    .values(columnsOf(step))
    .onConflict((conflict) =>
      conflict.columns(['file_key', 'step']).doUpdateSet({ state, calls, reason, took_ms, at }),
    )
    .execute();
}

/** Another state is brought: nothing of it was done yet. */
export async function forgetSteps(transaction: Kysely<Tables>, key: FileKey): Promise<void> {
  await transaction.deleteFrom('mirror_steps').where('file_key', '=', key).execute();
}

/** Images that came and wait for the document. */
export const heldImagesOf = allRows<[key: FileKey], StoredImage>((database, key) =>
  database
    .selectFrom('mirror_images')
    .select(['image_ref as imageRef', 'blob', 'content_type as contentType', 'size_bytes as sizeBytes'])
    .where('file_key', '=', key),
);

export async function holdImage(
  database: Kysely<Tables>,
  key: FileKey,
  { imageRef, blob, contentType, sizeBytes }: StoredImage,
): Promise<void> {
  await database
    .insertInto('mirror_images')
    .values({
      file_key: key,
      image_ref: imageRef,
      blob,
      content_type: contentType,
      size_bytes: sizeBytes,
    })
    .onConflict((conflict) => conflict.columns(['file_key', 'image_ref']).doNothing())
    .execute();
}

export async function letImagesGo(transaction: Kysely<Tables>, key: FileKey): Promise<void> {
  await transaction.deleteFrom('mirror_images').where('file_key', '=', key).execute();
}
