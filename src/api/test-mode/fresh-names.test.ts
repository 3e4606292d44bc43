import { describe, expect, it } from 'vitest';
import { fileKeyOf } from '../../contract/branded-ids.ts';
import type { WorkspaceFile } from '../../contract/contract.ts';
import { contractDocument } from '../../contract/published-document.ts';
import type { Schema } from '../../contract/schema.ts';
import type { Ids } from '../../ids.ts';
import { changeAt } from './change-at-path.ts';
import { durationMs } from './duration.ts';
import { givenIds, references, withFreshNames } from './fresh-names.ts';
import { withAdministrator } from './world-administrator.ts';

function countedIds(): Ids {
  let count = 0;
  const next = (prefix: string) => () => {
    count += 1;
    return `${prefix}${count}`;
  };
  const [key, digits, libraryKey] = [next('key'), next('90'), next('library')];
  return {
    fileKey: () => fileKeyOf(key()),
    digits,
    libraryKey,
    ordered: next('ordered'),
    uuid: next('uuid'),
    secret: next('secret'),
  };
}

/** One of every noun, with every reference there is. Texts that begin with `old-` must not be left. */
const everything: WorkspaceFile = {
  organizations: [{ id: 'old-o', name: 'Acme' }],
  users: [
    {
      id: 'old-u',
      handle: 'A',
      email: 'a@example.com',
      organization: 'old-o',
      tokens: [{ name: 't', token: 'old-token', scopes: 'all' }],
    },
    { handle: 'B', email: 'b@example.com', tokens: [{ name: 'made', scopes: 'all' }] },
  ],
  teams: [{ id: 'old-t', name: 'T', organization: 'old-o', members: [{ user: 'old-u', role: 'admin' }] }],
  projects: [
    { id: 'old-p', name: 'P', team: 'old-t', members: [{ user: 'old-u', role: 'admin' }], parent: null },
    { id: 'old-q', name: 'Q', team: 'old-t', parent: 'old-p' },
  ],
  files: [
    {
      key: 'old-f',
      name: 'F',
      project: 'old-p',
      owner: 'old-u',
      source: { document: { id: 'old-p' } },
      versions: [{ id: '1', user: 'old-u', source: {} }],
      branches: [{ key: 'old-b', name: 'B', versions: [{ user: 'old-u', source: {} }] }],
      comments: [
        { id: 'old-c', user: 'old-u', message: 'x' },
        {
          id: 'old-d',
          user: 'old-u',
          message: 'y',
          parent: 'old-c',
          reactions: [{ user: 'old-u', emoji: ':heart:' }],
        },
      ],
    },
  ],
  sites: [{ id: 'old-s', name: 'S', url_path: '/s', file: 'old-f' }],
  apps: [{ client_id: 'old-a', name: 'App', organization: 'old-o', team: 'old-t', creator: 'old-u' }],
  resources: [{ type: 'PLUGIN', id: 'old-r', owner: 'old-u', payments: [{ user: 'old-u', status: 'PAID' }] }],
  fonts: [{ family: 'Acme Sans', organization: 'old-o' }],
  dev_statuses: [{ file: 'old-f', node: '1:2', status: 'COMPLETED' }],
  dev_resources: [{ id: 'old-x', file: 'old-f', node: '1:2', name: 'N', url: 'https://example.com' }],
  subscriptions: [{ file: 'old-b', library: 'old-f' }],
  ai_usage: [{ user: 'old-u', day: '2026-01-01' }],
  webhooks: [
    {
      id: 'old-w',
      event_type: 'FILE_UPDATE',
      context: 'team',
      context_id: 'old-t',
      endpoint: 'https://example.com',
      creator: 'old-u',
    },
  ],
};

describe('A workspace with fresh names', () => {
  const fresh = withFreshNames(everything, countedIds());

  it('replaces every name, except in documents', () => {
    const { files, ...rest } = fresh.workspace;
    const withoutSources = files?.map(({ source: _source, ...file }) => file);
    expect(JSON.stringify({ ...rest, files: withoutSources })).not.toContain('old-');
    expect(files?.[0]?.source).toBe(everything.files?.[0]?.source);
  });

  it('keeps memberships and ownership', () => {
    const { ids, workspace } = fresh;
    expect(workspace.projects?.[1]?.parent).toBe(workspace.projects?.[0]?.id);
    expect(workspace.files?.[0]?.comments?.[1]).toMatchObject({
      parent: ids['old-c'],
      reactions: [{ user: ids['old-u'] }],
    });
    expect(workspace.subscriptions).toEqual([{ file: ids['old-b'], library: ids['old-f'] }]);
    expect(workspace.webhooks?.[0]).toMatchObject({ context_id: ids['old-t'], creator: ids['old-u'] });
  });

  it('leaves the original, versions and what is null alone', () => {
    expect(everything.users?.[0]?.id).toBe('old-u');
    expect(fresh.workspace.files?.[0]?.versions?.[0]?.id).toBe('1');
    expect(fresh.workspace.projects?.[0]?.parent).toBeNull();
  });

  it('maps the given names to fresh ones, for ids and for tokens', () => {
    expect(Object.keys(fresh.ids).every((id) => id.startsWith('old-'))).toBe(true);
    expect(Object.keys(fresh.ids)).toHaveLength(14);
    expect(fresh.tokens).toEqual({
      'old-token': fresh.workspace.users?.[0]?.tokens?.[0]?.token,
      'b@example.com/made': fresh.workspace.users?.[1]?.tokens?.[0]?.token,
    });
  });

  it('gives an id to things without one, so that no other world finds them by name', () => {
    expect(fresh.workspace.users?.[1]?.id).toMatch(/^90/);
  });

  it('refuses names of things that it does not hold', () => {
    const stray = { files: [{ name: 'F', project: '200' }] };
    expect(() => withFreshNames(stray, countedIds())).toThrow(/"files\.project" names "200"/);
  });
});

