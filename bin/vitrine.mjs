#!/usr/bin/env node
/**
 * Starts the `vitrine` command. The package ships compiled JavaScript in `dist/`; a clone runs its
 * TypeScript, installing first what is missing, on Node 24 whichever Node started this file.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const pathOf = (relativePath) => fileURLToPath(new URL(relativePath, import.meta.url));
const hasNode24 = Number(process.versions.node.split('.')[0]) >= 24;
const isClone = existsSync(pathOf('../src/cli/main.ts'));

hideSqliteWarning();
if (isClone) await startClone();
else await startPackage();

async function startPackage() {
  if (hasNode24) return import('../dist/cli/main.js');
  console.error(`Vitrine needs Node.js 24 or newer; this is ${process.versions.node}.`);
  process.exitCode = 1;
}

async function startClone() {
  const { runMain } = await import('../scripts/processes.mjs');
  const { prepare } = await import('../scripts/install.mjs');
  let prepared = false;
  await runMain(async () => {
    await prepare();
    prepared = true;
    return hasNode24 ? 0 : startOnNode24();
  });
  if (prepared && hasNode24) await import('../src/cli/main.ts');
}

async function startOnNode24() {
  const { runWithNode24 } = await import('../scripts/run-with-node24.mjs');
  return runWithNode24(pathOf('../src/cli/main.ts'), process.argv.slice(2));
}

/** Early releases of Node 24 call `node:sqlite` experimental in every process; all other warnings stay. */
function hideSqliteWarning() {
  const emitWarning = process.emitWarning;
  process.emitWarning = (warning, ...rest) => {
    if (/^SQLite is an experimental feature/.test(String(warning?.message ?? warning))) return;
    emitWarning.call(process, warning, ...rest);
  };
}
