import type { Answer } from '../contract/calls.ts';

export type ListedFont = Answer<'GET /workspace/v1/fonts'>['fonts'][number];
type MissingPage = Answer<'GET /workspace/v1/fonts/missing'>;
export type MissingFont = MissingPage['missing'][number];

/** The files of one family that came the same way, for the same organization. */
export interface FontFamily extends Pick<ListedFont, 'family' | 'origin' | 'organization'> {
  readonly key: string;
  readonly fonts: readonly ListedFont[];
}

/** In the order in which they are looked for. */
export function familiesOf(fonts: readonly ListedFont[]): FontFamily[] {
  const groups = Map.groupBy(fonts, ({ family, origin, organization }) =>
    JSON.stringify([family, origin, organization]),
  );
  return [...groups].flatMap(([key, ofFamily]) =>
    ofFamily
      .slice(0, 1)
      .map(({ family, origin, organization }) => ({ key, family, origin, organization, fonts: ofFamily })),
  );
}

/**
 * Families that texts name and the server lacks, the one of most texts first. Each page tells of some files; those of
 * all are added up.
 */
export async function missingFontsOf(
  pageAfter: (cursor: string | undefined) => Promise<MissingPage>,
): Promise<MissingFont[]> {
  const found = new Map<string, MissingFont>();
  for (let cursor: string | undefined; ; ) {
    const page = await pageAfter(cursor);
    for (const one of page.missing) found.set(one.family, together(found.get(one.family), one));
    cursor = page.next_cursor;
    if (cursor === undefined) return [...found.values()].sort((one, other) => other.texts - one.texts);
  }
}

const together = (known: MissingFont | undefined, { family, styles, texts }: MissingFont): MissingFont => ({
  family,
  styles: [...new Set([...(known?.styles ?? []), ...styles])].sort(),
  texts: (known?.texts ?? 0) + texts,
});
