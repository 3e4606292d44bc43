import { expect, it } from 'vitest';
import { castServer, organizations } from '../../testing/cast.ts';

const { play } = castServer();

it('An upstream of no organization is refused by a sentence that says which there are', async () => {
  const { status, json } = await play('admin', 'POST /workspace/v1/upstreams', { name: 'U', token: 't' });
  expect(status).toBe(400);
  expect(json.err).toContain('--organization');
  for (const id of Object.values(organizations)) expect(json.err).toMatch(new RegExp(`${id} \\("[^"]+"\\)`));
});

it.each(['POST /workspace/v1/upstreams', 'PATCH /workspace/v1/upstreams/1'])(
  'A field that there is not is refused by %s: the token would go to where nobody meant',
  async (line) => {
    const { status, json } = await play('admin', line, {
      name: 'U',
      token: 't',
      url: 'https://other.example',
    });
    const hint = line.startsWith('POST') ? ' Did you mean "base_url"?' : '';
    expect([status, json.err]).toEqual([400, `Unknown field "url".${hint}`]);
  },
);
