import type { Answer } from '../../contract/calls.ts';
import { counted, printable } from '../printed-text.ts';
import type { ServerClient } from '../server-client.ts';

export type MissingFont = Answer<'GET /workspace/v1/fonts/missing'>['missing'][number];

/** Families that texts name and the server lacks, the one of most texts first. */
export async function missingFonts(
  server: ServerClient,
  query: { readonly file?: string | undefined; readonly organization?: string | undefined },
): Promise<MissingFont[]> {
  const found = new Map<string, MissingFont>();
  for (let cursor: string | undefined; ; ) {
    const page = await server.ask('GET /workspace/v1/fonts/missing', { query: { ...query, cursor } });
    for (const one of page.missing) found.set(one.family, together(found.get(one.family), one));
    cursor = page.next_cursor;
    if (cursor === undefined) break;
  }
  return [...found.values()].sort((one, other) => other.texts - one.texts);
}

const together = (known: MissingFont | undefined, one: MissingFont): MissingFont => ({
  family: one.family,
  styles: [...new Set([...(known?.styles ?? []), ...one.styles])].sort(),
  texts: (known?.texts ?? 0) + one.texts,
});

const mostNamed = 10;

/** What stands at the end of an import; nothing where no font is missing. */
export function missingFontLines(missing: readonly MissingFont[]): string {
  if (missing.length === 0) return '';
  const lines = missing.slice(0, mostNamed).map(({ family, styles, texts }) => {
    const named = styles.map(printable).join(', ');
    return `    ${printable(family)} (${named}): ${counted(texts, 'text')}\n`;
  });
  const left = missing.length - mostNamed;
  const more = left > 0 ? `    …and ${left} more\n` : '';
  return `  Fonts that the server lacks:\n${lines.join('')}${more}  npx vitrine font add --missing brings those of the open catalogue.\n`;
}
