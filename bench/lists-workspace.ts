/** How much a workspace for the lists holds: a file in `files`, the first of them libraries. */
export interface WorkspaceSize {
  readonly files: number;
  readonly libraries: number;
}

const filesInProject = 100;
const projectsInTeam = 10;
const commentsInFile = 10;
const author = '31';

export const libraryKeys = ({ libraries }: WorkspaceSize): string[] =>
  Array.from({ length: libraries }, (_, number) => `library${number}`);

/** Teams of ten projects each, and one team's webhooks. */
export function listsPlaces({ files }: WorkspaceSize): object {
  const projects = countTo(files / filesInProject);
  const organization = '900';
  return {
    organizations: [{ id: organization, name: 'Bench', plan: 'enterprise' }],
    users: [{ id: author, handle: 'Bench', email: 'bench@lists.example', organization, seat: 'full' }],
    teams: countTo(projects.length / projectsInTeam).map((number) => ({
      id: String(100 + number),
      name: `Team ${number}`,
      organization,
      members: [{ user: author, role: 'editor' }],
    })),
    projects: projects.map((number) => ({
      id: String(1000 + number),
      name: `Project ${number}`,
      access: 'team',
      members: [],
      team: String(100 + Math.floor(number / projectsInTeam)),
    })),
    webhooks: countTo(5).map((number) => ({
      event_type: 'FILE_COMMENT',
      context: 'team',
      context_id: '100',
      passcode: 'secret',
      endpoint: `https://receiver.example/${number}`,
      creator: author,
      status: 'PAUSED',
    })),
  };
}

/**
 * The files in parts of a thousand, a hundred in a project, with ten comments each. Libraries come first, so that
 * one team has them all.
 */
export function* listsFiles(size: WorkspaceSize): Generator<object> {
  const others = Array.from({ length: size.files - size.libraries }, (_, number) => `file${number}`);
  const files = [...libraryKeys(size), ...others].map((key, number) => ({
    key,
    name: key,
    editor_type: 'figma',
    comments: countTo(commentsInFile).map(commentOf(key)),
    project: String(1000 + Math.floor(number / filesInProject)),
  }));
  for (let from = 0; from < files.length; from += 1000) yield { files: files.slice(from, from + 1000) };
}

const countTo = (count: number): number[] => Array.from({ length: Math.ceil(count) }, (_, number) => number);

const commentOf = (key: string) => (number: number) => ({
  id: `${key}-${number}`,
  user: author,
  message: `Remark ${number}`,
  client_meta: { x: number, y: 0 },
  ...(number === 0 ? { reactions: [{ user: author, emoji: ':heart:' }] } : {}),
});
