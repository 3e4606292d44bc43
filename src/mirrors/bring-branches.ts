import type { Kysely } from 'kysely';
import { mapYielding, runYielding } from '../content/yielding.ts';
import type { Tables } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { unhurried } from '../database/unhurried.ts';
import { keptKey } from '../upstreams/kept-ids.ts';
import { objectOf } from '../upstreams/read-values.ts';
import type { Bringing } from './bringing.ts';
import { heldText } from './held-by-others.ts';
import { priorities } from './leases.ts';
import { branchesIn } from './listed-file.ts';
import {
  countHeldByOthers,
  insertMirroredFiles,
  type MirroredFile,
  newMirroredFile,
} from './mirrored-files-store.ts';
import { type Mirror, updateMirror } from './mirrors-store.ts';

/** Lists tell of branches; of a file by itself nothing does but a call of the dearest kind. */
export const asksForBranches = ({ mirror }: Pick<Bringing, 'mirror'>, { mainKey }: MirroredFile): boolean =>
  mirror.withBranches === 1 && mirror.kind === 'file' && mainKey === null;

/** Has the branches of a file brought that are not known yet, but for those that other mirrors have. @throws UpstreamFailed */
export async function bringBranches(
  { context, line, mirror, upstream }: Bringing,
  { elsewhere: main, fileKey: mainKey }: MirroredFile,
): Promise<undefined> {
  const path = `/v1/files/${encodeURIComponent(main)}?depth=1&branch_data=true`;
  const answer = objectOf(await line.json(path, 'tier1', { isLong: true }));
  const found = await runYielding(branchesIn(answer, main));
  const due = { mirrorId: mirror.id, mainKey, priority: priorities.awaited, nextAt: context.clock.now() };
  const branches = await mapYielding(found, ({ elsewhere, name }) =>
    newMirroredFile({ ...due, fileKey: keptKey(upstream, elsewhere), elsewhere, name }),
  );
  await unhurried(() =>
    inTransaction(context.database, (transaction) => keepBranches(transaction, mirror, branches)),
  );
}

async function keepBranches(
  transaction: Kysely<Tables>,
  { id, held: before }: Mirror,
  branches: readonly MirroredFile[],
): Promise<void> {
  await insertMirroredFiles(transaction, branches);
  const keys = branches.map(({ fileKey }) => fileKey);
  const held = heldText(await countHeldByOthers(transaction, id, keys));
  if (held !== before) await updateMirror(transaction, id, { held });
}
