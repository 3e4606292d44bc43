import { type Kysely, sql } from 'kysely';
import type { FileAlong } from '../access/asked-along.ts';
import { type FileAccessRow, filesWithStanding } from '../access/file-access-store.ts';
import { fileColumns } from '../access/file-row.ts';
import { type StoredToken, storedTokenOf, tokensWithPeople } from '../access/stored-token-store.ts';
import { hashToken } from '../access/token-hash.ts';
import type { FileKey, UserId } from '../contract/branded-ids.ts';
import type { CamelRow } from '../database/camel-columns.ts';
import { firstRow } from '../database/compiled-query.ts';
import { remembered } from '../database/remembered-reads.ts';
import type { Tables } from '../database/tables.ts';
import { versionColumns } from '../files/versions-store.ts';

/** A token, and the file as it stands to whom that stands for; undefined what there is not. */
export interface TokenWithFile {
  readonly stored?: StoredToken | undefined;
  readonly along?: FileAlong | undefined;
}

/** The name of a column in the answer, and in its part. */
type Renamed = readonly [from: string, to: string];

const renamed = (part: string, aliased: readonly string[]): readonly Renamed[] =>
  aliased.map((each) => / as (\w+)$/.exec(each)?.[1] ?? each).map((name) => [`${part}.${name}`, name]);

const standingNames = [
  'projectName',
  'projectAccess',
  'teamId',
  'organizationId',
  'organizationPlan',
  'teamRole',
  'projectRole',
  'mainOwnerId',
  'mainLinkAccess',
];
const fileNames = renamed('file', [...fileColumns.selected, ...standingNames]);
const versionNames = renamed('version', versionColumns.selected);

const asked = firstRow((database, hash: string, key: FileKey) => {
  const holder = sql.ref<UserId>('tokens.user_id');
  return tokensWithPeople(database)
    .leftJoinLateral(filesWithStanding(database, holder).where('files.key', '=', key).as('file'), (join) =>
      join.onTrue(),
    )
    .leftJoin(database.selectFrom('versions').select(versionColumns.selected).as('version'), (join) =>
      join.onRef('version.fileKey', '=', 'file.key').onRef('version.id', '=', 'file.currentVersion'),
    )
    .select([...fileNames, ...versionNames].map(([from]) => sql.ref(from).as(from)))
    .where('tokens.hash', '=', hash);
});

const tokenWithFile = remembered(asked);

/**
 * The token together with the file that its request names and the current version of that, in one statement: who asks
 * for a design costs the database one question.
 */
export async function findTokenWithFile(
  database: Kysely<Tables>,
  token: string,
  key: FileKey,
): Promise<TokenWithFile> {
  const tokenHash = hashToken(token);
  const row = await tokenWithFile(database, tokenHash, key);
  if (row === undefined) return {};
  const parts = row as Readonly<Record<string, unknown>>;
  const file = partOf<FileAccessRow>(parts, fileNames);
  const version = partOf<CamelRow<'versions'>>(parts, versionNames);
  return {
    stored: storedTokenOf(row, tokenHash),
    along: file.key === null ? undefined : { file, version: version.id === null ? undefined : version },
  };
}

function partOf<Part>(row: Readonly<Record<string, unknown>>, names: readonly Renamed[]): Part {
  const part: Record<string, unknown> = {};
  for (const [from, to] of names) part[to] = row[from];
  return part as Part;
}
