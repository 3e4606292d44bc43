import { cpSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Program {
  readonly folder: string;
  /** Below the folder: all that is run, its command, and where the list of changes of the schema is. */
  readonly code: string;
  readonly command: string;
  readonly changes: string;
}

const bundle = process.env.VITRINE_CONFORMANCE_PROGRAM;
/** In a whole check the bundle, which starts in half the time. */
const present: Program =
  bundle === undefined
    ? {
        folder: fileURLToPath(new URL('../../', import.meta.url)),
        code: 'src',
        command: 'cli/main.ts',
        changes: 'database',
      }
    : { folder: dirname(dirname(bundle)), code: 'dist', command: 'cli/main.js', changes: 'parts' };

/** What the next version does to the schema: it adds a column and an index, and takes away one that it needs no more. */
export const nextChanges = {
  expanding: '9001-next-colour',
  contracting: '9002-after-9001-next-index',
} as const;

/**
 * Makes of this version the next one: with another number, a schema that it expands and contracts, and other files
 * that its pages load.
 * @returns its command
 */
export function makeNextVersion(folder: string): string {
  const isPart = (path: string) => !/\.(test|suite|faults|fuzz)\.ts$|[\\/]src[\\/]testing$/.test(path);
  const code = join(folder, present.code);
  cpSync(join(present.folder, present.code), code, { recursive: true, filter: isPart });
  symlinkSync(join(present.folder, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const description = JSON.parse(readFileSync(join(present.folder, 'package.json'), 'utf8'));
  const next = {
    type: 'module',
    version: nextNumber(description.version),
    dependencies: description.dependencies,
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(next));
  changeSchema(join(code, present.changes));
  changePages(join(code, 'console', 'built'));
  return join(code, present.command);
}

const nextNumber = (version: string): string => version.replace(/\d+/, (major) => String(Number(major) + 1));

function changeSchema(folder: string): void {
  const { expanding, contracting } = nextChanges;
  const added = `'${expanding}': { up: async (database) => {
    await database.schema.alterTable('files').addColumn('next_colour', 'text').execute();
    await database.schema.createIndex('files_next_colour').on('files').column('next_colour').execute();
  } },`;
  const gone = `'${contracting}': { up: async (database) => {
    await database.schema.dropIndex('renders_expires_at').execute();
  } },`;
  const list = (name: string) => new RegExp(`^((?:export const|var) ${name}\\b[^;]*?= \\{)`, 'm');
  const lists = [list('expanding'), list('contracting')] as const;
  const paths = readdirSync(folder).map((name) => join(folder, name));
  const file = paths.find((path) => {
    const text = /\.[jt]s$/.test(path) ? readFileSync(path, 'utf8') : '';
    return lists.every((one) => one.test(text));
  });
  if (file === undefined) throw new Error(`No file in ${folder} lists changes of the schema as it did.`);
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace(lists[0], `$1${added}`).replace(lists[1], `$1${gone}`));
}

/** What a page begins with is called by its bytes, so another version has another name for it. */
function changePages(built: string): void {
  const manifest = readFileSync(join(built, 'manifest.json'), 'utf8');
  const entries = ['index.html', 'viewer.html'].map((page) => JSON.parse(manifest)[page].file as string);
  const renamed = (text: string) =>
    entries.reduce((all, file) => all.replaceAll(nameOf(file), nextName(nameOf(file))), text);
  writeFileSync(join(built, 'manifest.json'), renamed(manifest));
  const assets = join(built, 'assets');
  for (const name of readdirSync(assets)) {
    if (/\.(br|gz)$/.test(name)) rmSync(join(assets, name));
    else if (name.endsWith('.js')) {
      writeFileSync(join(assets, name), `${renamed(readFileSync(join(assets, name), 'utf8'))}// next`);
      if (renamed(name) !== name) renameSync(join(assets, name), join(assets, renamed(name)));
    }
  }
}

const nameOf = (file: string): string => file.slice(file.lastIndexOf('/') + 1);
const nextName = (name: string): string => name.replace(/-[\w-]+\.js$/, '-NextNext.js');
