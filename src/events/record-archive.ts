import { type Activity, type RecordedChange, recordActivity } from './activity.ts';

interface Kept {
  readonly archivedAt: number | null;
}

/** What a team, a folder or a file is called in the names of events. */
type Noun = 'team' | 'folder' | 'fig_file';
type ArchiveType<N extends Noun> = `${N}_archive` | `${N}_unarchive`;

interface ArchiveUpdate<N extends Noun> extends Omit<Activity<ArchiveType<N>>, 'type'> {
  readonly noun: N;
  readonly before: Kept;
  readonly after: Kept;
}

/** Records that something was archived or brought back, where it was. */
export async function recordArchive<N extends Noun>(
  change: RecordedChange,
  { noun, before, after, ...about }: ArchiveUpdate<N>,
): Promise<void> {
  if (before.archivedAt === after.archivedAt) return;
  const type: ArchiveType<N> = after.archivedAt === null ? `${noun}_unarchive` : `${noun}_archive`;
  await recordActivity(change, { ...about, type });
}
