import { describe, expect, it } from 'vitest';
import type { ActivityLog } from '../../contract/contract.ts';
import { answerProblems } from '../../testing/answer-check.ts';
import {
  castServer,
  files,
  onePixelPng,
  organizations,
  people,
  projects,
  smallDesign,
  team,
} from '../../testing/cast.ts';

const { play, server } = castServer();

/** The cast has no app, so the installation's administrator gives Alice a token as one would have it. */
async function readLogs(query = '', token = 'alice-app'): Promise<ActivityLog[]> {
  const app = { name: token, token, scopes: ['org:activity_log_read'], kind: 'oauth' };
  const user = { id: people.alice, handle: 'Alice', email: 'alice@example.com', tokens: [app] };
  await play('admin', 'POST /workspace/v1/apply', { users: [user] });
  const headers = { authorization: `Bearer ${token}` };
  const answer = await server().call(`/v1/activity_logs${query}`, { token: null, headers });
  const seen = { status: answer.status, contentType: 'application/json', json: answer.json };
  expect(answerProblems('getActivityLogs', seen)).toEqual([]);
  return answer.json.meta.activity_logs;
}

const open = `/workspace/v1/files/${files.open}`;
const viewOnly = `/workspace/v1/files/${files.viewOnly}`;
const users = `/workspace/v1/organizations/${organizations.acme}/users`;
const bob = { type: 'user', id: people.bob, name: 'Bob', email: 'bob@example.com' };
const alice = { type: 'user', id: people.alice, name: 'Alice', email: 'alice@example.com' };
const openFile = (more = {}) => ({
  type: 'file',
  key: files.open,
  name: 'Design open',
  editor_type: 'figma',
  link_access: 'inherit',
  proto_link_access: 'inherit',
  ...more,
});
/** Of what the server made under a key of its own. */
const aDeletedFile: [type: string, entity: object, details: unknown] = [
  'fig_file_permanent_delete',
  expect.objectContaining({ type: 'file' }),
  null,
];
const viewOnlyFolder = (name: string) => ({ type: 'project', id: projects.viewOnly, name });
const freshKey = expect.stringMatching(/^\w{22}$/);
const webhook = {
  event_type: 'FILE_UPDATE',
  endpoint: 'https://127.0.0.1:9443/',
  passcode: 'x',
  status: 'PAUSED',
};

const link = { name: 'Story', url: 'https://example.com', file_key: files.open, node_id: '1:2' };

const acme = `/workspace/v1/organizations/${organizations.acme}`;
const acmeEntity = { type: 'org', id: organizations.acme, name: 'Acme' };

type Row = [line: string, body: unknown, events: [type: string, entity: object, details: unknown][]];

