import { mkdir, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readArguments, required, wrongUsage } from './arguments.ts';
import { CommandFailed, type CommandIo } from './command.ts';
import { untilInterrupted } from './interruption.ts';
import { type Picture, type PicturePlan, plainId, tellLacks, tellPicture } from './render/picture.ts';
import { withServer } from './server-client.ts';
import { serverOptions } from './server-options.ts';
import { writing } from './system-sentence.ts';
import { type Usage, usageText } from './usage.ts';

const formats = ['png', 'jpg', 'svg', 'pdf'] as const;

const usage = {
  lines: ['render FILE [NODE…] -o DIR [options]', 'render KEY [NODE…] -o DIR [options]'],
  sentence:
    'Draws nodes as pictures. A FILE is a design as import takes it, and needs no server; a KEY is a file of a running one. Without a NODE (its id), all frames at the top of the pages are drawn.',
  options: {
    out: {
      type: 'string',
      short: 'o',
      value: 'DIR',
      sentence: 'Folder for the pictures; made where it is absent.',
    },
    format: { type: 'string', value: 'FORMAT', sentence: 'png (the default), jpg, svg or pdf.' },
    scale: {
      type: 'string',
      value: 'LIST',
      sentence: 'Of png and jpg: 0.01 to 4, 1 if left out; several, as 1,2,3, make a picture each.',
    },
    images: {
      type: 'string',
      value: 'DIR',
      sentence: 'Of a FILE: folder of image fills, each named as its imageRef.',
    },
    fonts: {
      type: 'string',
      value: 'DIR',
      sentence: 'Of a FILE: folder of fonts (TTF, OTF, WOFF, WOFF2) besides those built in.',
    },
    version: { type: 'string', value: 'ID', sentence: 'Of a KEY: the version to draw.' },
    json: {
      type: 'boolean',
      sentence:
        'Prints { id, name, scale, path } for each picture, one line each; a path of null has a reason.',
    },
  },
  sharedOptions: serverOptions,
  notes: [
    'Pictures are named as their nodes, as "Icon@2x.png", with a number where two have one name. The exit code is 1 where a node has no picture; the others are made all the same.',
  ],
} as const satisfies Usage;

export const help = (): string => usageText(usage);

/** Draws everything that can be drawn, and says of the rest why not. */
export async function run(args: string[], io: CommandIo): Promise<number> {
  const { values, positionals } = readArguments(usage, args);
  const [source, ...nodeIds] = positionals;
  if (source === undefined) throw wrongUsage('FILE or KEY is missing.', usage);
  const plan = readPlan(values, nodeIds, io);
  const design = await findDesign(source, io);
  refuseOfOther(values, design);
  await writing(plan.folder, () => mkdir(plan.folder, { recursive: true }));
  const pictures = await untilInterrupted(async (signal) => {
    if (design !== undefined) return renderDesign(design, values, plan, io, signal);
    const { renderRemote } = await import('./render/render-remote.ts');
    const file = { key: source, version: values.version };
    return withServer(values, io, (server) => renderRemote(server, file, plan, io, signal));
  });
  if (pictures.length === 0)
    throw new CommandFailed('There is no frame at the top of its pages: name NODEs.');
  for (const picture of pictures) tellPicture(picture, values.json === true, io);
  tellLacks(pictures, io);
  return pictures.every(({ path }) => path !== undefined) ? 0 : 1;
}

interface Given {
  readonly out?: string;
  readonly format?: string;
  readonly scale?: string;
  readonly images?: string;
  readonly fonts?: string;
  readonly version?: string;
}

function readPlan(values: Given, nodeIds: readonly string[], io: CommandIo): PicturePlan {
  const format = formats.find((known) => known === (values.format ?? 'png'));
  if (format === undefined) throw wrongUsage(`--format is one of ${formats.join(', ')}.`, usage);
  const hasScale = format === 'png' || format === 'jpg';
  if (values.scale !== undefined && !hasScale) throw wrongUsage('--scale is for png and jpg.', usage);
  const scales = (values.scale ?? '1').split(',').map(Number);
  if (!scales.every((scale) => scale >= 0.01 && scale <= 4))
    throw wrongUsage('--scale is a number from 0.01 to 4, or several with commas between.', usage);
  const folder = resolve(io.cwd, required(usage, 'out', values.out));
  return { format, scales: [...new Set(scales)], folder, nodeIds: [...new Set(nodeIds.map(plainId))] };
}

/** The path where the word names a file; a word that can be no key has to. */
async function findDesign(source: string, io: CommandIo): Promise<string | undefined> {
  const path = resolve(io.cwd, source);
  if ((await stat(path).catch(() => undefined))?.isFile() === true) return path;
  if (/^[\w-]+$/.test(source)) return undefined;
  throw new CommandFailed(`There is no file ${source}.`);
}

function refuseOfOther({ version, images, fonts }: Given, design: string | undefined): void {
  if (design !== undefined && version !== undefined) throw wrongUsage('--version is for a KEY.', usage);
  if (design === undefined && images !== undefined) throw wrongUsage('--images is for a FILE.', usage);
  if (design === undefined && fonts !== undefined) throw wrongUsage('--fonts is for a FILE.', usage);
}

async function renderDesign(
  design: string,
  values: Given,
  plan: PicturePlan,
  io: CommandIo,
  signal: AbortSignal,
): Promise<Picture[]> {
  const { renderFile } = await import('./render/render-file.ts');
  const placeOf = (folder: string | undefined) =>
    folder === undefined ? undefined : resolve(io.cwd, folder);
  const places = { design, images: placeOf(values.images), fonts: placeOf(values.fonts) };
  return renderFile(places, plan, io, signal);
}
