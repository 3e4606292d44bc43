import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildFont } from '../render/text/test-font.suite.ts';
import {
  castWorkspace,
  files,
  onePixelPng,
  organizations,
  people,
  projects,
  smallDesign,
  team,
} from '../testing/cast.ts';
import { onServersOfBothEngines } from '../testing/server-on-both-engines.ts';
import { openStandIn, type StandIn } from '../testing/stand-in-server.ts';

/** Nobody here is one of them. */
const [ada, bea] = ['7', '8'].map((id) => ({ id, handle: `Elsewhere ${id}`, img_url: '' }));
let upstream: StandIn;
beforeAll(async () => {
  upstream = await openStandIn({ answer: ({ path }, response) => answer(path, response) });
});
afterAll(() => upstream?.close());

function answer(path: string, response: ServerResponse): void {
  const [plain = ''] = path.split('?');
  const comment = { id: '71', message: 'From elsewhere', created_at: '2026-01-01T00:00:00Z', user: ada };
  const body = () => {
    if (plain.endsWith('/me')) return bea;
    if (plain.endsWith('/meta'))
      return {
        file: {
          name: 'Design',
          version: '7',
          last_touched_at: '2026-01-01T00:00:00Z',
          last_touched_by: bea,
          creator: bea,
        },
      };
    if (plain.endsWith('/comments')) return { comments: [comment] };
    return plain.endsWith('/elsewhere') ? { ...smallDesign('Elsewhere'), version: '7' } : {};
  };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body()));
}

const anUpstream = (name: string) => ({
  name,
  organization: organizations.acme,
  base_url: upstream.url,
  ca: upstream.ca,
  token: 'a-token',
});

/** Who calls what with which body. */
type Tried = readonly ['admin' | 'alice', string, object];

const apply = (body: object): Tried => ['admin', 'POST /workspace/v1/apply', body];
const design = { key: files.open, name: 'Design open', project: projects.open, owner: people.alice };
const aFile = (body: object) => apply({ files: [{ ...design, ...body }] });
const aPaid = (payments: readonly object[]) =>
  apply({ resources: [{ type: 'PLUGIN', id: '5', owner: people.alice, payments }] });

const oddTimes = [
  '9999-12-31T23:59:59-14:00',
  '0001-01-01T00:00:00+14:00',
  '2026-12-31T23:59:60Z',
  '2026-02-30T00:00:00Z',
  '2026-12-31\u202823:59:59Z',
];
const keptTimes = ['9999-12-31T23:59:59.999Z', '0001-01-01T00:00:00Z', '0050-01-01 00:00:00z'];

/** Each door by which a time comes in. */
const sentWithTime = (time: string, { id, hook }: { id: string; hook: string }): Tried[] => {
  const comment = { user: people.carla, message: `At ${time}` };
  const version = { label: `At ${time}`, source: smallDesign(`At ${time}`) };
  const payment = { user: people.carla, status: 'PAID', date_of_purchase: time };
  return [
    [
      'admin',
      'POST /workspace/v1/upstreams',
      { ...anUpstream(`Until ${time}`.slice(0, 12)), expires_at: time },
    ],
    ['admin', `PATCH /workspace/v1/upstreams/${id}`, { token: 'another', expires_at: time }],
    ['alice', `POST /workspace/v1/webhooks/${hook}/replay`, { failed_since: time }],
    ['alice', `PUT /workspace/v1/resources/PLUGIN/5/payments/${people.carla}`, payment],
    aFile({ comments: [{ ...comment, created_at: time }] }),
    aFile({ comments: [{ ...comment, resolved_at: time }] }),
    aFile({ versions: [{ ...version, created_at: time }] }),
    aPaid([payment]),
  ];
};

const oddTexts = [
  ...['', ' ', 'Two\nlines', 'A\0B', 'A\ud800B', 'A\u202eB', '\u{e0041}', '\u0001', '\ufffe', '\u2028'],
  'x'.repeat(30_000),
  'An ordinary one',
];

