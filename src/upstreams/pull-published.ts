import { inChange } from '../change.ts';
import { publishLibrary } from '../libraries/publish-library.ts';
import type { OpenPull } from './open-pull.ts';
import { listOf, objectOf } from './read-values.ts';
import { usualPatienceMs } from './upstream-line.ts';

const lists = ['components', 'component_sets', 'styles'] as const;

/** Publishes the file as a library where the upstream has: its components, sets and styles keep their keys. */
export async function pullPublished({
  context,
  by,
  line,
  elsewhere,
  fileKey,
  isTold,
}: OpenPull): Promise<string | undefined> {
  for (const list of lists) {
    const path = `/v1/files/${encodeURIComponent(elsewhere)}/${list}`;
    const answer = await line.json(path, 'tier3', {
      isLong: true,
      patienceMs: list === 'components' ? undefined : usualPatienceMs,
    });
    if (listOf(objectOf(answer).meta, list).length === 0) continue;
    await inChange(context, by, (change) => publishLibrary(change, { fileKey }), { isTold });
    return undefined;
  }
  return 'Nothing is published there.';
}
