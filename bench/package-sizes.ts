import { globSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

interface Description {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Bytes of a package and of all that it asks for, by their folders; of what is optional, that which is there. */
export function packageSizes(folder: string): Map<string, number> {
  const sizes = new Map<string, number>();
  const add = (place: string): void => {
    if (sizes.has(place)) return;
    sizes.set(place, sizeOf(place));
    for (const name of askedBy(place)) {
      const found = placeOf(name, place);
      if (found !== undefined) add(found);
    }
  };
  add(realpathSync(folder));
  return sizes;
}

/** Of its files, without the packages that lie in it. */
const sizeOf = (folder: string): number =>
  globSync('**', { cwd: folder, exclude: ['node_modules', '**/node_modules'], withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);

function askedBy(folder: string): string[] {
  const { dependencies, optionalDependencies }: Description = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  return Object.keys({ ...dependencies, ...optionalDependencies });
}

/** Where Node finds a package that a module of the folder imports. */
function placeOf(name: string, from: string): string | undefined {
  const place = join(from, 'node_modules', name);
  if (statSync(join(place, 'package.json'), { throwIfNoEntry: false }) !== undefined)
    return realpathSync(place);
  return dirname(from) === from ? undefined : placeOf(name, dirname(from));
}
