import { type Answer, call } from './call.ts';

/** What of a file is archived: the file, or what it lies in. */
export type Archived = NonNullable<Answer<'GET /viewer/v1/files/{file_key}'>['archived']>;

/** Why nothing is written to an archived file on pages; programs may. */
export const archivedReason = 'It is archived: nothing can be changed here until it is brought back.';

const what: Readonly<Record<Archived['kind'], string>> = {
  file: 'This file is archived',
  project: 'The project of this file is archived',
  team: 'The team of this file is archived',
};

const who: Readonly<Record<Archived['kind'], string>> = {
  file: 'Anyone who may rename the file can bring it back.',
  project: 'Admins of its team can bring the project back.',
  team: 'Admins of the team can bring it back.',
};

/** What that means, and who ends it. */
export const archivedWords = ({ kind, may_bring_back }: Archived): string =>
  `${what[kind]}: ${kind === 'file' ? 'it' : 'the file'} is in no list, and cannot be changed here until it is brought back.${
    may_bring_back ? '' : ` ${who[kind]}`
  }`;

/** Brings back what is archived, where the person may and sees what it is. */
export async function bringBackArchived({ kind, id = '' }: Archived): Promise<void> {
  const body = { archived: false };
  if (kind === 'file') await call('PATCH /workspace/v1/files/{file_key}', { path: { file_key: id }, body });
  if (kind === 'project')
    await call('PATCH /workspace/v1/projects/{project_id}', { path: { project_id: id }, body });
  if (kind === 'team') await call('PATCH /workspace/v1/teams/{team_id}', { path: { team_id: id }, body });
}
