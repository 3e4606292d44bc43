import { declarationsOf, importedNames } from './imported-names.ts';
import { floors, isTest, roomOf } from './rooms.ts';
import { isStore } from './row-names.ts';
import { type SourceFile, sourceFiles } from './source-files.ts';
import { tablesWritten } from './table-rooms.ts';

/** The doors, and what opens them, stand above the nouns. */
const lowestFloorOfDoors = 5;

/** What writes by a store without a writer of a noun, and why: no rule of a noun bears on it. */
export const mayWriteByStore: Readonly<
  Record<string, { readonly names: readonly string[]; readonly because: string }>
> = {
  'src/chores.ts': {
    names: [
      'deleteEmptyBuckets',
      'deleteOldCodes',
      'deleteUnusedOverlays',
      'forgetUnusedPacks',
      'deleteExpiredRenders',
      'deleteOldInvitations',
      'deleteEndedPasswordResets',
      'deleteEndedSessions',
    ],
    because: 'it is upkeep, which takes away what has ended',
  },
  'src/api/activity-logs/getActivityLogs.ts': {
    names: ['placeActivity'],
    because: 'entries that were recorded get their places before they are listed',
  },
  'src/cli/move/moving.ts': {
    names: ['deleteBlobRows'],
    because: 'it moves stored bytes, which are no noun',
  },
  'src/main.ts': {
    names: ['ensureInstallationId'],
    because: 'an installation gets its id when it first starts',
  },
  'src/pages/visit.ts': { names: ['findSession'], because: 'it notes when a session was last used' },
  'src/server/identify-by-session.ts': {
    names: ['findSession'],
    because: 'it notes when a session was last used',
  },
  'src/server/identify.ts': { names: ['rememberTokenUse'], because: 'it notes when a token was last used' },
};

const code = sourceFiles('src').filter(({ path }) => !isTest(path));

/** What stores export that writes a table, by itself or by what else stands in the file: `path name`. */
const writing: ReadonlySet<string> = new Set(
  code
    .filter(({ path }) => isStore(path))
    .flatMap((file) => writersIn(file).map((name) => `${file.path} ${name}`)),
);

function writersIn(file: SourceFile): string[] {
  const declared = declarationsOf(file);
  const found = new Set<string>();
  const writes = ({ text }: { readonly text: string }): boolean =>
    tablesWritten({ path: file.path, text }).length > 0 ||
    [...found].some((name) => new RegExp(`\\b${name}\\(`).test(text));
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const one of declared) if (writes(one)) found.add(one.name);
  }
  return declared.filter(({ name, isExported }) => isExported && found.has(name)).map(({ name }) => name);
}

/** What a door takes of stores that writes; it comes to the nouns' writers instead, which hold their rules. */
export function writingStoresOf(file: SourceFile): string[] {
  if ((floors[roomOf(file.path)] ?? 99) > lowestFloorOfDoors) return [];
  return importedNames(file)
    .filter(({ from, name }) => writing.has(`${from} ${name}`))
    .map(({ name }) => name);
}

/** What a comment says is part of one writer: by `path name`, the writer that may call it. */
const partsOf: ReadonlyMap<string, string> = new Map(
  code.flatMap((file) =>
    declarationsOf(file).flatMap(({ name, comment }) => {
      const whole =
        /For `(\w+)`\s+(?:\*\s+)?alone|`(\w+)`\s+(?:\*\s+)?(?:changes|makes) the\s+(?:\*\s+)?whole/.exec(
          comment,
        );
      return whole === null ? [] : [[`${file.path} ${name}`, whole[1] ?? whole[2] ?? ''] as const];
    }),
  ),
);

/** What a file takes that is part of another writer than it holds. */
export function partsOfOthers(file: SourceFile): string[] {
  const declared = declarationsOf(file).map(({ name }) => name);
  return importedNames(file).flatMap(({ from, name }) => {
    const whole = partsOf.get(`${from} ${name}`);
    return whole === undefined || declared.includes(whole) ? [] : [`${name} is for ${whole} alone`];
  });
}
