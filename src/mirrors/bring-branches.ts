import { keptKey } from '../upstreams/kept-ids.ts';
import { objectOf } from '../upstreams/read-values.ts';
import type { Bringing } from './bringing.ts';
import { priorities } from './leases.ts';
import { branchesIn } from './listed-file.ts';
import { insertMirroredFiles, type MirroredFile, newMirroredFile } from './mirrored-files-store.ts';

/** Lists tell of branches; of a file by itself nothing does but a call of the dearest kind. */
export const asksForBranches = ({ mirror }: Pick<Bringing, 'mirror'>, { mainKey }: MirroredFile): boolean =>
  mirror.withBranches === 1 && mirror.kind === 'file' && mainKey === null;

/** Has the branches of a file brought that are not known yet. @throws UpstreamFailed */
export async function bringBranches(
  { context, line, mirror, upstream }: Bringing,
  { elsewhere: main, fileKey: mainKey }: MirroredFile,
): Promise<undefined> {
  const path = `/v1/files/${encodeURIComponent(main)}?depth=1&branch_data=true`;
  const found = branchesIn(objectOf(await line.json(path, 'tier1', { isLong: true })), main);
  const due = { mirrorId: mirror.id, mainKey, priority: priorities.awaited, nextAt: context.clock.now() };
  await insertMirroredFiles(
    context.database,
    found.map(({ elsewhere, name }) =>
      newMirroredFile({ ...due, fileKey: keptKey(upstream, elsewhere), elsewhere, name }),
    ),
  );
}
