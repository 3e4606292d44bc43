import { access, constants, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readArguments, required, wrongUsage } from './arguments.ts';
import { CommandFailed, type CommandIo } from './command.ts';
import { missingFontLines, missingFonts } from './font/missing-fonts.ts';
import { importAddress, isAddress, lackingText, partLines } from './import/import-address.ts';
import { importedLine, warningLines } from './import/import-report.ts';
import { type ImportPlan, importSource, type SourceFile } from './import/import-source.ts';
import { untilInterrupted } from './interruption.ts';
import { pasteable } from './pasteable-hints.ts';
import { type ServerClient, ServerRefused, withServer } from './server-client.ts';
import { serverOptions } from './server-options.ts';
import { type Usage, usageText } from './usage.ts';

const usage = {
  lines: [
    'import SOURCE… --project ID [options]',
    'import SOURCE --key KEY [options]',
    'import ADDRESS… --project ID [options]',
  ],
  sentence:
    'Puts designs into a running server. A SOURCE is a file of the editor (.fig, .jam, .deck) or a file answer of the interface (JSON), as a tool saved it. An ADDRESS is that of a design in a browser, which the server reads through an upstream.',
  options: {
    project: {
      type: 'string',
      value: 'ID',
      sentence: 'Project that takes the files; "npx vitrine project list" shows them.',
    },
    name: {
      type: 'string',
      value: 'NAME',
      sentence: 'Name of the file; otherwise the design’s own, or that of its source.',
    },
    images: {
      type: 'string',
      value: 'DIR',
      sentence:
        'Folder of image fills; each file is named as its imageRef, with or without an ending. A file of the editor brings its own.',
    },
    key: {
      type: 'string',
      value: 'KEY',
      sentence:
        'Key of the file. If it exists already, the design becomes its new version; one that does not is for the administrator of the installation to choose.',
    },
    from: {
      type: 'string',
      value: 'ID',
      sentence:
        'Upstream to read an ADDRESS through, which may be a bare key then; otherwise the one that shows its pages.',
    },
    json: {
      type: 'boolean',
      sentence: 'Prints { key, name, version, nodes, warnings } for each file, one line each.',
    },
  },
  sharedOptions: serverOptions,
  notes: [
    'What the server cannot take of a design is told by node and reason. A design that is refused leaves nothing behind; the exit code is 1 then, and the other sources are imported all the same.',
    'Where a part of a design beside its document – comments, images, versions – could not be had at its ADDRESS, the design is there without it, standard error says why, and the exit code is 1; the same command asks for it again. What the token may not read there is told, and is no failure.',
  ],
} as const satisfies Usage;

export const help = (): string => usageText(usage);

/** Puts each source into the server in turn. A refused one does not stop the others. */
export async function run(args: string[], io: CommandIo): Promise<number> {
  const { values, positionals } = readArguments(usage, args);
  if (positionals.length === 0) throw wrongUsage('SOURCE is missing.', usage);
  const addresses = positionals.filter((source) => isAddress(source, values.from));
  if (addresses.length > 0) requireFitting(values);
  const sources = await findSources(
    positionals.filter((source) => !addresses.includes(source)),
    io,
  );
  const plan = readPlan(values, positionals.length, io);
  if (plan.imagesFolder !== undefined) await requireFolder(plan.imagesFolder);
  return untilInterrupted((signal) =>
    withServer(values, io, async (server) => {
      const unfinished =
        (await importAll(server, sources, plan, io, signal)) +
        (await readAll(server, addresses, { ...plan, from: values.from }, io, signal));
      return unfinished === 0 ? 0 : 1;
    }),
  );
}

/** What is read from an upstream keeps its name and its key, and brings its images. */
function requireFitting(values: Given): void {
  for (const name of ['name', 'key', 'images'] as const)
    if (values[name] !== undefined) throw wrongUsage(`--${name} is for files of this machine.`, usage);
}

type Given = {
  from?: string;
  project?: string;
  name?: string;
  images?: string;
  key?: string;
  json?: boolean;
};

function readPlan(values: Given, sourceCount: number, io: CommandIo): ImportPlan {
  if (sourceCount > 1 && values.name !== undefined) throw wrongUsage('--name is for one SOURCE.', usage);
  if (sourceCount > 1 && values.key !== undefined) throw wrongUsage('--key is for one SOURCE.', usage);
  return {
    project: values.key === undefined ? required(usage, 'project', values.project) : values.project,
    name: values.name,
    key: values.key,
    imagesFolder: values.images === undefined ? undefined : resolve(io.cwd, values.images),
    isQuiet: values.json === true,
  };
}

/** All sources are looked at before anything is sent. */
async function findSources(paths: readonly string[], io: CommandIo): Promise<SourceFile[]> {
  return Promise.all(
    paths.map(async (name) => {
      const path = resolve(io.cwd, name);
      const found = await stat(path).catch(() => undefined);
      if (found === undefined) throw new CommandFailed(`There is no file ${name}.`);
      if (!found.isFile()) throw new CommandFailed(`${name} is not a file.`);
      await access(path, constants.R_OK).catch(() => {
        throw new CommandFailed(`The file ${name} cannot be read.`);
      });
      return { title: name, path, sizeBytes: found.size };
    }),
  );
}

async function requireFolder(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory() !== true) throw new CommandFailed(`There is no folder of images ${path}.`);
}

/** The same for designs that the server reads from where they are; those count, too, of which a part could not be had. */
async function readAll(
  server: ServerClient,
  addresses: readonly string[],
  { project = '', from, isQuiet }: ImportPlan & { readonly from: string | undefined },
  io: CommandIo,
  signal: AbortSignal,
): Promise<number> {
  let unfinished = 0;
  for (const address of addresses) {
    try {
      const result = await importAddress(server, address, { project, from }, io, signal);
      io.stdout.write(
        isQuiet
          ? `${JSON.stringify(result)}\n`
          : `${importedLine(server, address, result)}${partLines(result)}`,
      );
      const lacking = lackingText(result);
      io.stderr.write(warningLines(result.warnings) + lacking + (await fontLines(server, result.key)));
      if (lacking !== '') unfinished += 1;
    } catch (error) {
      if (!(error instanceof ServerRefused)) throw error;
      io.stderr.write(`${address}: ${error.message}\n`);
      unfinished += 1;
    }
  }
  return unfinished;
}

/** Fonts that the design names and the server lacks. The design is there whether the server tells them or not. */
async function fontLines(server: ServerClient, file: string): Promise<string> {
  try {
    return pasteable(missingFontLines(await missingFonts(server, { file })), server.given);
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    const again = pasteable(`"npx vitrine font missing ${file}" asks again.`, server.given);
    return `  Whether fonts are missing could not be asked: ${error.message}\n  ${again}\n`;
  }
}

/** Answers how many were refused. What was made is printed as it comes. */
async function importAll(
  server: ServerClient,
  sources: readonly SourceFile[],
  plan: ImportPlan,
  io: CommandIo,
  signal: AbortSignal,
): Promise<number> {
  let refused = 0;
  for (const source of sources) {
    try {
      const result = await importSource(server, source, plan, io, signal);
      io.stdout.write(
        plan.isQuiet ? `${JSON.stringify(result)}\n` : importedLine(server, source.title, result),
      );
      io.stderr.write(warningLines(result.warnings) + (await fontLines(server, result.key)));
    } catch (error) {
      if (!(error instanceof ServerRefused)) throw error;
      io.stderr.write(`${source.title}: ${error.message}\n`);
      refused += 1;
    }
  }
  return refused;
}
