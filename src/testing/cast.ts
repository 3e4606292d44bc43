import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { SettingName } from '../config.ts';
import { fileKeyOf, organizationIdOf, projectIdOf, teamIdOf, userIdOf } from '../contract/branded-ids.ts';
import {
  type OperationId,
  operationContract,
  operationIds,
  type WorkspaceFile,
} from '../contract/contract.ts';
import { answerProblems } from './answer-check.ts';
import { startTestServer, type TestAnswer, type TestServer } from './test-server.ts';

/**
 * The people of the tests: Alice owns (and administers organization and team), Bob edits, Carla views, Dan is
 * outside, in another organization.
 */
export const people = {
  alice: userIdOf('9007199254740993'),
  bob: userIdOf('2'),
  carla: userIdOf('3'),
  dan: userIdOf('4'),
} as const;

/** Tokens that act as them, with every scope of the interface and of our own operations. */
export const tokens = {
  alice: 'alice-token',
  bob: 'bob-token',
  carla: 'carla-token',
  dan: 'dan-token',
} as const;

export const organizations = { acme: organizationIdOf('900'), elsewhere: organizationIdOf('901') } as const;
export const team = teamIdOf('100');
/** One project of each access. Carla is invited to the closed one. */
export const projects = {
  open: projectIdOf('200'),
  viewOnly: projectIdOf('201'),
  inviteOnly: projectIdOf('202'),
} as const;
/** A file in each project, all of Alice's; `empty` has no content. */
export const files = {
  open: fileKeyOf('castOpenFile'),
  viewOnly: fileKeyOf('castViewOnlyFile'),
  inviteOnly: fileKeyOf('castInviteOnlyFile'),
  empty: fileKeyOf('castEmptyFile'),
} as const;

/** Every scope a person's token can hold but control of the test mode. */
export const scopes = [
  'current_user:read',
  'file_content:read',
  'file_metadata:read',
  'file_versions:read',
  'file_comments:read',
  'file_comments:write',
  'file_variables:read',
  'file_dev_resources:write',
  'projects:read',
  'webhooks:read',
  'webhooks:write',
  'workspace:read',
  'workspace:write',
] as const;

/** A small design: one page, one frame, a rectangle that shows an image, a text. */
export function smallDesign(title: string): Record<string, unknown> {
  const color = { r: 0.2, g: 0.4, b: 0.6, a: 1 };
  const box = { x: 0, y: 0, width: 100, height: 50 };
  const constraints = { vertical: 'TOP', horizontal: 'LEFT' };
  const shared = {
    blendMode: 'PASS_THROUGH',
    absoluteBoundingBox: box,
    constraints,
    effects: [],
    strokes: [],
  };
  const picture = { blendMode: 'NORMAL', type: 'IMAGE', scaleMode: 'FILL', imageRef: 'picture' };
  const paint = { blendMode: 'NORMAL', type: 'SOLID', color };
  const rectangle = { id: '1:3', name: 'Picture', type: 'RECTANGLE', ...shared, fills: [picture] };
  const text = { id: '1:4', name: 'Title', type: 'TEXT', ...shared, fills: [paint], characters: title };
  const frame = { id: '1:2', name: title, type: 'FRAME', ...shared, fills: [], children: [rectangle, text] };
  const page = { id: '0:1', name: 'Page 1', type: 'CANVAS', backgroundColor: color, children: [frame] };
  return {
    document: { id: '0:0', name: 'Document', type: 'DOCUMENT', children: [page] },
    components: {},
    componentSets: {},
    schemaVersion: 0,
    styles: {},
    name: title,
  };
}

/** The smallest PNG there is: one pixel. */
export const onePixelPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

function person(name: keyof typeof people, place: { organization: string; role?: 'admin' | 'member' }) {
  const handle = `${name[0]?.toUpperCase()}${name.slice(1)}`;
  return {
    id: people[name],
    handle,
    email: `${name}@example.com`,
    ...place,
    tokens: [{ name: 'cast', token: tokens[name], scopes: [...scopes] }],
  };
}

