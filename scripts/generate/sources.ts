import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { OwnDocument } from './merge.ts';
import { mergeContract } from './merge.ts';
import type { OpenApiDocument } from './open-api.ts';
import { projectFolder } from './open-api.ts';
import type { OverlayEntry } from './overlay-entry.ts';

/** The three parts of the contract, and the version that the merged document carries. */
export interface Sources {
  packaged: OpenApiDocument;
  overlay: OverlayEntry[];
  own: OwnDocument;
  version: string;
}

export function readSources(): Sources {
  const { version } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  return {
    packaged: readYaml<OpenApiDocument>(join(packageFolder(), 'openapi', 'openapi.yaml')),
    overlay: readYaml<OverlayEntry[]>(join(projectFolder, 'contract', 'overlay.yaml')),
    own: readYaml<OwnDocument>(join(projectFolder, 'contract', 'own.yaml')),
    version,
  };
}

/** The document that the server publishes, made from the files of the project. */
export function readContract(): OpenApiDocument {
  const { packaged, overlay, own, version } = readSources();
  return mergeContract(packaged, overlay, own, version);
}

/** Where npm has put the package of the specification. */
export function packageFolder(): string {
  const file = createRequire(import.meta.url).resolve('@figma/rest-api-spec/package.json');
  return file.slice(0, -'package.json'.length);
}

function readYaml<T>(file: string): T {
  return parse(readFileSync(file, 'utf8'), { maxAliasCount: 0 }) as T;
}
