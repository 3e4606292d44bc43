import { describe, expect, it } from 'vitest';
import { castServer, files, smallDesign } from '../../testing/cast.ts';

const { play } = castServer();

const file = `/workspace/v1/files/${files.open}`;
const opaque = (opacity: number) => [{ op: 'set', id: '1:4', properties: { opacity } }];
const patch = (message: string) =>
  play('alice', `PATCH ${file}/nodes`, { operations: opaque(0.25), message });

async function merge(message: string) {
  const { key } = (await play('alice', `POST ${file}/branches`, { name: 'Idea' })).json;
  await play('alice', `PATCH /workspace/v1/files/${key}/nodes`, { operations: opaque(0.5) });
  return play('alice', `POST ${file}/branches/${key}/merge`, { message });
}

const put = (query: Record<string, string>) =>
  play('alice', `PUT ${file}/content?${new URLSearchParams(query)}`, smallDesign('Other'));
const said = 'The description of the version';

describe('What is said of a version', () => {
  it.each([
    ['the message of a change of nodes', () => patch('Half \ud83d'), `${said} holds half of a character.`],
    ['the message of a merge', () => merge('\u001b[2J'), `${said} holds the control character U+001B.`],
    [
      'the description of a pushed design',
      () => put({ description: 'Rings \u0007' }),
      `${said} holds the control character U+0007.`,
    ],
    ['the label of a pushed design', () => put({ label: 'Two\nlines' }), 'A name is one line of text.'],
    [
      'the label of a pushed design that turns around',
      () => put({ label: 'a\u202eb' }),
      'The name holds U+202E, which turns the direction of text.',
    ],
    [
      'the description of a named version',
      () => play('alice', `POST ${file}/versions`, { label: 'One', description: '\udc00' }),
      `${said} holds half of a character.`,
    ],
    [
      'the message of a state of development',
      () => play('alice', `PUT ${file}/nodes/1:4/dev-status`, { status: 'COMPLETED', message: '\u0085' }),
      'message holds the control character U+0085.',
    ],
    [
      'the description of a published library',
      () => play('alice', `POST ${file}/publish`, { description: '\u0001' }),
      'description holds the control character U+0001.',
    ],
  ])('is refused where it cannot be shown: %s', async (_title, call, sentence) => {
    const before = (await play('alice', `GET ${file}`)).json;
    const { status, json } = await call();
    expect([status, json.err]).toEqual([400, sentence]);
    expect((await play('alice', `GET ${file}`)).json).toEqual(before);
  });

  it('has lines, tabs and marks of direction in its description', async () => {
    const message = 'First\r\n\tsecond \u202bשלום\u202c 👩‍👧';
    expect((await patch(message)).status).toBe(200);
    const [newest] = (await play('alice', `GET /v1/files/${files.open}/versions`)).json.versions;
    expect(newest.description).toBe(message);
  });
});

describe('A dev resource', () => {
  const attach = async (name: string) => {
    const one = { name, url: 'https://example.com/a', file_key: files.open, node_id: '1:4' };
    return (await play('alice', 'POST /v1/dev_resources', { dev_resources: [one] })).json;
  };

  it.each([
    ['Half \ud83d', 'name holds half of a character.'],
    ['Rings \u0007', 'name holds the control character U+0007.'],
    ['Two\nlines', 'name holds a line break.'],
    ['\u200b\u2060', 'name is empty.'],
  ])('is neither made nor renamed to be called %j', async (name, sentence) => {
    expect((await attach(name)).errors).toEqual([expect.objectContaining({ error: sentence })]);
    const [{ id }] = (await attach('Story')).links_created;
    const renamed = await play('alice', 'PUT /v1/dev_resources', { dev_resources: [{ id, name }] });
    expect(renamed.json.errors).toEqual([expect.objectContaining({ error: sentence })]);
  });
});
