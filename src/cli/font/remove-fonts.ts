import type { ListedFont } from '../../fonts/font-families.ts';
import { namedPositionals, readArguments, wrongUsage } from '../arguments.ts';
import { CommandFailed } from '../command.ts';
import { plannedList } from '../planned-call.ts';
import { counted, printable } from '../printed-text.ts';
import { type ServerClient, withServer } from '../server-client.ts';
import { serverOptions } from '../server-options.ts';
import { printResult, type Subcommand } from '../subcommands.ts';
import type { Usage } from '../usage.ts';
import { organizationOfFonts } from './organization-of-fonts.ts';

const usage = {
  lines: ['font remove ID [options]', 'font remove --family NAME [options]'],
  sentence:
    'Takes an added font away, or all added files of a family; texts in them are drawn in another one from then on.',
  options: {
    family: { type: 'string', value: 'NAME', sentence: 'All files that were added of this family.' },
    organization: organizationOfFonts,
    json: { type: 'boolean', sentence: 'Prints the answer as JSON.' },
  },
  sharedOptions: serverOptions,
  notes: ['What comes with the program or lies in the folder `fonts` of the data folder stays.'],
} as const satisfies Usage;

export const removeFonts: Subcommand = {
  usage,
  run: async (args, io) => {
    const { values, positionals } = readArguments(usage, args);
    const { family, organization, json } = values;
    if (family === undefined) {
      if (organization !== undefined) throw wrongUsage('--organization goes with --family.', usage);
      const [id] = namedPositionals(usage, positionals, ['ID'] as const);
      const answer = await withServer(values, io, (server) => removeOne(server, id));
      return printResult(io, json, answer, `The font ${printable(id)} is taken away.\n`);
    }
    if (positionals.length > 0) throw wrongUsage('--family takes no ID beside it.', usage);
    return withServer(values, io, async (server) => {
      const removed = await removeFamily(server, family, organization);
      const text = `${printable(family)}: ${counted(removed.length, 'file')} taken away.\n`;
      return printResult(io, json, { family, removed }, text);
    });
  },
};

const removeOne = (server: ServerClient, font_id: string) =>
  server.ask('DELETE /workspace/v1/fonts/{font_id}', { path: { font_id } });

/** The ids of what was taken away. */
async function removeFamily(
  server: ServerClient,
  family: string,
  organization: string | undefined,
): Promise<string[]> {
  const { fonts } = await plannedList('GET /workspace/v1/fonts', { query: { organization } })(server);
  const added = fonts.filter((font) => font.family === family && font.origin === 'added');
  const ids = ofOnePlace(added, organization).flatMap(({ id }) => id ?? []);
  if (ids.length === 0)
    throw new CommandFailed(
      `No added font is of the family ${printable(family)}. "npx vitrine font list" shows the families.`,
    );
  for (const id of ids) await removeOne(server, id);
  return ids;
}

/**
 * Those of the organization that is named, else everybody's, else those of the only organization that has any.
 * @throws CommandFailed
 */
function ofOnePlace(fonts: readonly ListedFont[], organization: string | undefined): readonly ListedFont[] {
  const places = Map.groupBy(fonts, (font) => font.organization);
  if (organization !== undefined) return places.get(organization) ?? [];
  const ofEverybody = places.get(null);
  if (ofEverybody !== undefined) return ofEverybody;
  if (places.size > 1)
    throw new CommandFailed('Several organizations have fonts of this family: name one with --organization.');
  return fonts;
}
