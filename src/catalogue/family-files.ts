import { CatalogueRefused } from './catalogue-name.ts';

/** One font of a family: some of its characters in one weight and slant. */
export interface FamilyFile {
  readonly bytes: Buffer;
  readonly weight: number;
  readonly italic: boolean;
}

export interface FamilyFiles {
  readonly files: readonly FamilyFile[];
  readonly licence: Buffer;
}

/** Families in many scripts have about a hundred and fifty. */
const mostFiles = 400;
const mostFileBytes = 32 * 1024 * 1024;
const mostLicenceBytes = 256 * 1024;

const fontName = /^files\/([a-z0-9-]+?)-([a-z][a-z-]*)-([1-9]00)-(normal|italic)\.woff2$/;

/**
 * Chooses the fonts of a family in its package: each script and weight once. Those that large scripts are cut into for
 * browsers are left out, as the whole one is beside them.
 *
 * @throws CatalogueRefused
 */
export function familyFiles(name: string, inPackage: ReadonlyMap<string, Buffer>): FamilyFiles {
  const files: FamilyFile[] = [];
  for (const [path, bytes] of inPackage) {
    const [, family, , weight, slant] = fontName.exec(path) ?? [];
    if (family === undefined || !path.startsWith(`files/${name}-`)) continue;
    if (bytes.length > mostFileBytes) throw new CatalogueRefused('A font of this family is too large.');
    files.push({ bytes, weight: Number(weight), italic: slant === 'italic' });
  }
  if (files.length === 0) throw new CatalogueRefused('The package of this family holds no fonts.');
  if (files.length > mostFiles) throw new CatalogueRefused(`The family has more than ${mostFiles} fonts.`);
  const licence = inPackage.get('LICENSE');
  if (licence === undefined || licence.length === 0 || licence.length > mostLicenceBytes)
    throw new CatalogueRefused('The package of this family holds no licence.');
  return { files, licence };
}
