import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import zlib from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build, type InlineConfig, type Plugin } from 'vite';
import { contractDocument } from '../src/contract/published-document.ts';
import { projectFolder } from './generate/open-api.ts';

const root = join(projectFolder, 'console');
const outFolder = join(projectFolder, 'src', 'console', 'built');

/** What browsers begin with. */
const pages = ['index.html', 'file.html', 'prototype.html', 'viewer.html'];

/** The parts come with their words in 34 languages; the console speaks one. */
const oneLanguage: Plugin = {
  name: 'one-language',
  enforce: 'pre',
  load(id) {
    const locale = /[\\/]intl[\\/].*[\\/]([a-z]{2}-[A-Z]{2})\.m?js$/.exec(id)?.[1];
    return locale === undefined || locale === 'en-US' ? null : 'export default {};';
  },
};

/** What scopes let their holders do stands in the contract; the pages take their words from there. */
const scopeWords: Plugin = {
  name: 'scope-words',
  resolveId: (id) => (id === 'virtual:scope-words' ? id : null),
  load(id) {
    if (id !== 'virtual:scope-words') return null;
    const { scopes } = contractDocument().components.securitySchemes.OAuth2.flows.authorizationCode;
    return `export const scopeWords = ${JSON.stringify(scopes)};`;
  },
};

/** Builds the pages of the console, of files and of the viewer beside the present ones, which they then replace. */
export async function buildConsole(): Promise<void> {
  const folder = mkdtempSync(`${outFolder}-`);
  try {
    await build(settingsFor(folder));
    encodeFiles(join(folder, 'assets'));
    putInPlace(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Where another process puts its own there at the same moment, that is as good. */
function putInPlace(folder: string): void {
  rmSync(outFolder, { recursive: true, force: true, maxRetries: 5 });
  try {
    renameSync(folder, outFolder);
  } catch (error) {
    if (!existsSync(join(outFolder, 'manifest.json'))) throw error;
  }
}

const settingsFor = (outDir: string): InlineConfig => ({
  root,
  configFile: false,
  logLevel: 'warn',
  base: './',
  publicDir: false,
  plugins: [oneLanguage, scopeWords, react()],
  build: {
    outDir,
    emptyOutDir: true,
    manifest: 'manifest.json',
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Beside the assets, which alone are served.
    license: { fileName: 'licenses.md' },
    rolldownOptions: { input: pages.map((name) => join(root, name)) },
  },
});

/** Puts the encoded forms beside the files, so that the server encodes nothing. */
function encodeFiles(folder: string): void {
  for (const name of readdirSync(folder).filter((name) => /\.(js|css|svg)$/.test(name))) {
    const bytes = readFileSync(join(folder, name));
    writeFileSync(join(folder, `${name}.br`), zlib.brotliCompressSync(bytes));
    writeFileSync(join(folder, `${name}.gz`), zlib.gzipSync(bytes, { level: 9 }));
  }
}

if (import.meta.main) {
  // Whoever tests says so to what is started from there, and pages that are built for that are a third heavier.
  process.env.NODE_ENV = 'production';
  await buildConsole();
}
