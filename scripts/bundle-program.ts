import { readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { projectFolder } from './generate/open-api.ts';
import { programFiles } from './program-files.ts';

const source = join(projectFolder, 'src');

/** What is run or imported from outside: the command, and the module for people who test their own tools. */
const entries = ['cli/main', 'for-tests/start-vitrine'];

/** Packages that are no JavaScript, or read files of their own. */
const left = ['sharp', '@napi-rs/canvas', 'harfbuzzjs', 'yoga-layout', 'woff2-encoder', 'pino', 'nodemailer'];

/**
 * Puts the program and the packages it uses into few files, laid out as `src` is: of each start, finding and reading
 * two thousand modules took more than half. The licences of what is in them are listed beside.
 *
 * @returns the packages that have code in them
 */
export async function bundleProgram(outFolder: string): Promise<Set<string>> {
  const inputs = [...entries, ...startedPrograms()];
  const { output } = (await build({
    configFile: false,
    root: projectFolder,
    logLevel: 'warn',
    publicDir: false,
    plugins: [ownAddresses, plainLetters],
    ssr: { noExternal: true, external: left },
    build: {
      ssr: true,
      outDir: outFolder,
      target: 'node24',
      minify: false,
      emptyOutDir: true,
      license: { fileName: 'licenses.md' },
      rolldownOptions: {
        input: Object.fromEntries(inputs.map((name) => [name, join(source, `${name}.ts`)])),
        output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash].js', comments: false },
      },
    },
  })) as Rolldown.RolldownOutput;
  return packagesIn(output);
}

/** What the program starts beside itself in processes and threads. */
function startedPrograms(): string[] {
  return programFiles().flatMap((file) => {
    const calls = readFileSync(join(source, file), 'utf8').matchAll(
      /programBeside\(import\.meta\.url, '([\w-]+)'\)/g,
    );
    return [...calls].map(([, name]) => join(dirname(file), name as string).replaceAll(sep, '/'));
  });
}

function packagesIn(output: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]): Set<string> {
  const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  const names = modules.map((id) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1]);
  return new Set(names.filter((name) => name !== undefined));
}

/** A module asks its own address as if it lay where `src` has it: what it reads and starts lies beside that. */
const ownAddresses: Plugin = {
  name: 'own-addresses',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(source) || !code.includes('import.meta.')) return null;
    const path = relative(source, id).replaceAll(sep, '/').replace(/\.ts$/, '.js');
    return code
      .replaceAll('import.meta.url', `__addressOf(${JSON.stringify(path)})`)
      .replaceAll('import.meta.dirname', `__folderOf(${JSON.stringify(dirname(path))})`);
  },
  renderChunk(code, { fileName }) {
    const up = '../'.repeat(fileName.split('/').length - 1);
    return code
      .replaceAll(/__addressOf\("(.*?)"\)/g, `new URL("${up}$1", import.meta.url).href`)
      .replaceAll(/__folderOf\("(.*?)"\)/g, `(import.meta.dirname + "/${up}$1")`);
  },
};

/**
 * A text that has a letter beyond ASCII takes two bytes for each of its letters as long as the program runs. Only what
 * is read as it is written, behind a backslash or by `String.raw`, would be another with escapes.
 */
const plainLetters: Plugin = {
  name: 'plain-letters',
  generateBundle(_options, files) {
    for (const file of Object.values(files)) if (file.type === 'chunk') file.code = inPlainLetters(file.code);
  },
};

function inPlainLetters(code: string): string {
  const asWritten = /\\[^\0-\x7f]|\braw`[^`]*[^\0-\x7f`][^`]*`/.exec(code);
  if (asWritten !== null) throw new Error(`A letter of the program cannot be escaped: ${asWritten[0]}`);
  return code.replaceAll(/[^\0-\x7f]/g, escaped);
}

const escaped = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
