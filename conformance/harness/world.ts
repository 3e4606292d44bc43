import { type Answer, type CallOptions, clientOf, type Target } from './client.ts';

/** A workspace of one test, separate from those of all others. */
export interface World {
  /** The fresh id, key or client id that stands for a local one. */
  id(local: string): string;
  /** The fresh token that stands for a local one. */
  token(local: string): string;
  readonly adminToken: string;
  /** Calls as the holder of a local token, `alice` where none is named; `null` sends no token. */
  call(method: string, path: string, options?: WorldCallOptions): Promise<Answer>;
  get(path: string, as?: string | null): Promise<Answer>;
}

export interface WorldCallOptions extends Omit<CallOptions, 'token'> {
  readonly as?: string | null;
}

/** What a workspace file may hold; the server checks it. */
export type Workspace = Readonly<Record<string, readonly object[]>>;

/** Loads a workspace whose ids, keys and tokens are local names. */
export async function createWorld(
  server: Target & { readonly adminToken: string },
  workspace: Workspace,
): Promise<World> {
  const call = clientOf(server);
  const made = await call('POST', '/test/v1/workspaces', { token: server.adminToken, body: workspace });
  if (made.status !== 200) throw new Error(`The world was refused with ${made.status}: ${made.text}`);
  const { ids, tokens, adminToken } = made.json;
  const token = (local: string): string => named(tokens, local, 'token');
  const world: World = {
    adminToken,
    token,
    id: (local) => named(ids, local, 'id'),
    call: (method, path, { as = 'alice', ...options } = {}) =>
      call(method, path, { ...options, token: as === null ? null : token(as) }),
    get: (path, as = 'alice') => world.call('GET', path, { as }),
  };
  return world;
}

function named(fresh: Record<string, string>, local: string, kind: string): string {
  const found = fresh[local];
  if (found === undefined) throw new Error(`The world has no ${kind} "${local}".`);
  return found;
}
