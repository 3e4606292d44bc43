import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npmEnvironment } from '../config.ts';
import { CatalogueRefused } from './catalogue-name.ts';

/** The largest families of the catalogue, packed. */
const mostBytes = 128 * 1024 * 1024;
const deadlineMs = 3 * 60_000;
const lookMs = 250;
const mostSaid = 64 * 1024;

/**
 * Fetches the package of a family by npm, from the registry that npm is set to. Nothing is installed: no script of the
 * package runs, and nothing that it depends on comes.
 *
 * @param name as `catalogueName` gives it
 * @returns the package as it came, TAR in GZIP
 * @throws CatalogueRefused
 */
export async function fetchPackage(name: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-catalogue-'));
  try {
    await runNpm(name, folder);
    const packed = (await readdir(folder)).find((file) => file.endsWith('.tgz'));
    if (packed === undefined) throw new CatalogueRefused('npm brought no package.');
    return await readFile(join(folder, packed));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runNpm(name: string, folder: string): Promise<void> {
  const quiet = [
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-update-notifier',
    '--logs-max=0',
    '--loglevel=error',
  ];
  const places = [`--pack-destination=${folder}`, `--cache=${join(folder, 'cache')}`];
  const child = spawn('npm', ['pack', ...quiet, ...places, '--', `@fontsource/${name}`], {
    cwd: folder,
    env: npmEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
    windowsHide: true,
  });
  let said = '';
  // There is none where no descriptors are left for it; the error is told a moment later.
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-mostSaid);
  });
  let stopped: string | undefined;
  const stop = (reason: string): void => {
    stopped ??= reason;
    child.kill('SIGKILL');
  };
  const deadline = setTimeout(() => stop('npm did not end in time.'), deadlineMs);
  const looking = setInterval(async () => {
    if ((await sizeOf(folder)) > 2 * mostBytes) stop('The package of this family is too large.');
  }, lookMs);
  try {
    const code = await endOf(child);
    if (stopped !== undefined) throw new CatalogueRefused(stopped);
    if (code !== 0) throw new CatalogueRefused(sentenceOf(said));
  } finally {
    clearTimeout(deadline);
    clearInterval(looking);
  }
}

function endOf(child: ReturnType<typeof spawn>): Promise<number | null> {
  return new Promise((done, fail) => {
    child.once('error', () =>
      fail(new CatalogueRefused('There is no npm on the server; fonts are added as files there.')),
    );
    child.once('close', done);
  });
}

/** What npm has written so far: the package, and the copy in its cache. */
async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const sizes = await Promise.all(
    names.map(async (name) => (await stat(join(folder, name)).catch(() => undefined))?.size ?? 0),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

function sentenceOf(said: string): string {
  const code = /^npm (?:error|ERR!) code (\w+)/m.exec(said)?.[1];
  if (code === 'E404') return 'The catalogue has no family of this name.';
  return `npm could not bring the family${code === undefined ? '' : ` (${code})`}.`;
}
