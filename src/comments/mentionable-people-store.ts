import { type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely';
import type { CallerUser } from '../access/caller.ts';
import { type FileAccessRow, fileForUser } from '../access/file-access-store.ts';
import { type SharedPlace, sharedPlaces } from '../access/shared-places.ts';
import type { FileKey } from '../contract/branded-ids.ts';
import { among } from '../database/in-list.ts';
import type { Tables } from '../database/tables.ts';

/**
 * The people with one of those handles or e-mail addresses whom the author may mention on a file: who belongs to
 * where it is, as far as the author belongs there too. Whoever does not, since a link opened the file to them, can
 * mention those whose handles its comments show; no other name tells them whether it is anybody's.
 */
export async function peopleNamed(
  database: Kysely<Tables>,
  author: CallerUser,
  fileKey: FileKey,
  names: readonly string[],
) {
  const file = names.length === 0 ? undefined : await fileForUser(database, author.id, fileKey);
  if (file === undefined) return [];
  const people = await mentionable(database, author, file)
    .select(['id', 'handle', 'email', 'img_url as imgUrl'])
    .where(({ or }) => or([among(database, 'handle', names), among(database, 'email', names)]))
    .execute();
  return isOutsider(author, file) ? people.map((person) => ({ ...person, email: '' })) : people;
}

/** Some of the people whom the author may mention on a file, by the beginning of a word of their handles. */
export function peopleWhoseNamesBegin(
  database: Kysely<Tables>,
  author: CallerUser,
  file: FileAccessRow,
  { beginning, limit }: { readonly beginning: string; readonly limit: number },
) {
  const pattern = `${beginning.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
  return mentionable(database, author, file)
    .select(['id', 'handle', 'img_url as imgUrl'])
    .where(
      sql<SqlBool>`(lower(handle) like ${pattern} escape '\\' or lower(handle) like ${`% ${pattern}`} escape '\\')`,
    )
    .orderBy('handle')
    .orderBy('id')
    .limit(limit)
    .execute();
}

function mentionable(database: Kysely<Tables>, author: CallerUser, file: FileAccessRow) {
  const places = isOutsider(author, file) ? allPlaces : sharedPlaces(author, file);
  return database
    .selectFrom('users')
    .where((term) => term.or(places.map((place) => isOf[place](term, file))))
    .$if(isOutsider(author, file), (query) =>
      query.where((term) =>
        term('id', 'in', term.selectFrom('comments').select('user_id').where('file_key', '=', file.key)),
      ),
    );
}

const isOutsider = (author: CallerUser, file: FileAccessRow): boolean =>
  sharedPlaces(author, file).length === 0;

type OfUsers = ExpressionBuilder<Tables, 'users'>;

/** Who belongs to where a file is. */
const isOf = {
  organization: (term: OfUsers, { organizationId }: FileAccessRow) =>
    term('organization_id', '=', organizationId),
  team: (term: OfUsers, { teamId }: FileAccessRow) =>
    term('id', 'in', term.selectFrom('team_members').select('user_id').where('team_id', '=', teamId)),
  project: (term: OfUsers, { projectId }: FileAccessRow) =>
    term(
      'id',
      'in',
      term.selectFrom('project_members').select('user_id').where('project_id', '=', projectId),
    ),
};

const allPlaces = Object.keys(isOf) as readonly SharedPlace[];
