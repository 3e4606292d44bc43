import { nextPage } from '../../access/paged-list.ts';
import { projectIdOf } from '../../contract/branded-ids.ts';
import { listMirrorsFor } from '../../mirrors/list-mirrors.ts';
import type { Handler } from '../../operation.ts';
import { mirrorRecord } from './mirror-record.ts';

export const listMirrors: Handler<'listMirrors'> = async ({ caller, query }, context) => {
  const asked = { ...query, project: projectIdOf(query.project) };
  const { rows, ...page } = await listMirrorsFor(context.database, caller, asked);
  const mirrors = await Promise.all(rows.map((mirror) => mirrorRecord(context, caller, mirror)));
  return { json: { mirrors, ...nextPage(page) } };
};
