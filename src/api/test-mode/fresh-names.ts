import type { WorkspaceFile } from '../../contract/contract.ts';
import { badRequest } from '../../errors.ts';
import type { Ids } from '../../ids.ts';
import { changeAt } from './change-at-path.ts';

/** Where a workspace file gives things their ids, by the form that a fresh one has. */
export const givenIds = {
  digits: [
    'organizations.*.id',
    'users.*.id',
    'teams.*.id',
    'projects.*.id',
    'files.*.comments.*.id',
    'resources.*.id',
    'dev_resources.*.id',
    'webhooks.*.id',
  ],
  fileKey: ['files.*.key', 'files.*.branches.*.key', 'sites.*.id', 'apps.*.client_id'],
} as const;

/** Where it names things by those ids. */
export const references = [
  'users.*.organization',
  'users.*.tokens.*.app',
  'teams.*.organization',
  'teams.*.members.*.user',
  'projects.*.team',
  'projects.*.parent',
  'projects.*.members.*.user',
  'files.*.project',
  'files.*.owner',
  'files.*.versions.*.user',
  'files.*.branches.*.versions.*.user',
  'files.*.comments.*.user',
  'files.*.comments.*.parent',
  'files.*.comments.*.reactions.*.user',
  'sites.*.file',
  'apps.*.organization',
  'apps.*.team',
  'apps.*.creator',
  'resources.*.owner',
  'resources.*.payments.*.user',
  'fonts.*.organization',
  'dev_statuses.*.file',
  'dev_resources.*.file',
  'subscriptions.*.file',
  'subscriptions.*.library',
  'ai_usage.*.user',
  'webhooks.*.context_id',
  'webhooks.*.creator',
] as const;

export interface FreshWorkspace {
  readonly workspace: WorkspaceFile;
  /** Given id to fresh id. The same text given to things of several kinds has one fresh id. */
  readonly ids: Record<string, string>;
  /** Given token to fresh token; one without a value by its user's id (or e-mail address) and name, `u/n`. */
  readonly tokens: Record<string, string>;
}

/**
 * The workspace with every id, key, client id and token replaced by a fresh one, also what has none, and every
 * mention of one with it. Ids of versions and nodes belong to their file and stay.
 *
 * @throws ApiError 400 for a reference to something the workspace does not hold
 */
export function withFreshNames(given: WorkspaceFile, ids: Ids): FreshWorkspace {
  const freshIds = new Map<string, string>();
  let workspace = given;
  for (const [form, paths] of Object.entries(givenIds)) {
    for (const path of paths) {
      workspace = changeAt(workspace, path, (id) =>
        freshId(id, freshIds, ids[form as keyof typeof givenIds]),
      );
    }
  }
  for (const path of references) {
    workspace = changeAt(workspace, path, (id) =>
      typeof id === 'string' ? referred(id, path, freshIds) : id,
    );
  }
  const tokens = new Map<string, string>();
  const users = given.users?.map((user, index) => ({
    ...(workspace.users?.[index] ?? user),
    ...(user.tokens === undefined
      ? {}
      : { tokens: freshTokens(user, workspace.users?.[index] ?? user, tokens, ids) }),
  }));
  return {
    workspace: users === undefined ? workspace : { ...workspace, users },
    ids: Object.fromEntries(freshIds),
    tokens: Object.fromEntries(tokens),
  };
}

function freshId(id: unknown, known: Map<string, string>, make: () => string): string {
  if (typeof id !== 'string') return make();
  const fresh = known.get(id) ?? make();
  known.set(id, fresh);
  return fresh;
}

function referred(id: string, path: string, known: ReadonlyMap<string, string>): string {
  const fresh = known.get(id);
  if (fresh !== undefined) return fresh;
  const place = path.replaceAll('.*', '');
  throw badRequest(
    `"${place}" names "${id}", which this workspace file does not hold. A test's world is whole.`,
  );
}

type User = NonNullable<WorkspaceFile['users']>[number];

function freshTokens(
  user: User,
  changed: User,
  tokens: Map<string, string>,
  ids: Ids,
): NonNullable<User['tokens']> {
  return (changed.tokens ?? []).map((entry) => {
    const given = entry.token ?? `${user.id ?? user.email}/${entry.name}`;
    const token = tokens.get(given) ?? ids.secret();
    tokens.set(given, token);
    return { ...entry, token };
  });
}
