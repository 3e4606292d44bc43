import { basePath } from '../api/base-path.ts';

const path = /^\/[a-z]+\/([A-Za-z0-9_-]+)(?:\/branch\/([A-Za-z0-9_-]+))?(?:\/|$)/;

/** The key of the file or branch that this page's address names. */
export function namedFile({ pathname }: Pick<Location, 'pathname'>): string {
  const [, file = '', branch] = path.exec(pathname.slice(basePath.length)) ?? [];
  return branch ?? file;
}
