import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A page that a browser begins with: what it loads, as paths below where the pages are served. */
export interface ConsoleEntry {
  /** Modules. */
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** A file under `assets/`. Its name changes with its bytes. */
export interface ConsoleAsset {
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly etag: string;
  /** The same bytes, encoded when they were built. */
  readonly encoded: { readonly br?: Buffer; readonly gzip?: Buffer };
}

/** What the pages of the console, of files and of the viewer are made of, as they were built. */
export interface ConsoleFiles {
  /** Undefined where the console was not built. */
  readonly console: ConsoleEntry | undefined;
  readonly viewer: ConsoleEntry | undefined;
  readonly prototype: ConsoleEntry | undefined;
  /** The page of a file for who is signed in and may read it. */
  readonly filePage: ConsoleEntry | undefined;
  readonly assets: ReadonlyMap<string, ConsoleAsset>;
}

/** What Vite says of the files it has written. */
type Manifest = Readonly<Record<string, { file: string; css?: string[]; imports?: string[] }>>;

const builtFolder = join(import.meta.dirname, 'built');
const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

const nothingBuilt: ConsoleFiles = {
  console: undefined,
  viewer: undefined,
  prototype: undefined,
  filePage: undefined,
  assets: new Map(),
};

/** Reads everything once: the files are small, and stay as they are while the server runs. */
export function readConsoleFiles(folder = builtFolder): ConsoleFiles {
  const manifestPath = join(folder, 'manifest.json');
  if (!existsSync(manifestPath)) return nothingBuilt;
  const manifest: Manifest = JSON.parse(readFileSync(manifestPath, 'utf8'));
  return {
    console: entryOf(manifest, 'index.html'),
    viewer: entryOf(manifest, 'viewer.html'),
    prototype: entryOf(manifest, 'prototype.html'),
    filePage: entryOf(manifest, 'file.html'),
    assets: readAssets(join(folder, 'assets')),
  };
}

function entryOf(manifest: Manifest, name: string): ConsoleEntry | undefined {
  const entry = manifest[name];
  if (entry === undefined) return undefined;
  const loaded = withImports(manifest, name);
  return {
    scripts: [entry.file],
    styles: [...new Set(loaded.flatMap((loadedName) => manifest[loadedName]?.css ?? []))],
  };
}

/** The entry and whatever it imports at once. */
function withImports(manifest: Manifest, name: string): string[] {
  return [...(manifest[name]?.imports ?? []).flatMap((imported) => withImports(manifest, imported)), name];
}

function readAssets(folder: string): ReadonlyMap<string, ConsoleAsset> {
  const names = readdirSync(folder);
  const served = names.filter(isAssetName);
  return new Map(served.map((name) => [name, readAsset(folder, name, new Set(names))]));
}

function readAsset(folder: string, name: string, names: ReadonlySet<string>): ConsoleAsset {
  const bytes = readFileSync(join(folder, name));
  const encodedBy = (suffix: string) =>
    names.has(name + suffix) ? readFileSync(join(folder, name + suffix)) : undefined;
  const [br, gzip] = [encodedBy('.br'), encodedBy('.gz')];
  return assetOf(name, bytes, {
    ...(br === undefined ? {} : { br }),
    ...(gzip === undefined ? {} : { gzip }),
  });
}

export function assetOf(name: string, bytes: Buffer, encoded: ConsoleAsset['encoded'] = {}): ConsoleAsset {
  return {
    bytes,
    contentType: contentTypes[extensionOf(name)] ?? 'application/octet-stream',
    etag: createHash('sha256').update(bytes).digest('base64url').slice(0, 22),
    encoded,
  };
}

/** Whether a file of that name is one that pages load. */
const isAssetName = (name: string): boolean => extensionOf(name) in contentTypes;

const extensionOf = (name: string): string => name.slice(name.lastIndexOf('.'));
