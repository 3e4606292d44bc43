/** What is wrong with a family of the catalogue, or with what npm brought; the sentence is for people. */
export class CatalogueRefused extends Error {
  override readonly name = 'CatalogueRefused';
}

const longest = 100;

/**
 * The name of a family in the catalogue: lower case, with a hyphen for each space, as `source-sans-3`. Nothing else
 * gets through, so that it can neither be an option nor a path, an address or another package.
 *
 * @throws CatalogueRefused
 */
export function catalogueName(family: string): string {
  const name = family.trim().toLowerCase().replaceAll(/ +/g, '-');
  if (family.length > longest || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))
    throw new CatalogueRefused('No family of the catalogue has a name like this.');
  return name;
}
