import type { ExpressionBuilder, Kysely } from 'kysely';
import type { CallerUser } from '../access/caller.ts';
import { type FileAccessRow, fileForUser } from '../access/file-access-store.ts';
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
  const places = sharedPlaces(author, file);
  const isOutsider = places.length === 0;
  const people = await database
    .selectFrom('users')
    .select(['id', 'handle', 'email', 'img_url as imgUrl'])
    .where(({ or }) => or([among(database, 'handle', names), among(database, 'email', names)]))
    .where((term) => term.or((isOutsider ? allPlaces : places).map((place) => isOf[place](term, file))))
    .$if(isOutsider, (query) =>
      query.where((term) =>
        term('id', 'in', term.selectFrom('comments').select('user_id').where('file_key', '=', file.key)),
      ),
    )
    .execute();
  return isOutsider ? people.map((person) => ({ ...person, email: '' })) : people;
}

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

type Place = keyof typeof isOf;
const allPlaces: readonly Place[] = ['organization', 'team', 'project'];

/** A guest of the organization knows the people of the teams and projects that they are in. */
function sharedPlaces(author: CallerUser, file: FileAccessRow): readonly Place[] {
  const isMember = author.organizationId === file.organizationId && author.role !== 'guest';
  if (author.installationAdmin || isMember) return allPlaces;
  if (file.teamRole !== null) return ['team', 'project'];
  return file.projectRole === null ? [] : ['project'];
}
