import { basename, dirname } from 'node:path';
import { installedProgram } from '../installed.ts';
import { packageSizes } from '../package-sizes.ts';
import { rowWithin } from '../results.ts';
import type { Measured, Stage } from '../stage.ts';

const mostMb = 120;
const listed = 6;

/** The package of the program with all packages that it asks for on this machine, unpacked. */
export async function measurePackages(stage: Stage): Promise<Measured> {
  stage.say('Weighing the packages');
  const sizes = packageSizes(dirname(dirname(await installedProgram(stage))));
  const ours = megabytes([...sizes.values()].reduce((sum, size) => sum + size, 0));
  const heaviest = [...sizes].sort(([, one], [, other]) => other - one).slice(0, listed);
  const named = heaviest.map(([place, size]) => `${nameOf(place)} ${megabytes(size).toFixed(1)} MB`);
  return {
    rows: [rowWithin('Packages for production, unpacked', ours, mostMb, 'MB')],
    facts: [{ name: `The heaviest of ${sizes.size} packages`, value: named.join(', ') }],
  };
}

const megabytes = (bytes: number): number => bytes / 1e6;

function nameOf(place: string): string {
  const scope = basename(dirname(place));
  return scope.startsWith('@') ? `${scope}/${basename(place)}` : basename(place);
}
