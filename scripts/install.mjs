/**
 * Makes a clone ready to run: dependencies as the lock file names them, Node 24 among them, the
 * generated contract, and the built console. Each part is done only when something it depends on has changed.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npmFailure, offlineCode } from './npm-failure.mjs';
import { Refusal, runCaptured } from './processes.mjs';
import { withProgress } from './progress.mjs';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
export const generator = join(root, 'scripts/generate/main.ts');
const nodeModules = join(root, 'node_modules');
const installStamp = join(nodeModules, '.vitrine-install');
const generated = join(root, 'src/contract/generated');
const consoleBuilder = join(root, 'scripts/build-console.ts');
const builtConsole = join(root, 'src/console/built');
/** The file in a folder of made files that says from what they were made. */
const stampName = '.inputs';
/** How much is installed: the workspace `checks` names what it takes for more than running from the clone. */
const everything = { flags: [], mark: '' };
const toRun = { flags: ['--workspaces=false'], mark: ' to run' };
/**
 * Not left to the settings of the machine: everything is needed, the packages' Node is not the one that
 * installs them, and errors must be readable.
 */
const installFlags = ['--include=dev', '--no-engine-strict', '--no-audit', '--no-fund', '--loglevel=warn'];
const windows = process.platform === 'win32';

/** Everything the checks and the build need: all dependencies, and what it takes to run. */
export async function prepare() {
  refuseOldNode();
  await ensureInstalled();
  await makeParts();
}

/** Everything the server needs before it starts; not what only the checks and the build need. */
export async function prepareToRun() {
  refuseOldNode();
  await ensureInstalled(toRun);
  await makeParts();
}

async function makeParts() {
  await ensureGenerated();
  await ensureConsole();
}

/** @throws Refusal where the Node that runs us is too old to go on */
export function refuseOldNode(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new Refusal(
    `Vitrine needs Node.js 20.19 or newer; this is ${version}. Install a newer one and try again.`,
  );
}

/**
 * The Node 24 that the dependencies bring. Where they could not bring it, our own does if it is new enough.
 * @throws Refusal
 */
export function node24() {
  const brought = join(nodeModules, 'node/bin', windows ? 'node.exe' : 'node');
  if (existsSync(brought)) return brought;
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 24 || (major === 24 && minor >= 7)) return process.execPath;
  throw new Refusal('Node.js 24 is missing from node_modules; allow install scripts and run npm ci.');
}

export async function ensureInstalled(asked = everything) {
  const lock = hashOf([join(root, 'package-lock.json')]);
  const before = readOrEmpty(installStamp);
  if (before === lock || before === lock + asked.mark) return;
  if (!installedAsLocked()) await install(asked, before);
  else writeFileSync(installStamp, lock);
}

/** Compares npm's own record of what it installed with the lock file; so an install made by hand counts. */
function installedAsLocked() {
  const locked = packagesOf(join(root, 'package-lock.json'));
  const installed = packagesOf(join(nodeModules, '.package-lock.json'));
  return Object.entries(locked).every(
    ([path, entry]) => path === '' || entry.optional || installed[path]?.version === entry.version,
  );
}

