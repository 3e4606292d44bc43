import { type Planned, planned } from './planned-call.ts';
import { printable } from './printed-text.ts';
import type { Subcommand } from './subcommands.ts';
import { oneCall } from './subcommands.ts';

/** Of the commands that delete places. */
export const withContents = {
  type: 'boolean',
  sentence: 'Deletes its projects and files with it; there is no way back.',
} as const;

/** Of the commands that list places. */
export const archivedOnly = {
  type: 'boolean',
  sentence: 'Only those that are archived, which the list leaves out otherwise.',
} as const;

/** How a place or a file is archived, or brought back. */
const archiving: Record<
  'team' | 'project' | 'file',
  (id: string, archived: boolean) => Planned<{ readonly name: string }>
> = {
  team: (team_id: string, archived: boolean) =>
    planned('PATCH /workspace/v1/teams/{team_id}', { path: { team_id }, body: { archived } }),
  project: (project_id: string, archived: boolean) =>
    planned('PATCH /workspace/v1/projects/{project_id}', { path: { project_id }, body: { archived } }),
  file: (file_key: string, archived: boolean) =>
    planned('PATCH /workspace/v1/files/{file_key}', { path: { file_key }, body: { archived } }),
};

/** The two subcommands of a noun that archive it and bring it back. */
export function archiveSubcommands(
  noun: keyof typeof archiving,
): Record<'archive' | 'unarchive', Subcommand> {
  const id = noun === 'file' ? 'KEY' : noun.toUpperCase();
  const subcommand = (word: 'archive' | 'unarchive', sentence: string, result: string) =>
    oneCall({
      line: `${noun} ${word} ${id} [options]`,
      sentence,
      positionals: [id],
      request: ({ positionals: [given = ''] }) => archiving[noun](given, word === 'archive'),
      text: ({ name }) => `"${printable(name)}" is ${result}.\n`,
    });
  return {
    archive: subcommand(
      'archive',
      `Takes a ${noun} out of lists and searches; all else about it stays as it is.`,
      'archived',
    ),
    unarchive: subcommand('unarchive', `Brings a ${noun} back from the archive.`, 'back from the archive'),
  };
}
