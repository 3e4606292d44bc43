import { Buffer } from 'node:buffer';
import type { LocalVariables } from '../content/variables-shelves.ts';
import { mapYielding, runYielding } from '../content/yielding.ts';
import { jsonSteps } from '../variables/print-local-variables.ts';
import type { VariablesState } from '../variables/state.ts';

/** The variables of a file as they are kept: with an answer that is printed when first asked for. */
export function localVariables(revision: string, state: VariablesState): LocalVariables {
  let printed: Promise<Buffer> | undefined;
  const answer = (): Promise<Buffer> => {
    printed ??= printedVariables(state);
    return printed;
  };
  return { revision, state, answer };
}

/** The answer of getLocalVariables about a state, as JSON. */
export async function printedVariables(state: VariablesState): Promise<Buffer> {
  const chunks = await runYielding(jsonSteps(state));
  return Buffer.concat(await mapYielding(chunks, (text) => Buffer.from(text)));
}
