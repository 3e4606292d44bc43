import { join } from 'node:path';
import { installForTrial } from '../scripts/program-package.ts';
import type { Stage } from './stage.ts';

const installed = new WeakMap<Stage, Promise<string>>();

/** The command of the program as it is installed, made once for all that is measured on it. */
export function installedProgram(stage: Stage): Promise<string> {
  const program = installed.get(stage) ?? installForTrial(join(stage.folder, 'installed'));
  installed.set(stage, program);
  return program;
}