/** A workspace file with all of them; a fresh copy for each test that changes it. */
export function castWorkspace(): WorkspaceFile {
  const { acme, elsewhere } = organizations;
  const file = (key: keyof typeof files, project: string) => ({
    key: files[key],
    name: `Design ${key}`,
    project,
    owner: people.alice,
  });
  return {
    organizations: [
      { id: acme, name: 'Acme', plan: 'enterprise' },
      { id: elsewhere, name: 'Elsewhere', plan: 'enterprise' },
    ],
    users: [
      person('alice', { organization: acme, role: 'admin' }),
      person('bob', { organization: acme }),
      person('carla', { organization: acme }),
      person('dan', { organization: elsewhere }),
    ],
    teams: [
      {
        id: team,
        name: 'Core',
        organization: acme,
        members: [
          { user: people.alice, role: 'admin' },
          { user: people.bob, role: 'editor' },
          { user: people.carla, role: 'viewer' },
        ],
      },
    ],
    projects: [
      { id: projects.open, name: 'Open', team, access: 'team' },
      { id: projects.viewOnly, name: 'View only', team, access: 'view_only' },
      {
        id: projects.inviteOnly,
        name: 'Invite only',
        team,
        access: 'invite_only',
        members: [{ user: people.carla, role: 'editor' }],
      },
    ],
    files: [
      {
        ...file('open', projects.open),
        source: smallDesign('Open'),
        images: { picture: onePixelPng.toString('base64') },
      },
      { ...file('viewOnly', projects.viewOnly), source: smallDesign('View only') },
      { ...file('inviteOnly', projects.inviteOnly), source: smallDesign('Invite only') },
      file('empty', projects.open),
    ],
  };
}

/** Somebody of the cast, the installation's administrator, or a token as it is. */
export type Actor = keyof typeof tokens | 'admin' | { readonly token: string | null };

/** Calls as somebody, `PUT /path`; an answer that the contract does not promise fails the test. */
export type Play = (who: Actor, line: string, body?: unknown) => Promise<TestAnswer>;

export function playOn(server: TestServer): Play {
  return async (who, line, body) => {
    const [method = '', path = ''] = line.split(' ');
    const token = typeof who === 'object' ? who.token : who === 'admin' ? server.adminToken : tokens[who];
    const answer = await server.call(path, { method, token, ...(body === undefined ? {} : { body }) });
    const problems = problemsOf(method, path, answer);
    if (problems.length > 0) throw new Error(`${line}: ${problems.join(' ')}\n${answer.text.slice(0, 500)}`);
    return answer;
  };
}

/** A server of a test file or group, and calls to it. */
export interface CastServer {
  readonly play: Play;
  /** The server itself, once it is started. */
  readonly server: () => TestServer;
}

/** A server with the cast for the tests of this file or group; each finds it as it was at the start. */
export function castServer(settings: Partial<Record<SettingName, string>> = {}): CastServer {
  const cast = serverOfGroup(() => startTestServer({ workspace: castWorkspace(), settings }));
  beforeEach(async () => {
    await cast.play('admin', 'POST /test/v1/reset', {});
  });
  return cast;
}

/** A server for the tests of this file or group, one after the other as they leave it. */
export function serverOfGroup(start: () => Promise<TestServer>): CastServer {
  let server: TestServer;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server?.close());
  return { play: (who, line, body) => playOn(server)(who, line, body), server: () => server };
}

function problemsOf(method: string, path: string, answer: TestAnswer): string[] {
  const id = operationOf(method, path);
  if (id === undefined) return [];
  const contentType = answer.headers['content-type'] as string | undefined;
  const isEmpty = answer.bytes.length === 0;
  const json = !isEmpty && contentType?.startsWith('application/json') ? answer.json : undefined;
  return answerProblems(id, { status: answer.status, contentType, isEmpty, json }, 'outline');
}

function operationOf(method: string, path: string): OperationId | undefined {
  const called = path.split('?')[0] ?? '';
  return operationIds.find((id) => {
    const contract = operationContract(id);
    if (contract.method !== method.toLowerCase()) return false;
    return new RegExp(`^${contract.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(called);
  });
}
