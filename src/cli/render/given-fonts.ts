import { access } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { FontSet } from '../../images/font-set.ts';
import { fontsFolder } from '../../images/fonts-folder.ts';
import { CommandFailed, type CommandIo } from '../command.ts';
import { printable } from '../printed-text.ts';

/** One run of the command has one set of fonts, so that any fingerprint will do. */
export async function givenFonts(folder: string | undefined, io: CommandIo): Promise<FontSet> {
  const fingerprint = 'of this run';
  if (folder === undefined) return { fingerprint, files: [] };
  await access(folder).catch(() => {
    throw new CommandFailed(`There is no folder of fonts ${folder}.`);
  });
  const warn = ({ file, error }: { file: string; error: string }) =>
    io.stderr.write(`The font ${printable(file)} is left out: ${printable(error)}\n`);
  return { fingerprint, files: await fontsFolder(folder, { warn } as Pick<Logger, 'warn'>).fonts() };
}
