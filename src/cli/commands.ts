import type { CommandModule } from './command.ts';

export interface CommandRow {
  /** One line for the list of commands. */
  readonly summary: string;
  /** Loaded when the command is called, so that the others do not wait for what it needs. */
  readonly load: () => Promise<CommandModule>;
  /** The words after the first that is no option belong to another program. */
  readonly startsProgram?: true;
}

/** Every command in the order in which they are listed. */
export const commands: Readonly<Record<string, CommandRow>> = {
  quickstart: {
    summary: 'Starts a server with the sample workspace, and prints how to call it.',
    load: () => import('./quickstart.ts'),
  },
  serve: { summary: 'Starts the server.', load: () => import('./serve.ts') },
  health: { summary: 'Asks a server of this machine whether it answers.', load: () => import('./health.ts') },
  import: { summary: 'Puts designs into a running server.', load: () => import('./import.ts') },
  apply: {
    summary: 'Brings a running server to the state of a workspace file.',
    load: () => import('./apply.ts'),
  },
  render: {
    summary: 'Draws nodes of a design as PNG, JPG, SVG or PDF.',
    load: () => import('./render.ts'),
  },
  diff: {
    summary: 'Tells what changed between two versions of a file, or between two designs.',
    load: () => import('./diff.ts'),
  },
  patch: {
    summary: 'Changes nodes of a file.',
    load: () => import('./patch.ts'),
  },
  find: {
    summary: 'Finds nodes in files by words, or by a selector.',
    load: () => import('./find.ts'),
  },
  run: {
    summary: 'Runs any tool with its calls to the Figma API redirected to a server.',
    load: async () => {
      const { runUsage } = await import('./run/run-arguments.ts');
      return { help: () => runUsage, run: async (args, io) => (await import('./run.ts')).run(args, io) };
    },
    startsProgram: true,
  },
  replay: { summary: 'Answers what is on a tape, offline.', load: () => import('./replay.ts') },
  drift: {
    summary: 'Tells where our answers differ from those of another server, or of a tape.',
    load: () => import('./drift.ts'),
  },
  mcp: {
    summary: 'Gives designs of a server to agents, by the Model Context Protocol.',
    load: () => import('./mcp.ts'),
  },
  file: { summary: 'Lists, renames, moves, branches and deletes files.', load: () => import('./file.ts') },
  version: { summary: 'Lists and names the versions of a file.', load: () => import('./version.ts') },
  token: {
    summary: 'Makes, lists and ends access tokens, your own and those of an organization.',
    load: () => import('./token.ts'),
  },
  app: {
    summary: 'Makes, configures, publishes and reviews apps of OAuth 2.',
    load: () => import('./app.ts'),
  },
  upstream: {
    summary: 'Says which servers designs are read from.',
    load: () => import('./upstream.ts'),
  },
  mirror: {
    summary: 'Keeps files current with other servers.',
    load: () => import('./mirror.ts'),
  },
  site: { summary: 'Publishes files as sites that anyone can look at.', load: () => import('./site.ts') },
  user: {
    summary: 'Invites, creates, lists, changes and removes people, and changes passwords.',
    load: () => import('./user.ts'),
  },
  organization: {
    summary: 'Lists and makes organizations, and changes their name and plan.',
    load: () => import('./organization.ts'),
  },
  team: { summary: 'Makes and lists teams, and puts people into them.', load: () => import('./team.ts') },
  project: {
    summary: 'Makes and lists projects, and puts people into them.',
    load: () => import('./project.ts'),
  },
  webhook: {
    summary: 'Makes, lists, follows and repeats webhooks, and receives them on this machine.',
    load: () => import('./webhook.ts'),
  },
  variables: {
    summary: 'Reads and writes the variables of a file, also as design tokens.',
    load: () => import('./variables.ts'),
  },
  library: {
    summary: 'Publishes a file as a library, and lets others use it.',
    load: () => import('./library.ts'),
  },
  'admin-token': {
    summary: 'Makes another token for the administrator of the installation.',
    load: () => import('./admin-token.ts'),
  },
  font: { summary: 'Adds, lists and removes fonts.', load: () => import('./font.ts') },
  check: {
    summary: 'Compares every stored design, image fill and font with its name.',
    load: () => import('./check.ts'),
  },
  move: {
    summary: 'Moves an installation to another database, to a bucket, and back.',
    load: () => import('./move.ts'),
  },
  migrate: {
    summary: 'Brings the schema of the database to that of this version, or says how it stands.',
    load: () => import('./migrate.ts'),
  },
  backup: { summary: 'Writes the whole installation into one file.', load: () => import('./backup.ts') },
  restore: { summary: 'Replaces the whole installation by a backup.', load: () => import('./restore.ts') },
};