/** Each door by which something comes to be called or described. */
const sentWithText = (text: string): Tried[] => {
  const { acme: organization } = organizations;
  const link = { name: 'Link', url: 'https://example.com/1' };
  const linked = (body: object) => ({
    dev_resources: [{ ...link, file_key: files.open, node_id: '1:2', ...body }],
  });
  const hook = { event_type: 'FILE_COMMENT', context: 'team', context_id: team, endpoint: upstream.url };
  const font = buildFont({ family: text, advances: { a: 500 } });
  return [
    ['admin', 'POST /workspace/v1/fonts', Buffer.from(font)],
    apply({ fonts: [{ organization, family: text }] }),
    ['alice', 'POST /workspace/v1/teams', { name: text, organization }],
    ['alice', 'POST /workspace/v1/projects', { name: text, team }],
    ['alice', 'POST /workspace/v1/files', { name: text, project: projects.open }],
    ['alice', `POST /workspace/v1/files/${files.open}/versions`, { label: text, description: text }],
    ['alice', `POST /workspace/v1/files/${files.open}/branches`, { name: text }],
    ['alice', `POST /v1/files/${files.open}/comments`, { message: text }],
    ['alice', 'POST /v1/dev_resources', linked({ name: text })],
    ['alice', 'POST /v1/dev_resources', linked({ node_id: text })],
    apply({ dev_resources: [{ ...link, file: files.open, node: text }] }),
    apply({ dev_resources: [{ ...link, file: files.open, node: '1:2', id: text }] }),
    [
      'alice',
      `PUT /workspace/v1/files/${files.open}/nodes/1:2/dev-status`,
      { status: 'COMPLETED', message: text },
    ],
    ['alice', 'POST /v2/webhooks', { ...hook, passcode: text, description: text }],
    ['alice', 'POST /workspace/v1/sites', { name: text, file: files.open, public: true }],
    ['alice', 'POST /workspace/v1/me/tokens', { name: text, scopes: ['workspace:read'] }],
    ['alice', 'POST /workspace/v1/apps', { name: text, organization }],
    ['admin', 'POST /workspace/v1/upstreams', anUpstream(text)],
    apply({ users: [{ id: '80', handle: text, email: 'odd@example.com', organization, img_url: text }] }),
    apply({ users: [{ id: text, handle: 'Odd', email: `${text}@example.com`, organization }] }),
    apply({ teams: [{ id: text, name: 'Odd', organization }] }),
    aFile({ comments: [{ id: text, user: people.carla, message: 'Odd' }] }),
    aFile({ versions: [{ id: text, source: smallDesign('Odd') }] }),
    aFile({ images: { [text]: onePixelPng.toString('base64') } }),
    ['alice', `PUT /workspace/v1/files/${files.open}/content`, smallDesign(text)],
  ];
};

onServersOfBothEngines(
  'A server takes back its own backup after',
  castWorkspace(),
  ({ play }) => {
    const restored = async () => {
      const { bytes } = await play('admin', 'GET /workspace/v1/backup');
      const { status, text } = await play('admin', 'PUT /workspace/v1/backup', bytes);
      return status === 200 ? 'restored' : text;
    };
    const done = async (who: 'admin' | keyof typeof people, line: string, body?: object) => {
      const { status, text, json } = await play(who, line, body);
      expect([status, status === 200 ? '' : text]).toEqual([200, '']);
      return json;
    };

    it('somebody was removed who stands in the history of files', async () => {
      await done('bob', `POST /v1/files/${files.open}/comments`, { message: 'I was here' });
      await done('alice', `DELETE /workspace/v1/organizations/${organizations.acme}/users/${people.bob}`);
      const { comments } = await done('alice', `GET /v1/files/${files.open}/comments`);
      expect(comments).toMatchObject([{ user: { id: people.bob, handle: 'Bob' } }]);
      expect(await restored()).toBe('restored');
    });

    it('a design was read from an upstream, with people who are not here', async () => {
      const { id } = await done('admin', 'POST /workspace/v1/upstreams', anUpstream('Elsewhere'));
      const from = { file_key: 'elsewhere', project: projects.open };
      const { key } = await done('admin', `POST /workspace/v1/upstreams/${id}/pull`, from);
      const { comments } = await done('alice', `GET /v1/files/${key}/comments`);
      expect(comments).toMatchObject([{ user: { handle: 'Elsewhere 7' } }]);
      expect(await restored()).toBe('restored');
    });

    /** Made and tried one by one: where one is refused the others are not. */
    const takenOf = async (lines: readonly Tried[]) => {
      const taken: Tried[] = [];
      for (const [who, line, body] of lines) {
        const { status, text } = await play(who, line, body);
        expect(status, `${line} ${JSON.stringify(body).slice(0, 200)}: ${text}`).toBeLessThan(500);
        if (status === 200) taken.push([who, line, body]);
      }
      return taken;
    };

    it('times were sent that no row may hold, and such as just may', async () => {
      const { id } = await done('admin', 'POST /workspace/v1/upstreams', anUpstream('Timed'));
      const webhook = { event_type: 'FILE_COMMENT', context: 'team', context_id: team, passcode: 'x' };
      const { id: hook } = await done('alice', 'POST /v2/webhooks', { ...webhook, endpoint: upstream.url });
      expect(await takenOf(oddTimes.flatMap((time) => sentWithTime(time, { id, hook })))).toEqual([]);
      const kept = keptTimes.flatMap((time) => sentWithTime(time, { id, hook }));
      expect((await takenOf(kept)).length).toBeGreaterThan(keptTimes.length * 5);
      expect(await restored()).toBe('restored');
    });

    it('texts of every kind were sent to whatever is named or described', async () => {
      const sent = oddTexts.flatMap((text) => sentWithText(text));
      expect((await takenOf(sent)).length).toBeGreaterThan(oddTexts.length);
      expect(await restored()).toBe('restored');
    });
  },
  { upstreamAllow: '127.0.0.1' },
);
