import { inChange } from '../change.ts';
import { mapYielding } from '../content/yielding.ts';
import { nameVersionRow } from '../files/file-rows-store.ts';
import { allVersionsOf } from '../files/versions-store.ts';
import type { OpenPull } from './open-pull.ts';
import { listOf, textOrNothing } from './read-values.ts';

/** As somebody may write them here. */
export const longestLabel = 200;
export const longestDescription = 2000;

/** Reads what the newest versions are called, and calls those so that are here. */
export async function pullVersions({ context, by, line, elsewhere, fileKey }: OpenPull): Promise<void> {
  const path = `/v1/files/${encodeURIComponent(elsewhere)}/versions?page_size=50`;
  const named = new Map(
    await mapYielding(
      listOf(await line.json(path, 'tier2'), 'versions'),
      (one) =>
        [
          textOrNothing(one, 'id'),
          {
            label: textOrNothing(one, 'label', longestLabel),
            description: textOrNothing(one, 'description', longestDescription) ?? null,
          },
        ] as const,
    ),
  );
  await inChange(context, by, async ({ transaction }) => {
    for (const version of await allVersionsOf(transaction, fileKey)) {
      const { label, description = null } = named.get(version.id) ?? {};
      const isNew = label !== version.label || description !== version.description;
      if (label !== undefined && label !== '' && isNew)
        await nameVersionRow(transaction, version, { label, description });
    }
  });
}
