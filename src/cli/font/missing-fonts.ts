import { type MissingFont, missingFontsOf } from '../../fonts/font-families.ts';
import { counted, printable } from '../printed-text.ts';
import type { ServerClient } from '../server-client.ts';

/** Of one file, or of all. */
export const missingFonts = (
  server: ServerClient,
  query: { readonly file?: string | undefined; readonly organization?: string | undefined },
): Promise<MissingFont[]> =>
  missingFontsOf((cursor) => server.ask('GET /workspace/v1/fonts/missing', { query: { ...query, cursor } }));

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
  return `  Fonts that the server lacks:\n${lines.join('')}${more}  "npx vitrine font add --missing" brings those of the open catalogue.\n`;
}
