import type { Caller } from '../../access/caller.ts';
import { runYielding } from '../../content/yielding.ts';
import type { Context } from '../../context.ts';
import { type FileKey, fileKeyOf, organizationIdOf } from '../../contract/branded-ids.ts';
import { type Design, designsBehind } from '../../files/designs-store.ts';
import { findVersion } from '../../files/versions-store.ts';
import { findVisibleFile } from '../../files/visible-file-store.ts';
import { fontsPlace } from '../../fonts/fonts-place.ts';
import { fontSet } from '../../images/font-set.ts';
import { gatherMissingFonts, knownFaces, type MissingFamily } from '../../images/missing-fonts.ts';
import type { Handler } from '../../operation.ts';

/** So many designs are looked at for one answer. */
const designsOfPage = 20;

/** Families and styles that texts name and the server lacks: of one file, else of all, some files at a time. */
export const getMissingFonts: Handler<'getMissingFonts'> = async ({ caller, query }, context) => {
  const { file, cursor } = query;
  const key = file === undefined ? undefined : fileKeyOf(file);
  const designs =
    key === undefined
      ? await designsOfCaller(context, caller, {
          ...query,
          after: cursor === undefined ? undefined : fileKeyOf(cursor),
        })
      : [await designOf(context, caller, key)];
  const found = new Map<string, MissingFamily>();
  for (const { organizationId, snapshot: id } of designs) {
    const isKnown = knownFaces(await fontSet(context, organizationId));
    const { snapshot } = await context.snapshots.open(id);
    await runYielding(gatherMissingFonts(snapshot, isKnown, found));
  }
  const hasMore = key === undefined && designs.length === designsOfPage;
  return {
    json: {
      missing: [...found.values()]
        .map(({ family, styles, texts }) => ({ family, styles: [...styles].sort(), texts }))
        .sort((one, other) => other.texts - one.texts),
      ...(hasMore ? { next_cursor: designs.at(-1)!.key } : {}),
    },
  };
};

async function designOf(
  { database }: Context,
  caller: Caller,
  key: FileKey,
): Promise<Omit<Design, 'key'> & { readonly key: FileKey }> {
  const file = await findVisibleFile(database, caller, key);
  const { snapshot } = await findVersion(database, file, undefined);
  return { key, organizationId: file.organizationId, snapshot };
}

async function designsOfCaller(
  { database }: Context,
  caller: Caller,
  { organization, after }: { readonly organization?: string; readonly after: FileKey | undefined },
): Promise<Design[]> {
  const place = await fontsPlace(database, caller, organizationIdOf(organization));
  return designsBehind(database, place, { after, most: designsOfPage });
}
