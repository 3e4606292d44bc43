import { Buffer } from 'node:buffer';
import { eachInTurns, patiently } from '../content/patiently.ts';
import type { LocalVariables } from '../content/variables-shelves.ts';
import { jsonSteps } from '../variables/print-local-variables.ts';
import type { VariablesState } from '../variables/state.ts';

/** The variables of a file as they are kept: with an answer that is printed when first asked for. */
export function localVariables(revision: string, state: VariablesState): LocalVariables {
  let printed: Promise<Buffer> | undefined;
  const answer = (): Promise<Buffer> => {
    printed ??= print(state);
    return printed;
  };
  return { revision, state, answer };
}

async function print(state: VariablesState): Promise<Buffer> {
  const chunks = await patiently(jsonSteps(state));
  return Buffer.concat(await eachInTurns(chunks, (text) => Buffer.from(text)));
}