const rows: Row[] = [
  [
    'POST /workspace/v1/files',
    { name: 'New', project: projects.open },
    [['fig_file_create', openFile({ key: freshKey, name: 'New' }), null]],
  ],
  [
    `PATCH ${open}`,
    { name: 'Renamed', project: projects.viewOnly, link_access: 'view' },
    [
      [
        'fig_file_rename',
        openFile({ name: 'Renamed', link_access: 'view' }),
        { old_name: 'Design open', new_name: 'Renamed' },
      ],
      [
        'fig_file_link_access_change',
        openFile({ name: 'Renamed', link_access: 'view' }),
        { old_link_access: 'inherit', new_link_access: 'view' },
      ],
      [
        'fig_file_move',
        openFile({ name: 'Renamed', link_access: 'view' }),
        { old_folder_id: projects.open, new_folder_id: projects.viewOnly },
      ],
    ],
  ],
  [`PATCH ${open}`, { name: 'Design open', project: projects.open, link_access: 'inherit' }, []],
  [
    `PUT ${open}/content`,
    smallDesign('New content'),
    [['fig_file_content_change', openFile(), { version: expect.stringMatching(/^\d+$/), nodes: 5 }]],
  ],
  [
    `PUT ${open}/image-fills/another`,
    onePixelPng,
    [['fig_file_image_fill_change', openFile(), { image_ref: 'another' }]],
  ],
  [`PUT ${open}/image-fills/picture`, onePixelPng, []],
  [
    `POST ${open}/versions`,
    { label: 'First' },
    [['fig_file_version_name', openFile(), { version: expect.stringMatching(/^\d+$/), label: 'First' }]],
  ],
  [
    `POST ${open}/branches`,
    { name: 'Idea' },
    [
      [
        'branch_create',
        { type: 'file_repo', id: freshKey, name: 'Idea', main_file_key: files.open },
        { main_file_key: files.open },
      ],
    ],
  ],
  [
    `PUT ${open}/nodes/1:2/dev-status`,
    { status: 'READY_FOR_DEV' },
    [['fig_file_dev_status_change', openFile(), { node_id: '1:2', status: 'READY_FOR_DEV', message: null }]],
  ],
  [`PUT ${open}/nodes/1:2/dev-status`, { status: 'NONE' }, []],
  [
    `DELETE ${viewOnly}`,
    undefined,
    [['fig_file_permanent_delete', openFile({ key: files.viewOnly, name: 'Design viewOnly' }), null]],
  ],
  [
    `POST /v1/files/${files.open}/comments`,
    { message: 'Hello' },
    [['fig_file_comment_create', openFile(), { comment_id: expect.stringMatching(/^\d+$/) }]],
  ],
  [
    'POST /v1/dev_resources',
    { dev_resources: [link, { ...link, node_id: '9:9' }] },
    [['fig_file_dev_resource_create', openFile(), { dev_resource_ids: [expect.stringMatching(/^\d+$/)] }]],
  ],
  [
    'POST /workspace/v1/teams',
    { name: 'Second' },
    [['team_create', { type: 'team', id: expect.stringMatching(/^\d+$/), name: 'Second' }, null]],
  ],
  [
    'POST /workspace/v1/projects',
    { name: 'Closed', team, access: 'invite_only' },
    [
      [
        'folder_create',
        { type: 'project', id: expect.stringMatching(/^\d+$/), name: 'Closed' },
        { access: 'invite_only', parent_id: null },
      ],
    ],
  ],
  [`PATCH ${open}`, { archived: true }, [['fig_file_archive', openFile(), null]]],
  [
    `PATCH /workspace/v1/projects/${projects.viewOnly}`,
    { archived: true },
    [['folder_archive', viewOnlyFolder(expect.any(String)), null]],
  ],
  [
    `PATCH /workspace/v1/teams/${team}`,
    { archived: true },
    [['team_archive', { type: 'team', id: team, name: 'Core' }, null]],
  ],
  [
    `PATCH /workspace/v1/teams/${team}`,
    { name: 'Kern' },
    [['team_rename', { type: 'team', id: team, name: 'Kern' }, { old_name: 'Core', new_name: 'Kern' }]],
  ],
  [
    `PATCH /workspace/v1/projects/${projects.viewOnly}`,
    { name: 'Offen', parent: projects.open, access: 'team' },
    [
      ['folder_rename', viewOnlyFolder('Offen'), { old_name: expect.any(String), new_name: 'Offen' }],
      [
        'folder_move',
        viewOnlyFolder('Offen'),
        {
          old_team_id: team,
          new_team_id: team,
          old_parent_id: null,
          new_parent_id: projects.open,
        },
      ],
      ['folder_access_change', viewOnlyFolder('Offen'), { old_access: 'view_only', new_access: 'team' }],
    ],
  ],
  [
    `DELETE /workspace/v1/projects/${projects.viewOnly}?with_contents=true`,
    undefined,
    [aDeletedFile, ['folder_delete', viewOnlyFolder(expect.any(String)), { projects: 0, files: 1 }]],
  ],
  [
    `DELETE /workspace/v1/teams/${team}?with_contents=true`,
    undefined,
    [
      aDeletedFile,
      aDeletedFile,
      aDeletedFile,
      aDeletedFile,
      ['team_delete', { type: 'team', id: team, name: 'Core' }, { projects: 3, files: 4, apps: 0 }],
    ],
  ],
  [
    `PUT /workspace/v1/teams/${team}/members/${people.bob}`,
    { role: 'admin' },
    [
      [
        'team_member_permission_change',
        bob,
        {
          resource_type: 'team',
          resource_id_or_key: team,
          old_permission: 'editor',
          new_permission: 'admin',
        },
      ],
    ],
  ],
  [`PUT /workspace/v1/teams/${team}/members/${people.bob}`, { role: 'editor' }, []],
  [
    `DELETE /workspace/v1/teams/${team}/members/${people.bob}`,
    undefined,
    [['team_member_remove', bob, { resource_type: 'team', resource_id_or_key: team, permission: 'editor' }]],
  ],
  [
    `PUT /workspace/v1/projects/${projects.inviteOnly}/members/${people.bob}`,
    { role: 'viewer' },
    [
      [
        'folder_member_add',
        bob,
        { resource_type: 'folder', resource_id_or_key: projects.inviteOnly, permission: 'viewer' },
      ],
    ],
  ],
  [
    `POST ${users}`,
    { email: 'frida@example.com', handle: 'Frida', role: 'guest' },
    [
      [
        'org_user_create',
        { type: 'user', id: expect.stringMatching(/^\d+$/), name: 'Frida', email: 'frida@example.com' },
        { permission: 'guest', seat: 'full' },
      ],
    ],
  ],
  [
    `PUT ${users}/${people.bob}`,
    { seat: 'view', role: 'guest', handle: 'Robert', password: 'correct horse battery staple' },
    [
      ['org_user_account_type_change', { ...bob, name: 'Robert' }, { old_seat: 'full', new_seat: 'view' }],
      [
        'org_user_permission_change',
        { ...bob, name: 'Robert' },
        { old_permission: 'member', new_permission: 'guest' },
      ],
      ['org_user_profile_change', { ...bob, name: 'Robert' }, { changed: ['handle', 'password'] }],
    ],
  ],
  [`PUT ${users}/${people.bob}`, { seat: 'full', role: 'member', handle: 'Bob' }, []],
  [
    `PUT /workspace/v1/users/${people.bob}/projects-access`,
    { approved: true },
    [['org_user_projects_access_change', bob, { approved: true }]],
  ],
  [`PUT /workspace/v1/users/${people.bob}/projects-access`, { approved: false }, []],
  [
    `POST /workspace/v1/organizations/${organizations.acme}/ai-usage`,
    { rows: [{ user: people.bob, day: '2026-01-01' }] },
    [['org_ai_usage_record', { type: 'org', id: organizations.acme, name: 'Acme' }, { rows: 1 }]],
  ],
  [
    `DELETE ${users}/${people.bob}`,
    undefined,
    [['org_user_delete', bob, { permission: 'member', seat: 'full' }]],
  ],
  [
    `DELETE ${users}/${people.bob}?files_to=${people.carla}`,
    undefined,
    [['org_user_delete', bob, { permission: 'member', seat: 'full', files: 0, files_to: people.carla }]],
  ],
  [`POST ${users}/${people.bob}/password-reset`, undefined, [['org_user_password_reset_create', bob, null]]],
  [
    `PUT ${acme}`,
    { name: 'Acme Ltd', plan: 'enterprise' },
    [['org_name_change', { ...acmeEntity, name: 'Acme Ltd' }, { old_name: 'Acme', new_name: 'Acme Ltd' }]],
  ],
  [`PUT ${acme}`, { name: 'Acme' }, []],
  [
    'POST /workspace/v1/me/tokens',
    { name: 'ci', scopes: ['file_content:read'] },
    [['personal_access_token_create', alice, { token_id: expect.stringMatching(/^\d+$/), token_name: 'ci' }]],
  ],
  [
    `POST /workspace/v1/organizations/${organizations.acme}/tokens`,
    { name: 'logs', scopes: ['org:developer_log_read'] },
    [
      [
        'plan_access_token_create',
        { type: 'org', id: organizations.acme, name: 'Acme' },
        { token_id: expect.stringMatching(/^\d+$/), token_name: 'logs' },
      ],
    ],
  ],
];

