import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { CatalogueRefused } from './catalogue-name.ts';

const unpacked = promisify(gunzip);

/** Of everything in a package. */
const mostBytes = 384 * 1024 * 1024;
const blockBytes = 512;

/**
 * The files of a package by their names below its folder. Names are only compared; nothing is written anywhere.
 * @throws CatalogueRefused
 */
export async function packageFiles(packed: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  const tar = await unpacked(packed, { maxOutputLength: mostBytes }).catch(() => {
    throw new CatalogueRefused('The package of this family is damaged, or too large.');
  });
  const files = new Map<string, Buffer>();
  for (let at = 0; at + blockBytes <= tar.length; ) {
    const head = tar.subarray(at, at + blockBytes);
    if (head[0] === 0) break;
    const size = textIn(head, 124, 12);
    const sizeBytes = /^[0-7]+$/.test(size) ? Number.parseInt(size, 8) : Number.NaN;
    const start = at + blockBytes;
    if (!(start + sizeBytes <= tar.length))
      throw new CatalogueRefused('The package of this family is damaged.');
    const isFile = head[156] === 0 || head[156] === 0x30;
    if (isFile) files.set(nameIn(head), tar.subarray(start, start + sizeBytes));
    at = start + Math.ceil(sizeBytes / blockBytes) * blockBytes;
  }
  return files;
}

/** Without the folder that holds everything, `package` as a rule. */
function nameIn(head: Buffer): string {
  const prefix = textIn(head, 257, 5) === 'ustar' ? textIn(head, 345, 155) : '';
  const name = `${prefix === '' ? '' : `${prefix}/`}${textIn(head, 0, 100)}`;
  return name.slice(name.indexOf('/') + 1);
}

const textIn = (head: Buffer, at: number, length: number): string =>
  (head.toString('utf8', at, at + length).split('\0')[0] ?? '').trim();
