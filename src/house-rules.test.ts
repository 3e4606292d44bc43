import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { functionLengths, lengthAt, lengthsIn } from './testing/function-lengths.ts';
import { idsOfNoKind } from './testing/ids-of-no-kind.ts';
import { looseWriters } from './testing/loose-arguments.ts';
import { circleOf, circleOfFiles, floors, isTest, roomOf, tagOf, targetsOf } from './testing/rooms.ts';
import { isStore, rowsNamedByColumns } from './testing/row-names.ts';
import {
  filesEnding,
  importsOf,
  type SourceFile,
  sourceFiles,
  withoutComments,
  withoutQuotes,
} from './testing/source-files.ts';
import { mayWriteOutside, tablesOfOthers } from './testing/table-rooms.ts';
import { mayWriteByStore, partsOfOthers, writingStoresOf } from './testing/writing-stores.ts';

const engines = ['compare', 'editing', 'messages', 'import', 'render', 'variables', 'document'];
const network = /^(fastify|undici|node:(http|https|http2|net|tls|dns|dgram)(\/promises)?)$/;
const drivers = /^(kysely|pg|node:sqlite)$/;
const queryBuilder =
  /\.(selectFrom|insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\(|\bsql(\.raw\(|<[^>]*>`|`)/;
const clockOrChance =
  /\bDate\.now\b|\bnew Date\(\s*\)|\bMath\.random\b|\b(randomUUID|randomBytes|randomInt|getRandomValues)\b/;
const quoted = /`[^`]*`|'[^'\n]*'/g;
const ofAllDatabases = /\bpg_(locks|stat_activity)\b/;
const ofOne = /current_database\(\)|\bdatname = |\bpg_blocking_pids\b/;
const spreadIntoList = /\.(push|unshift)\(\s*\.\.\./;
const forbiddenWords = ['utils', 'util', 'helpers', 'helper', 'common', 'manager', 'service', 'data', 'info'];

/** Files that may ask the system for the time or for chance, and for what. */
const mayAskTheSystem: Readonly<Record<string, string>> = {
  'src/clock.ts': 'builds context.clock',
  'src/ids.ts': 'builds context.ids',
  'src/access/password.ts': 'salts of password hashes, never seen outside',
  'src/database/repeated.ts': 'spreads the pauses between tries',
  'src/server/server-credentials.ts': 'clients check certificates against the real time',
};

type Rule = (file: SourceFile) => string[];

const rulesByName =
  /^((require|refuse|may|administers|owns)[A-Z]\w*|fileRole|isFullMember|isManaged|isOfDomains)$/;

/** What a file takes of other folders that says, or makes sure, who may do what. */
const rulesAskedBy = ({ text }: SourceFile): string[] =>
  [...text.matchAll(/^import \{([^}]*)\} from '\.\.\/[^']*'/gm)]
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.trim().split(' as ')[0] ?? '')
    .filter((name) => rulesByName.test(name));

/**
 * Handlers that ask a rule by themselves: what a page refuses before it asks somebody, which the writer asks again.
 */
const mayAskARule: Readonly<Record<string, readonly string[]>> = {
  'src/api/sign-in/invitation/postInvitation.ts': ['refuseOwnPassword'],
  'src/oauth/getOAuthAuthorization.ts': ['requireMayAllow'],
  'src/oauth/postOAuthConsent.ts': ['requireMayAllow'],
};

const packagesOf = (file: SourceFile): string[] =>
  importsOf(file.text)
    .map(({ module }) => module)
    .filter((module) => !module.startsWith('.'));
const when = (condition: boolean, sentence: string): string[] => (condition ? [sentence] : []);
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);

const rules: Readonly<Record<string, Rule>> = {
  'every file of src stands on a floor': (file) =>
    when(floors[roomOf(file.path)] === undefined, 'add it to the floors, or put it into a room'),

  'imports point downwards': (file) => {
    const floor = floors[roomOf(file.path)] ?? 0;
    return targetsOf(file).flatMap((target) =>
      when((floors[roomOf(target)] ?? 99) < floor, `imports ${target}`),
    );
  },

  'a tag takes nothing of another tag': (file) => {
    if (floors[roomOf(file.path)] !== 4) return [];
    return targetsOf(file)
      .filter((target) => floors[roomOf(target)] === 4 && tagOf(target) !== tagOf(file.path))
      .map((target) => `imports ${target}`);
  },

  'a handler asks no rule of a noun by itself': (file) => {
    if (floors[roomOf(file.path)] !== 4) return [];
    const allowed = mayAskARule[file.path] ?? [];
    return rulesAskedBy(file).flatMap((name) => when(!allowed.includes(name), `asks ${name}`));
  },

  'what serves the tests is not imported by the code': (file) =>
    targetsOf(file).flatMap((target) => when(isTest(target), `imports ${target}`)),

  'only server/ knows Fastify': (file) =>
    packagesOf(file).flatMap((name) =>
      when(name.startsWith('fastify') && roomOf(file.path) !== 'server', name),
    ),

  'only database/ and stores know SQL': (file) => {
    if (roomOf(file.path) === 'database' || isStore(file.path)) return [];
    const values = importsOf(file.text).filter(({ module, typesOnly }) => drivers.test(module) && !typesOnly);
    const query = queryBuilder.exec(withoutQuotes(file.text))?.[0];
    return [
      ...values.map(({ module }) => `imports ${module}`),
      ...when(query !== undefined, `builds a query: ${query}`),
    ];
  },

  'rows leave their room under the names of the program': (file) =>
    rowsNamedByColumns(file).map((name) => `${name} has the names of columns`),

  'an id has the type of its kind': (file) => idsOfNoKind(file).map((name) => `${name} is any text`),

  'who writes, and when, comes as one change': (file) =>
    looseWriters(file).map((name) => `${name} takes them one by one`),

  'a table is written by its own room alone': (file) => {
    const allowed = mayWriteOutside.find(({ path }) => path === file.path)?.tables ?? [];
    const tables = tablesOfOthers(file).filter((table) => !allowed.some((one) => one === table));
    return tables.map((table) => `writes ${table}`);
  },

  'a door writes by the writers of the nouns, and by no store': (file) => {
    const allowed = mayWriteByStore[file.path]?.names ?? [];
    return writingStoresOf(file).flatMap((name) => when(!allowed.includes(name), `writes by ${name}`));
  },

  'what is part of one writer is called by it alone': (file) => partsOfOthers(file),

  'a writer spends the count that it takes': (file) => {
    const taken = [...file.text.matchAll(/^ {2}(\w+): Counted\w*[<,]/gm)].map(([, name = '']) => name);
    const uses = (name: string) => [...file.text.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].length;
    return taken.flatMap((name) =>
      when(uses(name) <= taken.filter((one) => one === name).length, `lays ${name} aside`),
    );
  },

  'engines know no network and no database': (file) => {
    if (!engines.includes(roomOf(file.path))) return [];
    const packages = packagesOf(file).filter((name) => network.test(name) || drivers.test(name));
    return [...packages, ...targetsOf(file).filter((target) => roomOf(target) === 'database')];
  },

  'process.env stands in config.ts only': (file) =>
    when(
      file.path !== 'src/config.ts' && /\bprocess\s*\.\s*env\b/.test(withoutQuotes(file.text)),
      'reads it',
    ),

  'time and chance come from context.clock and context.ids': (file) => {
    if (file.path in mayAskTheSystem) return [];
    const found = clockOrChance.exec(withoutQuotes(file.text))?.[0];
    return when(found !== undefined, `asks the system: ${found}`);
  },

  'methods of an object that is handed around keep it': (file) => {
    if ([...engines, 'cli', 'database', 'least-recent.ts'].includes(roomOf(file.path))) return [];
    const classes = file.text.matchAll(/^(?:export )?class (?!\w+ extends Error)[\s\S]*?^\}/gm);
    const loose = [...classes].flatMap(([text]) => [
      ...text.matchAll(/^ {2}(?:async )?\*?(?!constructor)([a-z]\w*)[(<].*\{$/gm),
    ]);
    return loose.map(([, name]) => `${name}() loses it: make it readonly ${name} = () => …`);
  },

  'no barrel files': (file) => [
    ...when(basename(file.path) === 'index.ts', 'is an index'),
    ...when(/^export \* from/m.test(file.text), 'exports all of another file'),
  ],
};

/** Rules that hold for tests as well, and outside of src. */
const rulesForAll: Readonly<Record<string, Rule>> = {
  'named exports only': (file) => when(/\bexport default\b/.test(withoutQuotes(file.text)), 'default export'),

  'no name says nothing': (file) => {
    const exported = file.text.matchAll(
      /^export (?:async )?(?:const|function\*?|class|type|interface) (\w+)/gm,
    );
    const names = [file.path.replace(/\.ts$/, ''), ...[...exported].map(([, name = '']) => name)];
    // Plugin data is the interface's own word.
    const own = names.map((name) => name.replace(/plugin-?data/gi, 'plugin'));
    return own.filter((name) => wordsOf(name).some((word) => forbiddenWords.includes(word)));
  },

  'no test is run alone': (file) =>
    when(/\b(it|test|describe|suite|bench)(\.\w+)*\.only\b/.test(withoutQuotes(file.text)), 'has .only'),

  'who calls the server names method and path, which the compiler holds against the contract': (file) => {
    if (!/^(console|src\/(cli|for-tests))\//.test(file.path) || isTest(file.path)) return [];
    const loose = /['"`}](\/(?:(?:workspace|test|viewer)\/)?v\d\/[^'"`]*)/.exec(withoutComments(file.text));
    return loose === null ? [] : [`names ${loose[1]} alone`];
  },

  'what people are told to type begins with npx, since a clone has no command vitrine': (file) => {
    if (!/^(console|src)\//.test(file.path) || isTest(file.path)) return [];
    const bare = /(?:"|<code>)(vitrine [a-z-]+)/.exec(withoutComments(file.text));
    return bare === null ? [] : [`says ${bare[1]}`];
  },

  'an object is not spread where it is written': (file) =>
    when(withoutQuotes(file.text).includes('...{'), 'spreads what could stand there by itself'),

  'no list is spread into what adds to another, since no call takes more than some 100,000 values': (
    file,
  ) => {
    if (!/^(console|src)\//.test(file.path) || isTest(file.path)) return [];
    return when(spreadIntoList.test(withoutQuotes(file.text)), 'spreads a list; add one after the other');
  },

  'no statement looks at what goes on in other databases of the same PostgreSQL': (file) =>
    when(
      (file.text.match(quoted) ?? []).some((text) => ofAllDatabases.test(text) && !ofOne.test(text)),
      'names no database',
    ),

  'conformance imports nothing from src': (file) =>
    when(file.path.startsWith('conformance/') && targetsOf(file).length > 0, targetsOf(file).join(', ')),
};

const offences = (rule: Rule, files: readonly SourceFile[]): string[] =>
  files.flatMap((file) => rule(file).map((sentence) => `${file.path}: ${sentence}`));

const ownFolders = ['src', 'conformance', 'bench', 'fixtures', 'scripts'];

describe('house rules', () => {
  const code = sourceFiles('src').filter(({ path }) => !isTest(path));
  it.each(Object.entries(rules))('%s', (_title, rule) => expect(offences(rule, code)).toEqual([]));

  it('no rooms import each other in a circle', () => expect(circleOf(code)).toEqual([]));

  it('no file imports itself by way of others, types included, nor does one of the tests, checks and console', () => {
    const all = filesEnding(/\.(tsx?|mjs)$/, ...ownFolders, 'console', 'fidelity', 'bin');
    expect(circleOfFiles(all)).toEqual([]);
  });

  it('no function has more than 60 lines; of those with several half have 7 at the most, and nine of ten 19', () => {
    const lengths = functionLengths().code;
    expect(lengths.filter(({ lines }) => lines > 60)).toEqual([]);
    const several = lengths.filter(({ lines }) => lines > 1);
    expect(lengthAt(0.5, several)).toBeLessThanOrEqual(7);
    expect(lengthAt(0.9, several)).toBeLessThanOrEqual(19);
  });

  const all = [...sourceFiles(...ownFolders), ...filesEnding(/\.tsx?$/, 'console')];
  it.each(Object.entries(rulesForAll))('%s', (_title, rule) => expect(offences(rule, all)).toEqual([]));
});

/** One file per rule that breaks it, so that a rule which no longer finds anything is noticed. */
const broken: readonly [rule: string, path: string, text: string][] = [
  ['every file of src stands on a floor', 'src/stray.ts', ''],
  ['imports point downwards', 'src/document/a.ts', "import { x } from '../api/files/getFile.ts';"],
  ['imports point downwards', 'src/access/a.ts', "import type { Context } from '../context.ts';"],
  ['imports point downwards', 'src/errors.ts', "export { x } from './blobs/blob-store.ts';"],
  ['imports point downwards', 'src/blobs/a.ts', "const x = await import('../main.ts');"],
  [
    'a tag takes nothing of another tag',
    'src/api/users/getMe.ts',
    "import {\n  getFile,\n} from '../files/getFile.ts';",
  ],
  [
    'a handler asks no rule of a noun by itself',
    'src/api/files/getFile.ts',
    "import {\n  type X,\n  requireMainFile,\n} from '../../dev-mode/attached-dev-resources.ts';",
  ],
  [
    'what serves the tests is not imported by the code',
    'src/main.ts',
    "import { x } from './testing/cast.ts';",
  ],
  ['only server/ knows Fastify', 'src/api/files/getFile.ts', "import type { FastifyReply } from 'fastify';"],
  ['only database/ and stores know SQL', 'src/jobs/run.ts', "import { sql } from 'kysely';"],
  ['only database/ and stores know SQL', 'src/jobs/run.ts', "database.selectFrom('files')"],
  ['a table is written by its own room alone', 'src/workspace-file/a-store.ts', ".insertInto('payments')"],
  [
    'a table is written by its own room alone',
    'src/people/a-store.ts',
    "t.updateTable('teams as t').set({})",
  ],
  ['a table is written by its own room alone', 'src/files/a-store.ts', 't.deleteFrom(table)'],
  [
    'a table is written by its own room alone',
    'src/files/a-store.ts',
    'sql`INSERT or ignore\n into teams (id)`',
  ],
  ['a table is written by its own room alone', 'src/files/a-store.ts', 'sql`update "users" set seat = 1`'],
  [
    'a table is written by its own room alone',
    'src/files/a-store.ts',
    'sql`delete from $' + '{sql.table(table)}`',
  ],
  [
    'a door writes by the writers of the nouns, and by no store',
    'src/workspace-file/a.ts',
    "import { type X, putTeamRole } from '../places/members-store.ts';",
  ],
  [
    'what is part of one writer is called by it alone',
    'src/places/a.ts',
    "import { insertProject } from './projects-store.ts';",
  ],
  [
    'what is part of one writer is called by it alone',
    'src/workspace-file/a.ts',
    "import { changeFile } from '../files/change-file.ts';",
  ],
  [
    'rows leave their room under the names of the program',
    'src/files/a.ts',
    'export type FileRow = Selectable<FilesTable>;',
  ],
  [
    'rows leave their room under the names of the program',
    'src/files/a-store.ts',
    'export interface FileRow {\n  readonly project_id: string;\n}',
  ],
  [
    'who writes, and when, comes as one change',
    'src/files/a-store.ts',
    'export async function deleteRow(transaction: Kysely<Tables>, key: FileKey, now: number): Promise<void> {',
  ],
  [
    'who writes, and when, comes as one change',
    'src/files/a-store.ts',
    'const touch = (\n  transaction: Kysely<Tables>,\n  { userId, at }: Pick<NewVersion, 1>,\n): Promise<void> => x;',
  ],
  ['an id has the type of its kind', 'src/places/a.ts', 'const remove = (change: Change, id: string) => x;'],
  [
    'an id has the type of its kind',
    'src/people/a.ts',
    'interface A {\n  readonly userIds?: readonly string[];\n}',
  ],
  ['an id has the type of its kind', 'src/files/a.ts', 'interface A {\n  readonly key?: string;\n}'],
  ['an id has the type of its kind', 'src/api/files/a.ts', 'const find = (nodeId: string) => x;'],
  [
    'a writer spends the count that it takes',
    'src/files/a.ts',
    "function createFile(\n  change: Change,\n  counted: Counted<'filesOfProject'>,\n) {}",
  ],
  [
    'rows leave their room under the names of the program',
    'src/files/a-store.ts',
    'export async function insertFile(\n  transaction: T,\n  row: Insertable<FilesTable>,\n): Promise<void> {',
  ],
  [
    'rows leave their room under the names of the program',
    'src/files/a-store.ts',
    'export async function follow(row: { file_key: FileKey; at: number }): Promise<void> {',
  ],
  ['engines know no network and no database', 'src/import/a.ts', "import { request } from 'node:https';"],
  ['engines know no network and no database', 'src/render/a.ts', "import '../database/tables.ts';"],
  ['process.env stands in config.ts only', 'src/cli/a.ts', 'const home = `$' + '{process.env.HOME}`;'],
  ['time and chance come from context.clock and context.ids', 'src/api/a.ts', 'const now = Date.now();'],
  ['time and chance come from context.clock and context.ids', 'src/api/a.ts', 'const now = new Date();'],
  [
    'methods of an object that is handed around keep it',
    'src/images/pool.ts',
    'export class Pool {\n  waiting(): number {\n    return this.#count;\n  }\n}\n',
  ],
  ['no barrel files', 'src/api/index.ts', ''],
  ['no barrel files', 'src/api/all.ts', "export * from './one.ts';"],
  ['named exports only', 'bench/a.ts', 'export default 1;'],
  ['no name says nothing', 'src/access/token-utils.ts', ''],
  ['no name says nothing', 'src/access/token.ts', 'export function tokenInfo() {}'],
  ['no test is run alone', 'src/a.test.ts', "describe.concurrent.only('x', () => {});"],
  [
    'who calls the server names method and path, which the compiler holds against the contract',
    'console/api/a.ts',
    'fetch(`$' + '{basePath}/workspace/v1/session`);',
  ],
  [
    'what people are told to type begins with npx, since a clone has no command vitrine',
    'src/cli/a.ts',
    'const sentence = `Add one with "vitrine upstream add".`;',
  ],
  [
    'an object is not spread where it is written',
    'bench/a.ts',
    'const place = { ...{ x: 1, y: 2 }, width: 3 };',
  ],
  [
    'no list is spread into what adds to another, since no call takes more than some 100,000 values',
    'console/a.ts',
    'found.push(\n  ...more.items,\n);',
  ],
  [
    'no statement looks at what goes on in other databases of the same PostgreSQL',
    'src/a.test.ts',
    `sql\`select 1 from ${['pg', 'locks'].join('_')} where not granted\``,
  ],
  ['conformance imports nothing from src', 'conformance/a.test.ts', "import { x } from '../src/errors.ts';"],
];

/** Files that look guilty and are not. */
const innocent: readonly [path: string, text: string][] = [
  [
    'src/api/files/getFile.ts',
    "import { fileByKey } from '../../files/visible-file-store.ts';\nimport { x } from './depth.ts';",
  ],
  ['console/api/a.ts', "call('GET /v1/me'); // '/v1/me'"],
  ['src/cli/a.ts', "// not process.env\nconst hint = 'set process.env.X'; /* Date.now() */"],
  ['src/access/token-store.ts', "import { sql } from 'kysely';\ndatabase.selectFrom('tokens');"],
  [
    'src/people/people-store.ts',
    "// delete from teams\ndatabase.insertInto('users'); sql`update users set seat = 1`;\nconst words = 'update sets of teams';",
  ],
  ['src/context.ts', "import type { Kysely } from 'kysely';"],
  [
    'src/files/a-store.ts',
    "export interface File {\n  readonly access: Selectable<FilesTable>['link_access'];\n}",
  ],
  [
    'src/files/a-store.ts',
    'export async function deleteRow({ transaction, at }: WritingChange, key: FileKey): Promise<void> {\n}',
  ],
  ['src/places/a.ts', 'const remove = (id: TeamId, name: string) => x;'],
  [
    'src/places/change-project.ts',
    "import { updateProject } from './projects-store.ts';\nexport async function changeProject() {}",
  ],
  ['src/workspace-file/a.ts', "import { teamRoleOf } from '../places/members-store.ts';"],
  ['src/api/a.ts', 'const at = new Date(context.clock.now());'],
  [
    'src/images/pool.ts',
    'class Pool {\n  constructor() {\n  }\n  readonly waiting = (): number => {\n    return this.#count();\n  };\n  #count(): number {\n  }\n}\n',
  ],
  ['src/cli/b.ts', 'const sentence = `Add one with "npx vitrine upstream add".`; // as "vitrine help"'],
  ['src/document/plugin-data.ts', 'export const pluginDataOf = () => [];'],
  ['src/document/a.ts', 'found.push(one, two); send(...found);'],
];

describe('the rules themselves', () => {
  const every = { ...rules, ...rulesForAll };

  it.each(broken)('%s: finds %s', (title, path, text) => {
    expect(every[title]?.({ path, text })).not.toEqual([]);
  });

  it('no rooms import each other in a circle: finds the way round', () => {
    const files = [
      { path: 'src/a/x.ts', text: "import { y } from '../b/y.ts';" },
      { path: 'src/b/y.ts', text: "import { z } from '../c/z.ts';" },
      { path: 'src/c/z.ts', text: "import { w } from '../a/w.ts';" },
    ];
    expect(circleOf(files)).toEqual(['a', 'b', 'c', 'a']);
    expect(circleOf(files.slice(0, 2))).toEqual([]);
  });

  it('are each broken by an example', () => {
    expect(new Set(broken.map(([title]) => title))).toEqual(new Set(Object.keys(every)));
  });

  it('find circles of any length, and none where two ways lead to one file', () => {
    const importing = (path: string, ...modules: string[]) => ({
      path,
      text: modules.map((module) => `import type { x } from './${module}.ts';`).join('\n'),
    });
    const files = [importing('src/a.ts', 'b', 'c'), importing('src/b.ts', 'c'), importing('src/c.ts')];
    expect(circleOfFiles(files)).toEqual([]);
    const closed = [...files.slice(0, 2), importing('src/c.ts', 'a')];
    expect(circleOfFiles(closed)).toEqual(['src/a.ts', 'src/b.ts', 'src/c.ts', 'src/a.ts']);
    expect(circleOfFiles([importing('src/d.ts', 'd')])).toEqual(['src/d.ts', 'src/d.ts']);
  });

  it.each(innocent)('leave %s alone', (path, text) => {
    expect(Object.values(every).flatMap((rule) => rule({ path, text }))).toEqual([]);
  });

  it('name as exceptions only files that need one', () => {
    const files = sourceFiles('src');
    const needed = files
      .filter(({ text }) => clockOrChance.test(withoutQuotes(text)))
      .map(({ path }) => path);
    expect(Object.keys(mayAskTheSystem).filter((path) => !needed.includes(path))).toEqual([]);
  });

  it('let no handler ask a rule that it does not', () => {
    const files = new Map(sourceFiles('src').map((file) => [file.path, file]));
    const asked = (path: string) => rulesAskedBy(files.get(path) ?? { path, text: '' });
    const idle = Object.entries(mayAskARule).filter(
      ([path, names]) => !names.every((name) => asked(path).includes(name)),
    );
    expect(idle).toEqual([]);
  });

  it('let nobody write a table of another room who does not', () => {
    const files = new Map(sourceFiles('src').map((file) => [file.path, file]));
    const written = (path: string) => tablesOfOthers(files.get(path) ?? { path, text: '' });
    const idle = mayWriteOutside.filter(
      ({ path, tables }) => !tables.every((one) => written(path).includes(one)),
    );
    expect(idle).toEqual([]);
  });

  it('let no door write by a store that it does not', () => {
    const files = new Map(sourceFiles('src').map((file) => [file.path, file]));
    const taken = (path: string) => writingStoresOf(files.get(path) ?? { path, text: '' });
    const idle = Object.entries(mayWriteByStore).filter(
      ([path, { names }]) => !names.every((name) => taken(path).includes(name)),
    );
    expect(idle).toEqual([]);
  });

  it('count a function from its first line to its last, blank ones too', () => {
    const text = 'const one = () => 1;\n\nasync function many() {\n\n  return one();\n}\n';
    expect(lengthsIn({ path: 'src/a.ts', text })).toEqual([
      { lines: 1, place: 'src/a.ts:1' },
      { lines: 4, place: 'src/a.ts:3' },
    ]);
    expect(lengthAt(1, [])).toBe(0);
  });

  it('see the files of the project', () => {
    expect(sourceFiles(...ownFolders).length).toBeGreaterThan(50);
  });
});
