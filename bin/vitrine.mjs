#!/usr/bin/env node
/**
 * Starts the `vitrine` command. The package ships JavaScript in `dist/`; a clone runs its
 * TypeScript, installing first what is missing, on Node 24 whichever Node started this file.
 */
import { existsSync } from 'node:fs';
import * as module from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

const pathOf = (relativePath) => fileURLToPath(new URL(relativePath, import.meta.url));
const [major, minor] = process.versions.node.split('.').map(Number);
/** Argon2, which keeps passwords, is in Node since 24.7. */
const hasNode24 = major > 24 || (major === 24 && minor >= 7);
const isClone = existsSync(pathOf('../src/cli/main.ts'));

hideSqliteWarning();
takeMemorySettings();
giveBackCompiling();
if (isClone) await startClone();
else await startPackage();

async function startPackage() {
  keepCompiled(cacheFolder());
  if (hasNode24) return import('../dist/cli/main.js');
  console.error(`Vitrine needs Node.js 24.7 or newer; this is ${process.versions.node}.`);
  process.exitCode = 1;
}

async function startClone() {
  const { runMain } = await import('../scripts/processes.mjs');
  const { prepareToRun } = await import('../scripts/install.mjs');
  let prepared = false;
  await runMain(async () => {
    await prepareToRun();
    prepared = true;
    keepCompiled(pathOf('../node_modules/.cache/vitrine-compiled'));
    return hasNode24 ? 0 : startOnNode24();
  });
  if (prepared && hasNode24) await import('../src/cli/main.ts');
}

/**
 * The next start, and the threads and processes that the program starts, find compiled what was read before: the
 * compiler of TypeScript alone takes a thread 30 MB. Not before a clone is installed, since that empties the folder.
 * Where nothing can be written, or no folder is known, all is compiled each time.
 */
function keepCompiled(folder) {
  const kept = process.env.NODE_COMPILE_CACHE || folder;
  if (!kept) return;
  process.env.NODE_COMPILE_CACHE = kept;
  module.enableCompileCache?.(kept);
}

/** Where the system has programs keep what they can make again. */
function cacheFolder() {
  const { XDG_CACHE_HOME, HOME, LOCALAPPDATA } = process.env;
  const folder = XDG_CACHE_HOME || (HOME ? join(HOME, '.cache') : LOCALAPPDATA);
  return folder && join(folder, 'vitrine', 'compiled');
}

async function startOnNode24() {
  const { runWithNode24 } = await import('../scripts/run-with-node24.mjs');
  const env = { ...process.env, ...memorySettings() };
  return runWithNode24(pathOf('../src/cli/main.ts'), process.argv.slice(2), { env });
}

/**
 * What a server needs in its environment on Linux so that the C library gives large blocks back to the system: by
 * itself it keeps what designs took, in pieces that later ones do not fit. What an answer is encrypted into is smaller,
 * and stays. All threads take blocks of one pool: each keeps what it freed in its own otherwise. Empty where somebody
 * else has a say.
 */
function memorySettings() {
  const isTold = Object.keys(process.env).some((name) =>
    /^(MALLOC_.*|GLIBC_TUNABLES|LD_PRELOAD)$/.test(name),
  );
  if (process.argv[2] !== 'serve' || process.platform !== 'linux' || isTold) return {};
  const thresholds = { MALLOC_MMAP_THRESHOLD_: String(2 ** 20), MALLOC_TRIM_THRESHOLD_: String(2 ** 22) };
  return { ...thresholds, MALLOC_ARENA_MAX: '1' };
}

/** Starts the same program again in this process, since the C library reads its settings only then. */
function takeMemorySettings() {
  const settings = memorySettings();
  if (!hasNode24 || Object.keys(settings).length === 0) return;
  const args = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, args, { ...process.env, ...settings });
}

/**
 * What compiles functions gives its memory back with each of them. In the engine of Node 24 a thread in the background
 * does that when no function is left to compile: up to 11 MB were held while a design was read.
 */
function giveBackCompiling() {
  if (major === 24 && process.argv[2] === 'serve') setFlagsFromString('--no-maglev-destroy-on-background');
}

/** Early releases of Node 24 call `node:sqlite` experimental in every process; all other warnings stay. */
function hideSqliteWarning() {
  const emitWarning = process.emitWarning;
  process.emitWarning = (warning, ...rest) => {
    if (/^SQLite is an experimental feature/.test(String(warning?.message ?? warning))) return;
    emitWarning.call(process, warning, ...rest);
  };
}
