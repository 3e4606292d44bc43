import type { Caller } from '../access/caller.ts';
import { foundFiles, isFound } from '../access/found-files-store.ts';
import type { Context } from '../context.ts';
import type { ProjectId, TeamId } from '../contract/branded-ids.ts';
import { findVersion } from '../files/versions-store.ts';
import type { SelectedFile, SelectPlace } from './select-in-files.ts';

/** Files with content of a project or a team. */
export type PlaceOfFiles = { readonly project: ProjectId } | { readonly team: TeamId };

const filesAtOnce = 50;

/** The files of a place that the caller sees, by their keys, branches left out; from a place on the state that it names. */
export async function* filesInPlace(
  { database }: Context,
  caller: Caller,
  place: PlaceOfFiles,
  from: SelectPlace | undefined,
): AsyncGenerator<SelectedFile> {
  let after = from?.file;
  let isFirst = true;
  for (;;) {
    let query = foundFiles(database, caller.user).where('files.main_file_key', 'is', null);
    query = query.where('files.current_version', 'is not', null);
    query =
      'project' in place
        ? query.where('projects.id', '=', place.project)
        : query.where('teams.id', '=', place.team);
    if (after !== undefined) query = query.where('files.key', isFirst ? '>=' : '>', after);
    const files = await query.orderBy('files.key').limit(filesAtOnce).execute();
    for (const file of files.filter((row) => isFound(caller.user, row))) {
      const version = from?.file === file.key ? from.version : undefined;
      yield {
        version: await findVersion(database, file, version),
        organizationId: file.organizationId,
        isOneOfMany: true,
      };
    }
    if (files.length < filesAtOnce) return;
    after = files.at(-1)!.key;
    isFirst = false;
  }
}
