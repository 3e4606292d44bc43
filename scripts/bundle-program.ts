import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';

const project = dirname(import.meta.dirname);
const source = join(project, 'src');

/** The command, and what it starts beside itself in processes and threads. */
const programs = [
  'cli/main',
  ...['images/render-program', 'images/read-font-program', 'processes/guard-thread'],
  ...[
    'content/compile-worker',
    'content/layout-thread',
    'content/select-thread',
    'database/checkpoint-worker',
  ],
];

/** Packages that read files of their own or are no JavaScript. */
const left = ['sharp', '@napi-rs/canvas', 'harfbuzzjs', 'yoga-layout', 'woff2-encoder', 'pino', 'nodemailer'];

/** Modules that start one of those programs ask their own address where it lies. */
const startsPrograms = /\bthreadEntry\(|endsWith\('\.ts'\)/;

/**
 * Puts the program into few files, laid out as in the package: of each start, finding and reading two thousand
 * modules takes half. What they read lies where it did.
 *
 * @returns the command
 */
export async function bundleProgram(folder: string): Promise<string> {
  const target = join(folder, 'dist');
  const command = join('bin', 'vitrine.mjs');
  await build({
    ...{ configFile: false, root: project, logLevel: 'warn', publicDir: false },
    plugins: [ownAddresses(target)],
    ssr: { noExternal: true, external: left },
    build: {
      ...{ ssr: true, outDir: target, target: 'node24', minify: false, emptyOutDir: false },
      rolldownOptions: {
        input: Object.fromEntries(programs.map((name) => [name, join(source, `${name}.ts`)])),
        output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash].js' },
      },
    },
  });
  mkdirSync(join(folder, 'bin'));
  cpSync(join(project, command), join(folder, command));
  // Else each start looks through the text of each file for what says that it is a module.
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'), 'junction');
  return join(folder, command);
}

/** Modules keep the address that they had, or that the package gives them. */
const ownAddresses = (target: string): Plugin => ({
  name: 'own-addresses',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(source)) return null;
    const bundled = join(target, relative(source, id)).replace(/\.ts$/, '.js');
    const address = pathToFileURL(startsPrograms.test(code) ? bundled : id).href;
    return code
      .replaceAll('import.meta.url', JSON.stringify(address))
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)));
  },
});