function packagesOf(lockFile) {
  try {
    return JSON.parse(readFileSync(lockFile, 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}

/**
 * Into an empty place by `npm ci`; over an older install by `npm install`, which puts the old packages back
 * when it cannot get the new ones, where `npm ci` would have deleted them first.
 */
async function install(asked, before) {
  const upgrade = existsSync(join(nodeModules, '.package-lock.json'));
  const wasToRun = before.endsWith(toRun.mark);
  // What was installed whole stays whole.
  const part = before === '' || wasToRun ? asked : everything;
  const args = upgrade ? ['install', '--no-save'] : ['ci'];
  const title = upgrade ? 'Updating the dependencies' : 'Installing the dependencies';
  const result = await withProgress(title, () => npm([...args, ...part.flags, ...installFlags]));
  if (result.code === 0) return stampInstall(part);
  const code = offlineCode(result.output);
  const lacksParts = wasToRun && part === everything;
  if (!code || !upgrade || lacksParts) throw new Refusal(npmFailure(result));
  // Tried again next time.
  process.stderr.write(`No network (${code}): going on with the dependencies that were installed before.\n`);
}

function stampInstall(part) {
  if (part === everything && !installedAsLocked()) return;
  writeFileSync(installStamp, hashOf([join(root, 'package-lock.json')]) + part.mark);
}

async function npm(args) {
  const cli = process.env.npm_execpath;
  const byNode = cli?.endsWith('npm-cli.js') && existsSync(cli);
  const [command, first] = byNode ? [outerNode(), [cli]] : ['npm', []];
  try {
    // On Windows npm is a batch file, which only a shell starts.
    const options = { cwd: root, env: outerEnvironment(), shell: windows && !byNode };
    return await runCaptured(command, [...first, ...args], options);
  } catch (error) {
    if (error.code === 'ENOENT')
      throw new Refusal('npm was not found. It comes with Node.js; install it and try again.');
    throw error;
  }
}

/** The Node outside of node_modules: npm must not run on the one that it is about to replace. */
function outerNode() {
  const candidates = [process.env.npm_node_execpath, process.execPath];
  return candidates.find((path) => path && existsSync(path) && !path.startsWith(nodeModules)) ?? 'node';
}

function outerEnvironment() {
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.startsWith(nodeModules));
  return { ...process.env, PATH: path.join(delimiter) };
}

/** Generates the contract when its sources or its generator changed since the last time. */
export async function ensureGenerated() {
  if (isCurrent(generated, contractHash())) return;
  await make('Generating the contract', generator, 'The contract could not be generated');
  stampGenerated();
}

/** Builds the pages of the console when their sources changed since the last time. */
async function ensureConsole() {
  const inputs = consoleHash();
  if (isCurrent(builtConsole, inputs)) return;
  await make('Building the console', consoleBuilder, 'The console could not be built');
  stamp(builtConsole, inputs);
}

async function make(title, file, failure) {
  const { code, output } = await withProgress(title, () =>
    runCaptured(node24(), ['--disable-warning=ExperimentalWarning', file], { cwd: root }),
  );
  if (code !== 0) throw new Refusal(`${output.trimEnd()}\n${failure}; the reason is above.`);
}

/** True while a folder holds all that was made there, from what is there to make it from. */
function isCurrent(folder, wanted) {
  const [inputs, ...outputs] = readOrEmpty(join(folder, stampName)).split('\n');
  return inputs === wanted && outputs.every((name) => existsSync(join(folder, name)));
}

/** Remembers from what the generated files were made, and which they are. */
export function stampGenerated() {
  stamp(generated, contractHash());
}

function stamp(folder, inputs) {
  const names = filesIn(folder).map((path) => relative(folder, path));
  const outputs = names.filter((name) => name !== stampName);
  writeFileSync(join(folder, stampName), [inputs, ...outputs].join('\n'));
}

function contractHash() {
  const given = join(nodeModules, '@figma/rest-api-spec');
  const emoji = join(nodeModules, '@emoji-mart/data/package.json');
  const own = [join(root, 'contract'), join(root, 'scripts/generate')].flatMap(filesIn);
  return hashOf([join(given, 'package.json'), join(given, 'openapi/openapi.yaml'), emoji, ...own]);
}

function consoleHash() {
  const lock = join(root, 'package-lock.json');
  const own = filesIn(join(root, 'console'));
  return hashOf([lock, consoleBuilder, join(generated, stampName), ...own]);
}

function filesIn(folder) {
  const names = readdirSync(folder, { recursive: true }).sort();
  return names.map((name) => join(folder, name)).filter((path) => statSync(path).isFile());
}

function hashOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths) {
    const bytes = readFileSync(path);
    hash.update(`${relative(root, path)}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}

function readOrEmpty(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
