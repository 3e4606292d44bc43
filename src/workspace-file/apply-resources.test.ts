import { describe, expect, it } from 'vitest';
import { castServer, files, people } from '../testing/cast.ts';

const { play } = castServer();

const apply = (workspace: object) => play('admin', 'POST /workspace/v1/apply', workspace);
const link = { file: files.open, node: '1:2', name: 'Story', url: 'https://example.com/1' };
const elevenLinks = Array.from({ length: 11 }, (_, index) => {
  const id = String(index + 1);
  return { ...link, id, url: `https://example.com/${id}` };
});
const plugin = { type: 'PLUGIN', id: '555', owner: people.alice };
const usage = { user: people.bob, day: '2026-01-01', editor_type: 'design', seat_credits_sum: 1.5 };

describe('Applying dev resources, what can be paid for, and AI usage', () => {
  const whole = {
    dev_resources: [link, { ...link, id: '7', url: 'https://example.com/2' }],
    resources: [{ ...plugin, payments: [{ user: people.bob, status: 'PAID' }] }],
    ai_usage: [usage, { ...usage, day: '2026-01-02' }],
  };

  it('keeps them, and changes nothing the second time', async () => {
    expect((await apply(whole)).json).toMatchObject({ updated: [], unchanged: 0, warnings: [] });
    expect((await apply(whole)).json).toMatchObject({ created: [], updated: [], unchanged: 6 });
  });

  it('dates a payment that names no date, and leaves the date where it is', async () => {
    await apply(whole);
    const asked = `GET /v1/payments?plugin_id=555&user_id=${people.bob}`;
    const paid = (await play('alice', asked)).json.meta;
    expect(paid.date_of_purchase).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    await apply({ resources: [{ ...plugin, payments: [{ user: people.bob, status: 'UNPAID' }] }] });
    expect((await play('alice', asked)).json.meta).toEqual({ ...paid, payment_status: { type: 'UNPAID' } });
  });

  it('changes what is there', async () => {
    await apply(whole);
    const date_of_purchase = '2026-01-01T00:00:00Z';
    const { json } = await apply({
      dev_resources: [{ ...link, name: 'Another' }],
      resources: [{ ...plugin, payments: [{ user: people.bob, status: 'UNPAID', date_of_purchase }] }],
      ai_usage: [{ ...usage, seat_credits_sum: 2 }],
    });
    expect(json.updated.map(({ kind }: { kind: string }) => kind)).toEqual([
      'dev resource',
      'payment',
      'AI usage',
    ]);
  });

  it('attaches dev resources elsewhere, also to nodes that are gone', async () => {
    await apply({ dev_resources: [{ ...link, id: '7' }] });
    const moved = { ...link, id: '7', node: '9:9' };
    const workspace = { dev_resources: [moved, { ...link, id: '8' }] };
    expect((await apply(workspace)).json).toMatchObject({
      updated: [{ kind: 'dev resource', id: '7' }],
      created: [{ kind: 'dev resource', id: '8' }],
    });
    expect((await apply(workspace)).json).toMatchObject({ updated: [], created: [], unchanged: 2 });
  });

  it.each([
    [{ dev_resources: [{ ...link, url: 'javascript:alert(1)' }] }, /"Story".*http/],
    [{ dev_resources: [{ ...link, file: 'nowhere' }] }, /nowhere/],
    [{ dev_resources: [link, { ...link, id: '8' }] }, /"8": Another dev resource of the node/],
    [{ dev_resources: elevenLinks }, /"11": The node has 10 dev resources already/],
    [{ dev_resources: [{ ...link, file: 'idea' }] }, /"Story": file_key is that of a branch/],
    [{ resources: [{ ...plugin, owner: '5' }] }, /PLUGIN "555".*"5"/],
    [{ resources: [{ ...plugin, payments: [{ user: '5', status: 'PAID' }] }] }, /"5"/],
    [{ ai_usage: [{ ...usage, day: '2026-02-30' }] }, /2026-02-30/],
    [{ ai_usage: [{ ...usage, user: '5' }] }, /"5"/],
  ])('refuses %j', async (workspace, words) => {
    await play('admin', `POST /workspace/v1/files/${files.open}/branches`, { name: 'Idea', key: 'idea' });
    const answer = await apply(workspace);
    expect([answer.status, answer.json.message]).toEqual([400, expect.stringMatching(words)]);
  });
});
