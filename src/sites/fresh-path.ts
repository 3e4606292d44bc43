const mostLetters = 60;

/** A path for the page of a site that no other has: what can be read of its name, and a fresh key. */
export function freshPath(name: string, key: string): string {
  const words =
    name
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  const readable = words.join('-').slice(0, mostLetters).replace(/-$/, '');
  return `/site/${readable || 'page'}-${key}`;
}
