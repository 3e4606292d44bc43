import { familiesOf, type ListedFont } from '../../fonts/font-families.ts';
import { plannedList } from '../planned-call.ts';
import { printable, tableText } from '../printed-text.ts';
import { oneCall } from '../subcommands.ts';
import { organizationOfFonts } from './organization-of-fonts.ts';

const origins = {
  added: 'added',
  named: 'name only',
  folder: 'fonts folder',
  built_in: 'built in',
} as const satisfies Record<ListedFont['origin'], string>;

export const listFonts = oneCall({
  line: 'font list [options]',
  sentence:
    'Lists the families that texts are drawn in, with how many files each has, in the order in which they are looked for.',
  options: {
    organization: organizationOfFonts,
    files: { type: 'boolean', sentence: 'A line for each file, with its id.' },
  },
  request: ({ values }) =>
    plannedList('GET /workspace/v1/fonts', { query: { organization: values.organization } }),
  text: ({ fonts }, { values }) => (values.files === true ? filesText(fonts) : familiesText(fonts)),
  json: ({ fonts }) => fonts,
});

function familiesText(fonts: readonly ListedFont[]): string {
  const rows = familiesOf(fonts).map(({ family, origin, organization, fonts: files }) => [
    family,
    fileCount(files),
    styleCount(files),
    origins[origin],
    organization ?? '',
  ]);
  return tableText(['FAMILY', 'FILES', 'STYLES', 'FROM', 'ORGANIZATION'], rows);
}

/** What comes with the program, or is a name alone, is no file of the installation. */
function fileCount(fonts: readonly ListedFont[]): string {
  const files = fonts.filter(({ origin }) => origin === 'added' || origin === 'folder');
  return files.length === 0 ? '' : String(files.length);
}

const styleCount = (fonts: readonly ListedFont[]): string =>
  String(new Set(fonts.flatMap(({ faces }) => faces.map(({ style }) => style))).size);

function filesText(fonts: readonly ListedFont[]): string {
  const rows = fonts.map((font) => [
    font.id ?? '',
    font.family,
    stylesText(font),
    origins[font.origin],
    font.organization ?? '',
  ]);
  return tableText(['ID', 'FAMILY', 'STYLES', 'FROM', 'ORGANIZATION'], rows);
}

/** The styles of a file, each once. */
export const stylesText = ({ faces }: Pick<ListedFont, 'faces'>): string =>
  [...new Set(faces.map(({ style }) => printable(style)))].join(', ');