describe('an event of the activity logs', () => {
  it.each(rows)('%s %j', async (line, body, events) => {
    const answer = await play('alice', line, body);
    expect(answer.status).toBe(200);
    const logged = await readLogs();
    expect(logged.map(({ action, entity }) => [action.type, entity, action.details])).toEqual(events);
  });

  it('records a token that is revoked, a branch that is deleted, a person who leaves a project', async () => {
    const { id } = (
      await play('alice', 'POST /workspace/v1/me/tokens', { name: 'ci', scopes: ['files:read'] })
    ).json;
    await play('alice', `DELETE /workspace/v1/me/tokens/${id}`);
    const { key } = (await play('alice', `POST ${open}/branches`, { name: 'Idea' })).json;
    await play('alice', `PATCH /workspace/v1/files/${key}`, { name: 'Plan' });
    await play('alice', `DELETE /workspace/v1/files/${key}`);
    await play('alice', `DELETE /workspace/v1/projects/${projects.inviteOnly}/members/${people.carla}`);
    const branch = { type: 'file_repo', id: key, name: 'Plan', main_file_key: files.open };
    expect((await readLogs()).map(({ action, entity }) => [action.type, entity])).toEqual([
      ['personal_access_token_create', alice],
      ['personal_access_token_delete', alice],
      ['branch_create', { ...branch, name: 'Idea' }],
      ['fig_file_rename', branch],
      ['branch_delete', branch],
      ['folder_member_remove', { type: 'user', id: people.carla, name: 'Carla', email: 'carla@example.com' }],
    ]);
  });

  it('records an invitation that is sent, sent again and withdrawn', async () => {
    const invited = { email: 'nora@example.com', role: 'guest', seat: 'dev' };
    const { id } = (await play('alice', `POST ${acme}/invitations`, invited)).json;
    await play('alice', `POST ${acme}/invitations/${id}/send`);
    await play('alice', `DELETE ${acme}/invitations/${id}`);
    const { email } = invited;
    const logged = await readLogs();
    expect(logged.map(({ action, entity }) => [action.type, entity, action.details])).toEqual([
      ['org_invitation_create', acmeEntity, { email, permission: 'guest', seat: 'dev' }],
      ['org_invitation_send', acmeEntity, { email }],
      ['org_invitation_delete', acmeEntity, { email }],
    ]);
  });

  it('records a change of plan by the administrator of the installation', async () => {
    expect((await play('alice', `PUT ${acme}`, { plan: 'starter' })).status).toBe(403);
    expect((await play('admin', `PUT ${acme}`, { plan: 'professional' })).status).toBe(200);
    expect((await play('admin', `PUT ${acme}`, { plan: 'enterprise' })).status).toBe(200);
    const logged = await readLogs();
    expect(logged.map(({ action, entity }) => [action.type, entity, action.details])).toEqual([
      ['org_plan_change', acmeEntity, { old_plan: 'enterprise', new_plan: 'professional' }],
      ['org_plan_change', acmeEntity, { old_plan: 'professional', new_plan: 'enterprise' }],
    ]);
  });

  it('records an app, from its creation to its deletion', async () => {
    const apps = '/workspace/v1/apps';
    const { client_id } = (
      await play('alice', `POST ${apps}`, { name: 'Measure', organization: organizations.acme })
    ).json;
    const app = `${apps}/${client_id}`;
    const change = {
      visibility: 'public',
      redirect_urls: ['https://measure.example/back'],
      scopes: ['file_content:read'],
      description: 'Measures.',
      testing_instructions: { steps: 'Try it.' },
      logo: `data:image/png;base64,${onePixelPng.toString('base64')}`,
    };
    expect((await play('alice', `PUT ${app}`, change)).status).toBe(200);
    await play('alice', `POST ${app}/secret`);
    expect((await play('alice', `POST ${app}/publish`)).status).toBe(200);
    expect((await play('admin', `POST ${app}/review`, { decision: 'approve', revision: 2 })).status).toBe(
      200,
    );
    await play('alice', `POST ${app}/projects-access`);
    await play('alice', `PUT ${app}/projects-access`, { approved: true });
    await play('alice', `DELETE ${app}`);
    const logged = await readLogs();
    const about = { client_id, app_name: 'Measure' };
    expect(logged.map(({ action, entity }) => [action.type, entity, action.details])).toEqual([
      ['oauth_app_create', acmeEntity, about],
      ['oauth_app_update', acmeEntity, { ...about, changed: expect.any(Array), revision: 2 }],
      ['oauth_app_secret_create', acmeEntity, about],
      ['oauth_app_publish', acmeEntity, { ...about, review: 'pending', revision: 2 }],
      ['oauth_app_review', acmeEntity, { ...about, decision: 'approve', revision: 2 }],
      ['oauth_app_projects_access_change', acmeEntity, { ...about, requested: true }],
      ['oauth_app_projects_access_change', acmeEntity, { ...about, approved: true }],
      ['oauth_app_delete', acmeEntity, about],
    ]);
  });

  it('records a site that is published, closed and deleted', async () => {
    const body = { name: 'Shop', file: files.open };
    const { id, name, url_path } = (await play('alice', 'POST /workspace/v1/sites', body)).json;
    for (let times = 0; times < 2; times += 1)
      await play('alice', `PATCH /workspace/v1/sites/${id}`, { public: false });
    await play('alice', `DELETE /workspace/v1/sites/${id}`);
    const details = { name, url_path, site_id: id };
    const logged = await readLogs();
    expect(logged.map(({ action, entity }) => [action.type, entity, action.details])).toEqual([
      ['fig_file_site_create', openFile(), { ...details, public: true }],
      ['fig_file_site_update', openFile(), { ...details, public: false }],
      ['fig_file_site_delete', openFile(), { ...details, public: false }],
    ]);
  });

  it('records what is brought back from the archive, and nothing where it was there', async () => {
    for (const path of [open, `/workspace/v1/projects/${projects.open}`, `/workspace/v1/teams/${team}`]) {
      for (const archived of [false, true, true, false])
        expect((await play('alice', `PATCH ${path}`, { archived })).status).toBe(200);
    }
    expect((await readLogs()).map(({ action }) => action.type)).toEqual([
      'fig_file_archive',
      'fig_file_unarchive',
      'folder_archive',
      'folder_unarchive',
      'team_archive',
      'team_unarchive',
    ]);
  });

  it('records a dev resource that is changed and deleted', async () => {
    const { links_created } = (await play('alice', 'POST /v1/dev_resources', { dev_resources: [link] })).json;
    const { id } = links_created[0];
    await play('alice', 'PUT /v1/dev_resources', { dev_resources: [{ id, name: 'Another' }] });
    await play('alice', `DELETE /v1/files/${files.open}/dev_resources/${id}`);
    expect((await readLogs()).map(({ action, entity }) => [action.type, entity, action.details])).toEqual(
      ['create', 'update', 'delete'].map((what) => {
        return [`fig_file_dev_resource_${what}`, openFile(), { dev_resource_ids: [id] }];
      }),
    );
  });

  it('records a webhook, with what it is attached to', async () => {
    const scopes = ['webhooks:read', 'webhooks:write'];
    const { token } = (await play('alice', 'POST /workspace/v1/me/tokens', { name: 'hooks', scopes })).json;
    const contexts = { team, project: projects.open, file: files.open };
    for (const [context, context_id] of Object.entries(contexts)) {
      const made = await play({ token }, 'POST /v2/webhooks', { ...webhook, context, context_id });
      expect(made.status).toBe(200);
      const { id } = made.json;
      await play({ token }, `PUT /v2/webhooks/${id}`, { description: 'Told of changes' });
      await play({ token }, `DELETE /v2/webhooks/${id}`);
    }
    const entities = [
      { type: 'team', id: team, name: 'Core' },
      { type: 'project', id: projects.open, name: 'Open' },
      openFile(),
    ];
    const types = ['webhook_create', 'webhook_update', 'webhook_delete'];
    expect((await readLogs()).slice(1).map(({ action, entity }) => [action.type, entity])).toEqual(
      entities.flatMap((entity) => types.map((type) => [type, entity])),
    );
  });

  it('is not recorded where the change is refused', async () => {
    await play('carla', `PATCH ${open}`, { name: 'Mine' });
    await play('alice', `DELETE ${users}/${people.alice}`);
    await play('alice', 'POST /workspace/v1/files', {
      name: 'Twice',
      project: projects.open,
      key: files.open,
    });
    expect(await readLogs()).toEqual([]);
  });
});

describe('activity logs with a clock that moves', () => {
  const advance = (days: number) => play('admin', 'POST /test/v1/clock', { advance: `${days}d` });

  it('show events of a year by default, and keep them for two', async () => {
    await play('alice', 'POST /workspace/v1/teams', { name: 'Second' });
    await advance(364);
    expect(await readLogs('', 'after-a-year')).toHaveLength(1);
    await advance(2);
    expect(await readLogs('', 'later')).toHaveLength(0);
    expect(await readLogs('?start_time=0', 'later-still')).toHaveLength(1);
    await advance(365);
    expect(await readLogs('?start_time=0', 'after-two-years')).toHaveLength(0);
  });
});
