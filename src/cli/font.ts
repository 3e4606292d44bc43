import { resolve } from 'node:path';
import type { Answer } from '../contract/calls.ts';
import type { MissingFont } from '../fonts/font-families.ts';
import { readArguments, wrongUsage } from './arguments.ts';
import type { CommandIo } from './command.ts';
import { addFamilies } from './font/add-families.ts';
import { listFonts, stylesText } from './font/list-fonts.ts';
import { missingFonts } from './font/missing-fonts.ts';
import { organizationOfFonts } from './font/organization-of-fonts.ts';
import { removeFonts } from './font/remove-fonts.ts';
import { printable, tableText } from './printed-text.ts';
import { readNamedDocument } from './read-named-file.ts';
import { type ServerClient, ServerRefused, withServer } from './server-client.ts';
import { serverOptions } from './server-options.ts';
import { commandOf, printResult, type Subcommand } from './subcommands.ts';
import type { Usage } from './usage.ts';

type Font = Answer<'POST /workspace/v1/fonts'>;

const addUsage = {
  lines: ['font add FILE… [options]', 'font add --family NAME… [options]', 'font add --missing [options]'],
  sentence:
    'Adds fonts that texts are drawn in: TTF, OTF, TTC, WOFF or WOFF2 files of 32 MB at the most, or families of the open catalogue, which the server fetches by npm with their licence.',
  options: {
    family: { type: 'string', value: 'NAME', sentence: 'A family, as Poppins; more may follow.' },
    missing: { type: 'boolean', sentence: 'All families that texts name and the server lacks.' },
    organization: organizationOfFonts,
    json: { type: 'boolean', sentence: 'Prints the answers as JSON.' },
  },
  sharedOptions: serverOptions,
  notes: ['A FILE or family that is refused does not stop the others; the exit code is 1 then.'],
} as const satisfies Usage;

const add: Subcommand = {
  usage: addUsage,
  run: async (args, io) => {
    const { values, positionals } = readArguments(addUsage, args);
    const { family, missing, organization: place, json } = values;
    if (family !== undefined || missing === true) {
      if (missing === true && (family !== undefined || positionals.length > 0))
        throw wrongUsage('--missing takes no names.', addUsage);
      const names = family === undefined ? undefined : [family, ...positionals];
      return withServer(values, io, (server) => addFamilies(server, { names, place, json }, io));
    }
    if (positionals.length === 0) throw wrongUsage('FILE is missing.', addUsage);
    return withServer(values, io, async (server) => {
      const added: Font[] = [];
      for (const file of positionals) {
        const font = await addOne(server, file, values.organization, io);
        if (font !== undefined) added.push(font);
      }
      printResult(io, values.json, added, added.map(addedLine).join(''));
      return added.length === positionals.length ? 0 : 1;
    });
  },
};

/** Undefined where the file was refused, which standard error tells. */
async function addOne(
  server: ServerClient,
  file: string,
  organization: string | undefined,
  io: CommandIo,
): Promise<Font | undefined> {
  const refuse = ({ message }: Error): undefined => void io.stderr.write(`${file}: ${message}\n`);
  const stream = await readNamedDocument(resolve(io.cwd, file), 'It').catch(refuse);
  if (stream === undefined) return undefined;
  const bytes = { stream, sizeBytes: stream.length, type: 'application/octet-stream' };
  try {
    return await server.ask('POST /workspace/v1/fonts', { query: { organization }, bytes });
  } catch (error) {
    if (!(error instanceof ServerRefused)) throw error;
    return refuse(error);
  }
}

const addedLine = (font: Font): string => `${printable(font.family)} (${stylesText(font)}) is ${font.id}.\n`;

const missingUsage = {
  lines: ['font missing [KEY] [options]'],
  sentence:
    'Lists the families and styles that texts name and the server lacks: those of a file, or of all files.',
  options: {
    organization: organizationOfFonts,
    json: { type: 'boolean', sentence: 'Prints the list as JSON.' },
  },
  sharedOptions: serverOptions,
} as const satisfies Usage;

const missing: Subcommand = {
  usage: missingUsage,
  run: async (args, io) => {
    const { values, positionals } = readArguments(missingUsage, args);
    if (positionals.length > 1)
      throw wrongUsage(`There is one word too many: ${positionals[1]}`, missingUsage);
    const [file] = positionals;
    return withServer(values, io, async (server) => {
      const found = await missingFonts(server, { file, organization: values.organization });
      return printResult(io, values.json, { missing: found }, missingText(found));
    });
  },
};

function missingText(found: readonly MissingFont[]): string {
  if (found.length === 0) return 'No font is missing.\n';
  const rows = found.map(({ family, styles, texts }) => [
    printable(family),
    String(texts),
    styles.map(printable).join(', '),
  ]);
  return tableText(['FAMILY', 'TEXTS', 'STYLES'], rows);
}

export const { help, run } = commandOf({ add, list: listFonts, missing, remove: removeFonts });
