import { expect, it } from 'vitest';
import { castServer, organizations } from '../../testing/cast.ts';

const { play } = castServer();

it('An upstream of no organization is refused by a sentence that says which there are', async () => {
  const { status, json } = await play('admin', 'POST /workspace/v1/upstreams', { name: 'U', token: 't' });
  expect(status).toBe(400);
  expect(json.err).toContain('--organization');
  for (const id of Object.values(organizations)) expect(json.err).toMatch(new RegExp(`${id} \\("[^"]+"\\)`));
});
