import { type Kysely, sql } from 'kysely';
import type { FileKey } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { type CallerUser, isMemberOf } from './caller.ts';
import { type FileAccessRow, filesWithStanding, standingOf } from './file-access-store.ts';
import { fileRole, openingLinks } from './file-role.ts';

/**
 * The files and branches that somebody finds without knowing their keys: their own, those of projects that they are
 * in, and those that a link opens to members of their organization. A link that opens a file to everybody is no
 * reason to show it to strangers, unless they name it.
 */
export function foundFiles(database: Kysely<Tables>, user: CallerUser, named?: FileKey) {
  const all = filesWithStanding(database, user.id);
  const files = user.confinedTo === undefined ? all : all.where('organizations.id', '=', user.confinedTo);
  if (user.installationAdmin || named !== undefined) return files;
  return files.where((term) =>
    term.or([
      term(sql`coalesce(main.owner_id, files.owner_id)`, '=', user.id),
      term('project_members.role', 'is not', null),
      term.and([term('team_members.role', 'is not', null), term('projects.access', '!=', 'invite_only')]),
      ...openedByLink(user).map(({ organizationId, links }) =>
        term.and([
          term('organizations.id', '=', organizationId),
          term(sql<string>`coalesce(main.link_access, files.link_access)`, 'in', links),
        ]),
      ),
    ]),
  );
}

/** Whether the rules say the same of a row as the statement does. */
export const isFound = (user: CallerUser, row: FileAccessRow): boolean =>
  fileRole(user, standingOf(row)) !== undefined;

function openedByLink(user: CallerUser) {
  const { organizationId } = user;
  if (organizationId === null || !isMemberOf(user, organizationId)) return [];
  return [{ organizationId, links: openingLinks(user, organizationId) }];
}
