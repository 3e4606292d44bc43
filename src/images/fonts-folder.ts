import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { messageOf } from '../errors.ts';
import { maxFontSizeBytes } from '../render/text/font-bytes.ts';
import type { InstalledFont } from '../render/text/open-font-registry.ts';
import { readFont } from './read-font.ts';

/** A font file that the administrator has put into the folder. */
export interface FolderFont extends InstalledFont {
  readonly name: string;
  /** SHA-256 of the bytes. */
  readonly id: string;
  readonly sizeBytes: number;
}

/** The fonts in a folder, in the order of their names; what is no font is told to the log once and left out. */
export interface FontsFolder {
  fonts(): Promise<readonly FolderFont[]>;
}

const fontName = /^[^.].*\.(ttf|otf|ttc|otc|woff2?)$/i;

/** Watches a folder, which need not exist: it is read anew when a file of it has come, gone or changed. */
export function fontsFolder(folder: string, log: Pick<Logger, 'warn'>): FontsFolder {
  let state = '';
  let reading: Promise<FolderFont[]> = Promise.resolve([]);
  return {
    fonts: async () => {
      // Each tile asks for fonts: where there is no folder, which is usual, that is known without waiting.
      const files = existsSync(folder) ? await fontFiles(folder) : [];
      const found = JSON.stringify(files);
      if (found !== state) reading = readFolder(folder, files, reading, log);
      state = found;
      return reading;
    },
  };
}

interface FoundFile {
  readonly name: string;
  readonly sizeBytes: number;
  readonly changedAt: number;
}

async function fontFiles(folder: string): Promise<FoundFile[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => fontName.test(name)).sort();
  const found = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => undefined)));
  return names.flatMap((name, place) => {
    const file = found[place];
    return file?.isFile() ? [{ name, sizeBytes: file.size, changedAt: file.mtimeMs }] : [];
  });
}

async function readFolder(
  folder: string,
  files: readonly FoundFile[],
  before: Promise<readonly FolderFont[]>,
  log: Pick<Logger, 'warn'>,
): Promise<FolderFont[]> {
  const known = await before;
  const fonts: FolderFont[] = [];
  for (const file of files) {
    try {
      fonts.push(await readOne(folder, file, known));
    } catch (error) {
      log.warn({ file: file.name, error: messageOf(error) }, 'a file of the fonts folder was left out');
    }
  }
  return fonts;
}

/** Whose the folder is: it has its turn beside each organization. */
const installation = { organization: '', caller: '' };

async function readOne(
  folder: string,
  { name, sizeBytes }: FoundFile,
  known: readonly FolderFont[],
): Promise<FolderFont> {
  if (sizeBytes > maxFontSizeBytes) throw new Error('The font is too large.');
  const path = join(folder, name);
  const bytes = await readFile(path);
  const id = createHash('sha256').update(bytes).digest('hex');
  const { faces } = known.find((font) => font.id === id) ?? (await readFont(bytes, installation));
  return { name, path, id, faces, sizeBytes };
}
