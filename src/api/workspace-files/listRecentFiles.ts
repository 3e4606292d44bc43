import { nextPage } from '../../access/paged-list.ts';
import { filePageAddress } from '../../access/public-addresses.ts';
import type { ShownFile } from '../../contract/contract.ts';
import { recentFiles } from '../../files/recent-files-store.ts';
import { thumbnailAddress } from '../../images/thumbnail-address.ts';
import { isoTime } from '../../iso-time.ts';
import type { Handler } from '../../operation.ts';
import { visibleTeams } from '../../places/teams-store.ts';

/** The files that the caller sees, wherever they lie, as home shows them. */
export const listRecentFiles: Handler<'listRecentFiles'> = async ({ caller, query }, context) => {
  const { rows: files, ...page } = await recentFiles(context.database, caller, query);
  const teams = await visibleTeams(context.database, caller);
  const teamNames = new Map(teams.map(({ id, name }) => [id, name]));
  return {
    json: {
      files: files.map(({ key, name, editorType, currentVersion, lastModified, project }) => ({
        key,
        name,
        editor_type: editorType as ShownFile['editor_type'],
        last_modified: isoTime(lastModified),
        thumbnail_url:
          currentVersion === null ? null : thumbnailAddress(context, caller.user.id, key, currentVersion),
        url: filePageAddress(context.addresses.web, { key, name, editorType }),
        project: project.id,
        project_name: project.name,
        team: project.teamId,
        team_name: teamNames.get(project.teamId) ?? null,
      })),
      ...nextPage(page),
    },
  };
};
