import { dirname, join, resolve } from 'node:path';
import { runToEnd } from '../processes.ts';
import { type Comparison, compareNumbers } from './turns.ts';

/** Finding out who calls, in processes of the clones that do nothing else. */
export async function compareTokenChecks({ folder, programs, rounds }: Comparison): Promise<void> {
  let runs = 0;
  for (const kind of ['known', 'forgotten']) {
    const check = (program: string) => async () => {
      const module = resolve(dirname(program), '../bench/rows/token-check.ts');
      runs += 1;
      const place = join(folder, `token-${runs}`);
      const script = `const { timeTokenCheck } = await import(${JSON.stringify(module)});
        console.log((await timeTokenCheck(${JSON.stringify(place)})).${kind} * 1000);`;
      return Number(await runToEnd(process.execPath, ['--input-type=module', '--eval', script]));
    };
    await compareNumbers(`checking a token, ${kind}`, 'µs', rounds, {
      before: check(programs.before),
      now: check(programs.now),
    });
  }
}