describe('The schema of a workspace file', () => {
  const { schemas } = contractDocument().components;
  const ofIds = ['WorkspaceFileId', 'WorkspaceFileKey', 'SiteId'].map(
    (name) => `#/components/schemas/${name}`,
  );
  /** Names an app by any text; ids of versions and nodes belong to their file and stay. */
  const asText = ['users.*.tokens.*.app'];

  function idsIn({ $ref, items, properties, anyOf }: Schema, path: string): string[] {
    if ($ref !== undefined && ofIds.includes($ref)) return [path];
    if ($ref !== undefined) return idsIn(schemas[$ref.split('/').at(-1) ?? ''] ?? {}, path);
    if (anyOf !== undefined) return (anyOf as Schema[]).flatMap((schema) => idsIn(schema, path));
    if (items !== undefined) return idsIn(items as Schema, `${path}.*`);
    return Object.entries((properties ?? {}) as Record<string, Schema>).flatMap(([name, schema]) =>
      idsIn(schema, path === '' ? name : `${path}.${name}`),
    );
  }

  it('names things by no id that a world takes over as it is', () => {
    const found = [...idsIn(schemas.WorkspaceFile ?? {}, ''), ...asText];
    expect(found.sort()).toEqual([...Object.values(givenIds).flat(), ...references].sort());
  });
});

describe('The administrator of a world', () => {
  it('exists in an empty world, too', () => {
    const { workspace, token } = withAdministrator({}, countedIds());
    const [organization] = workspace.organizations ?? [];
    const [administrator] = workspace.users ?? [];
    expect(administrator).toMatchObject({ organization: organization?.id, role: 'admin' });
    expect(administrator?.tokens?.[0]?.token).toBe(token);
  });

  it('owns files without an owner, and is a member of every team and closed project', () => {
    const { workspace } = withAdministrator(
      {
        teams: [{ id: '1', name: 'T' }],
        projects: [
          { id: '2', name: 'Open', team: '1' },
          { id: '3', name: 'Closed', team: '1', access: 'invite_only' },
        ],
        files: [{ name: 'F', project: '2' }],
      },
      countedIds(),
    );
    const id = workspace.users?.[0]?.id;
    expect(workspace.teams?.[0]).toMatchObject({
      organization: workspace.organizations?.[0]?.id,
      members: [{ user: id, role: 'admin' }],
    });
    expect(workspace.projects?.map(({ members }) => members)).toEqual([
      undefined,
      [{ user: id, role: 'admin' }],
    ]);
    expect(workspace.files?.[0]?.owner).toBe(id);
  });
});

describe('Changing a value at a path', () => {
  it('copies what lies on the path and shares the rest', () => {
    const original = { list: [{ id: 'a', big: {} }, { big: {} }], other: {} };
    const changed = changeAt(original, 'list.*.id', (id) => (id === undefined ? undefined : 'b'));
    expect(changed).toEqual({ list: [{ id: 'b', big: {} }, { big: {} }], other: {} });
    expect(changed.other).toBe(original.other);
    expect(changed.list[1]).toBe(original.list[1]);
    expect(original.list[0]?.id).toBe('a');
  });

  it.each([undefined, null, 'text', 7, {}, { list: null }, { list: 'text' }])(
    'leaves %j alone, which has nothing at the path',
    (value) => {
      expect(changeAt(value, 'list.*.id', () => 'changed')).toEqual(value);
    },
  );
});

describe('A duration', () => {
  it.each([
    ['5m', 300_000],
    ['2161h', 7_779_600_000],
    ['90d', 7_776_000_000],
    ['4m50s', 290_000],
    ['250ms', 250],
    ['1m1ms', 60_001],
    ['0s', 0],
  ])('%s is %i ms', (text, ms) => expect(durationMs(text)).toBe(ms));
});
