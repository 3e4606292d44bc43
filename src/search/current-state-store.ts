import type { Kysely } from 'kysely';
import type { FileKey } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';

/** What is to be read of a file for the search; nothing of one that is gone or has no content. */
export const currentState = (database: Kysely<Tables>, key: FileKey) =>
  database
    .selectFrom('files')
    .innerJoin('versions', (join) =>
      join.onRef('versions.file_key', '=', 'files.key').onRef('versions.id', '=', 'files.current_version'),
    )
    .innerJoin('projects', 'projects.id', 'files.project_id')
    .innerJoin('teams', 'teams.id', 'projects.team_id')
    .select(['files.name', 'versions.snapshot', 'teams.organization_id as organizationId'])
    .where('files.key', '=', key)
    .executeTakeFirst();

export type CurrentState = NonNullable<Awaited<ReturnType<typeof currentState>>>;
