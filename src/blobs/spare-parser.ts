import { setFlagsFromString } from 'node:v8';

/** What the engine lets a function of WebAssembly do before it is compiled anew, in its own measure. */
const usualBudget = 13_000_000;
const sparingBudget = 1_000_000_000;
/** The measure is that of this engine. */
const isKnownEngine = process.versions.node.startsWith('24.');

/**
 * Spares the parser of undici being compiled as well as the engine can: it is one large function, each call of which
 * counts for its whole length, so that after some hundred a thread would be busy with it for 28 ms and with 22 MB, in
 * the midst of the first design. A process that gets some thousand chunks has it compiled then.
 *
 * @returns what ends the exception, once undici has made its parser
 */
export function spareParser(): () => void {
  allow(sparingBudget);
  return () => allow(usualBudget);
}

function allow(budget: number): void {
  if (isKnownEngine) setFlagsFromString(`--wasm-tiering-budget=${budget}`);
}
