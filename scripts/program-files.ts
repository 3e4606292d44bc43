import { globSync } from 'node:fs';
import { join, sep } from 'node:path';
import { projectFolder } from './generate/open-api.ts';

/** What of `src` is not part of the program. */
const isForTests = (file: string): boolean =>
  /\.(test|suite|faults|fuzz)\.ts$/.test(file) || file.split(sep)[0] === 'testing';

/** Paths below `src` of the program's modules. */
export const programFiles = (): string[] => namesBelowSource('**/*.ts');

/** Paths below `src` of what the modules read, and what is sent as it is. */
export const programAssets = (): string[] =>
  namesBelowSource('**/*.*').filter((file) => !file.endsWith('.ts'));

const namesBelowSource = (pattern: string): string[] =>
  globSync(pattern, { cwd: join(projectFolder, 'src') })
    .filter((file) => !isForTests(file))
    .sort();
