import type { Caller } from '../access/caller.ts';
import type { Context } from '../context.ts';
import { thumbnailAddress } from '../images/thumbnail-address.ts';
import { isoTime } from '../iso-time.ts';
import type { Project } from '../places/projects-store.ts';
import type { ListedFile, ListedMainFile, ProjectSummary } from './listed-files-store.ts';

/** A file in a list, as the interface says it of projects and of folders. */
export const listedRecord = (caller: Caller, context: Context, { branches, ...file }: ListedMainFile) => ({
  ...recordOf(caller, context, file),
  ...(branches === undefined
    ? {}
    : { branches: branches.map((branch) => recordOf(caller, context, branch)) }),
});

const recordOf = (
  { user }: Caller,
  context: Context,
  { key, name, currentVersion, lastModified }: ListedFile,
) => ({
  key,
  name,
  ...(currentVersion === null
    ? {}
    : { thumbnail_url: thumbnailAddress(context, user.id, key, currentVersion) }),
  last_modified: isoTime(lastModified),
});

/** A project without its files; its picture is that of the file changed last. */
export const summaryRecord = (
  { user }: Caller,
  context: Context,
  project: Project,
  { fileCount, updatedAt, pictured }: ProjectSummary,
) => ({
  id: project.id,
  name: project.name,
  thumbnail_url:
    pictured === undefined ? null : thumbnailAddress(context, user.id, pictured.key, pictured.currentVersion),
  file_count: fileCount,
  updated_at: isoTime(updatedAt),
  created_at: isoTime(project.createdAt),
});
