import { type CallerUser, isMemberOf } from './caller.ts';
import type { FileAccessRow } from './file-access-store.ts';

/** Where a file is. */
export type SharedPlace = (typeof allPlaces)[number];
const allPlaces = ['organization', 'team', 'project'] as const;

/**
 * The places of a file whose people somebody knows. A guest of the organization knows those of the teams and projects
 * that they are in; whom a link alone lets in knows nobody.
 */
export function sharedPlaces(user: CallerUser, file: FileAccessRow): readonly SharedPlace[] {
  if (user.installationAdmin || isMemberOf(user, file.organizationId)) return allPlaces;
  if (file.teamRole !== null) return ['team', 'project'];
  return file.projectRole === null ? [] : ['project'];
}
