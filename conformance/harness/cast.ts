import type { Workspace } from './world.ts';

/** Ids of the cast: Alice owns, Bob edits, Carla views, Erin is of the organization only, Dan is outside. */
export const people = { alice: '11', bob: '12', carla: '13', dan: '14', erin: '15' } as const;
type Person = keyof typeof people;

/** Scopes that push content as well as read it. */
const workspaceScopes = ['workspace:read', 'workspace:write'];

export interface CastOptions {
  readonly files?: readonly object[];
  /** More tokens by person, as `{ alice: [{ name, token, scopes }] }`. */
  readonly tokens?: Partial<Record<Person, readonly object[]>>;
  readonly plan?: string;
}

/**
 * The organization of Alice, Bob, Carla and Erin with the team `100` and its projects `200` (for the team) and
 * `201` (for invited people), and Dan's organization. Everyone has a token of their own name with all scopes
 * of the interface; Alice, Bob and Carla also one to push content with: `alice-push`.
 */
export function cast(options: CastOptions = {}): Workspace {
  const person = (name: Person, organization: string, role: string) => ({
    id: people[name],
    handle: name[0]?.toUpperCase() + name.slice(1),
    email: `${name}@example.com`,
    organization,
    role,
    seat: 'full',
    tokens: [
      { name, token: name, scopes: 'all' },
      { name: `${name} pushes`, token: `${name}-push`, scopes: workspaceScopes },
      ...(options.tokens?.[name] ?? []),
    ],
  });
  return {
    organizations: [
      { id: '900', name: 'Acme', plan: options.plan ?? 'enterprise' },
      { id: '901', name: 'Elsewhere', plan: 'enterprise' },
    ],
    users: [
      person('alice', '900', 'admin'),
      person('bob', '900', 'member'),
      person('carla', '900', 'member'),
      person('erin', '900', 'member'),
      person('dan', '901', 'admin'),
    ],
    teams: [
      {
        id: '100',
        name: 'Core',
        organization: '900',
        members: [
          { user: people.alice, role: 'admin' },
          { user: people.bob, role: 'editor' },
          { user: people.carla, role: 'viewer' },
        ],
      },
    ],
    projects: [
      { id: '200', name: 'App', team: '100', access: 'team' },
      { id: '201', name: 'Secret', team: '100', access: 'invite_only' },
    ],
    files: options.files ?? [],
  };
}

/** A file of Alice in the team's project; `more` goes over it. */
export function fileOf(key: string, source: object | undefined, more: object = {}): object {
  return {
    key,
    name: `File ${key}`,
    project: '200',
    owner: people.alice,
    editor_type: 'figma',
    ...(source === undefined ? {} : { source }),
    ...more,
  };
}
