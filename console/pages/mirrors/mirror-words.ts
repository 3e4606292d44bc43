import type { CheckedToken, Mirror, MirroredFile } from './mirror-queries.ts';

/** What a mirror is called: the file by its name, once it is here. */
export function nameOf({ kind, file_key, project_id, team_id, files }: Mirror): string {
  const file = files.find(({ branch_of }) => branch_of === undefined);
  if (kind === 'file') return file === undefined || file.name === '' ? `File ${file_key}` : file.name;
  if (kind === 'through') return 'What is asked for';
  return kind === 'project' ? `Project ${project_id}` : `Team ${team_id}`;
}

export const stateWords: Readonly<Record<Mirror['state'], string>> = {
  current: 'Current',
  pulling: 'Being brought',
  paused: 'Paused',
  gone: 'Gone there',
  failed: 'Stopped',
};

export const fileStateWords: Readonly<Record<MirroredFile['state'], string>> = {
  waiting: 'Waiting',
  current: 'Current',
  stale: 'Being brought',
  gone: 'Gone there, kept here',
  failed: 'Not brought',
  detached: 'Ours',
};

/** What to do about a mirror that is not current; undefined where nothing is. */
export function adviceOn({ state, reason, paused_until, counts, incomplete }: Mirror): string | undefined {
  if (incomplete > 0 && (state === 'current' || state === 'pulling'))
    return `Parts of ${filesWords(incomplete)} could not be had; the list below says which and why. “Look now” asks for them again.`;
  if (state === 'paused' && paused_until !== undefined)
    return 'The other server takes no more calls until then. Everything is served from here meanwhile, and it goes on by itself.';
  if (state === 'paused') return 'Somebody paused it. Everything is served as it was; “Resume” goes on.';
  if (state === 'gone') return 'What came stays here. “Detach” makes it yours.';
  if (state !== 'failed') return undefined;
  if (/token/i.test(reason ?? ''))
    return 'Give the upstream another token; the mirror goes on by itself then.';
  const isPart = (counts.current ?? 0) > 0;
  return `${isPart ? 'The other files are kept current. ' : ''}It is tried again by itself, later each time; “Look now” tries at once.`;
}

/** What comes beside the files as they are. */
export function besidesOf({ branches, versions }: Mirror): string {
  const older = versions === 1 ? '1 older version of each' : `${versions} older versions of each`;
  const words = [...(branches ? ['branches'] : []), ...(versions > 0 ? [older] : [])];
  return words.length === 0 ? 'nothing' : words.join(' and ');
}

export const filesWords = (count: number): string => `${count} ${count === 1 ? 'file' : 'files'}`;

/** How many files there are of a mirror, how many of them are as there, and how many of its lists others hold. */
export function countsWords(mirror: Mirror): string {
  const { current, all } = progressOf(mirror);
  const held = mirror.held_by_others.reduce((sum, { files }) => sum + files, 0);
  return `${current} of ${all}${held === 0 ? '' : `, ${held} held by others`}`;
}

/** How many files of a mirror are as they are there, and how many there are. */
export function progressOf({ counts }: Mirror): { readonly current: number; readonly all: number } {
  const { detached = 0, ...kept } = counts;
  const all = Object.values(kept).reduce((sum, count) => sum + count, 0);
  return { current: (kept.current ?? 0) + (kept.gone ?? 0), all };
}

const ofScopes: Readonly<Record<string, string>> = {
  'current_user:read': 'whose it is, which this page alone shows',
  'file_metadata:read': 'whether files changed: nothing can be kept current',
  'file_content:read': 'designs: nothing can be read',
  'file_comments:read': 'comments',
  'file_versions:read': 'versions',
  'library_content:read': 'what is published in libraries',
  'file_dev_resources:read': 'links to code',
  'file_variables:read': 'variables',
  'projects:read': 'which files projects and teams have, for mirrors of these',
};

/** What a token may not read, in words, each with the scope that it lacks. */
export const lackingWords = ({ scopes_missing }: CheckedToken): { scope: string; words: string }[] =>
  scopes_missing.map((scope) => ({ scope, words: ofScopes[scope] ?? 'something that this server asks for' }));

export const stepWords: Readonly<Record<string, string>> = {
  metadata: 'Looked whether it changed',
  images: 'Images',
  document: 'Document',
  branches: 'Branches',
  variables: 'Variables',
  comments: 'Comments',
  versions: 'Versions',
  published: 'Published components and styles',
  dev_resources: 'Links to code',
};
