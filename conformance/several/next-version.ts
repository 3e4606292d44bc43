import { cpSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../../', import.meta.url));

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
  cpSync(join(project, 'src'), join(folder, 'src'), { recursive: true, filter: isPart });
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const description = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
  const next = {
    type: 'module',
    version: nextNumber(description.version),
    dependencies: description.dependencies,
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(next));
  changeSchema(join(folder, 'src', 'database', 'schema-changes.ts'));
  changePages(join(folder, 'src', 'console', 'built'));
  return join(folder, 'src', 'cli', 'main.ts');
}

const nextNumber = (version: string): string => version.replace(/\d+/, (major) => String(Number(major) + 1));

function changeSchema(file: string): void {
  const { expanding, contracting } = nextChanges;
  const added = `'${expanding}': { up: async (database) => {
    await database.schema.alterTable('files').addColumn('next_colour', 'text').execute();
    await database.schema.createIndex('files_next_colour').on('files').column('next_colour').execute();
  } },`;
  const gone = `'${contracting}': { up: async (database) => {
    await database.schema.dropIndex('renders_expires_at').execute();
  } },`;
  const list = (name: string) => new RegExp(`(export const ${name}[^;]*?= \\{)`);
  const text = readFileSync(file, 'utf8');
  const changed = text.replace(list('expanding'), `$1${added}`).replace(list('contracting'), `$1${gone}`);
  if (!changed.includes(added) || !changed.includes(gone))
    throw new Error(`${file} is written otherwise now.`);
  writeFileSync(file, changed);
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
