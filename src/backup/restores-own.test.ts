import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { castWorkspace, files, organizations, people, projects, smallDesign } from '../testing/cast.ts';
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
      const { id } = await done('admin', 'POST /workspace/v1/upstreams', {
        name: 'Elsewhere',
        organization: organizations.acme,
        base_url: upstream.url,
        ca: upstream.ca,
        token: 'a-token',
      });
      const from = { file_key: 'elsewhere', project: projects.open };
      const { key } = await done('admin', `POST /workspace/v1/upstreams/${id}/pull`, from);
      const { comments } = await done('alice', `GET /v1/files/${key}/comments`);
      expect(comments).toMatchObject([{ user: { handle: 'Elsewhere 7' } }]);
      expect(await restored()).toBe('restored');
    });
  },
  { upstreamAllow: '127.0.0.1' },
);
