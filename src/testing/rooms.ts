import { dirname, posix } from 'node:path';
import { importsOf, type SourceFile } from './source-files.ts';

const floorOfRoom = {
  'main.ts': 1,
  'open-context.ts': 1,
  'open-storage.ts': 1,
  'chores.ts': 1,
  cli: 1,
  'for-tests': 1,
  server: 2,
  'operations.ts': 3,
  api: 4,
  oauth: 4,
  'first-administrator.ts': 5,
  backup: 5,
  oversight: 5,
  pages: 5,
  'workspace-file': 5,
  accounts: 6,
  apps: 6,
  comments: 6,
  'dev-mode': 6,
  'file-edits': 6,
  'file-variables': 6,
  files: 6,
  fonts: 6,
  libraries: 6,
  mirrors: 6,
  payments: 6,
  people: 6,
  places: 6,
  removal: 6,
  search: 6,
  sites: 6,
  tokens: 6,
  upstreams: 6,
  webhooks: 6,
  'change.ts': 7,
  'context.ts': 7,
  'operation.ts': 7,
  'clock.ts': 7,
  'ids.ts': 7,
  'running-address.ts': 7,
  'metrics.ts': 7,
  'readiness.ts': 7,
  'served-operations.ts': 7,
  'test-mode.ts': 7,
  access: 8,
  catalogue: 8,
  console: 8,
  content: 8,
  delivery: 8,
  events: 8,
  images: 8,
  jobs: 8,
  live: 8,
  mail: 8,
  agents: 9,
  compare: 9,
  editing: 9,
  import: 9,
  messages: 9,
  render: 9,
  select: 9,
  variables: 9,
  words: 9,
  code: 10,
  document: 10,
  blobs: 11,
  database: 11,
  installation: 11,
  processes: 11,
  contract: 12,
  'config.ts': 12,
  'errors.ts': 12,
  'iso-time.ts': 12,
  'least-recent.ts': 12,
  'opened-once.ts': 12,
  'this-machine.ts': 12,
} as const;

/** A folder of `src/`, or a file that stands in none. */
export type Room = keyof typeof floorOfRoom;

/** Rooms and files by floor; a file imports from its own floor and from those with a higher number. */
export const floors: Readonly<Record<string, number>> = floorOfRoom;

/** Tests, and what only they use. */
export const isTest = (path: string): boolean =>
  /\.(test|suite|faults|fuzz)\.ts$/.test(path) || path.startsWith('src/testing/');
/** The room of a file. */
export const roomOf = (path: string): string => path.split('/')[1] ?? '';
/** A folder of `api/`, or a room that is one tag. */
export const tagOf = (path: string): string =>
  roomOf(path) === 'api' ? path.split('/').slice(1, 3).join('/') : roomOf(path);
/** The files of the project that a file imports. */
const filesImportedBy = (file: SourceFile): string[] =>
  importsOf(file.text)
    .filter(({ module }) => module.startsWith('.'))
    .map(({ module }) => posix.join(dirname(file.path), module));
/** Those of `src/`. */
export const targetsOf = (file: SourceFile): string[] =>
  filesImportedBy(file).filter((target) => target.startsWith('src/'));
/** What each room imports of others; `nameOf` says what counts as a room. */
export function importsBetween(
  files: readonly SourceFile[],
  nameOf: (path: string) => string,
): ReadonlyMap<string, ReadonlySet<string>> {
  const imported = new Map<string, Set<string>>();
  for (const file of files) {
    const room = nameOf(file.path);
    const others = targetsOf(file)
      .map(nameOf)
      .filter((other) => other !== room);
    imported.set(room, new Set([...(imported.get(room) ?? []), ...others]));
  }
  return imported;
}

/** Rooms that import each other in a circle; none is the empty list. */
export const circleOf = (files: readonly SourceFile[]): string[] => circleIn(importsBetween(files, tagOf));

/** Files that import each other in a circle, be it types; none is the empty list. */
export const circleOfFiles = (files: readonly SourceFile[]): string[] =>
  circleIn(new Map(files.map((file) => [file.path, filesImportedBy(file)])));

function circleIn(imported: ReadonlyMap<string, Iterable<string>>): string[] {
  const done = new Set<string>();
  const circleFrom = (name: string, way: readonly string[]): string[] => {
    if (way.includes(name)) return [...way.slice(way.indexOf(name)), name];
    if (done.has(name)) return [];
    for (const other of imported.get(name) ?? []) {
      const circle = circleFrom(other, [...way, name]);
      if (circle.length > 0) return circle;
    }
    done.add(name);
    return [];
  };
  for (const name of imported.keys()) {
    const circle = circleFrom(name, []);
    if (circle.length > 0) return circle;
  }
  return [];
}
