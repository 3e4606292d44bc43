import { writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { onePixelPng } from '../testing/cast.ts';
import { runVitrine } from '../testing/command-io.ts';
import { openStandIn, type StandIn } from '../testing/stand-in-server.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

type Say = (response: ServerResponse) => void;

const json = { 'content-type': 'application/json' };
const withStatus =
  (status: number, body: object = {}, more: object = {}): Say =>
  (response) =>
    void response.writeHead(status, { ...json, ...more }).end(JSON.stringify(body));
const page: Say = (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello');

const text = { id: '1:1', type: 'RECTANGLE', name: 'Box' };
const canvas = { id: '0:1', type: 'CANVAS', name: 'Page', children: [text] };
const document = { id: '0:0', type: 'DOCUMENT', name: 'Document', children: [canvas] };
const meta = { file: { name: 'Design', version: '7', last_touched_at: '2026-01-01T00:00:00Z' } };
const me = { id: '7', handle: 'Ada', email: 'ada@example.com' };
const filesOf = (project: string) =>
  ['one', 'two'].map((key) => ({
    key: `${key}${project}`,
    name: key,
    last_modified: '2026-01-01T00:00:00Z',
  }));

let server: TestServer;
let upstream: StandIn;
/** What the upstream says to paths with this end, in place of what it says usually. */
let instead: Record<string, Say> = {};

function answer(path: string, response: ServerResponse): void {
  const [plain = ''] = path.split('?');
  const own = Object.entries(instead).find(([end]) => plain.includes(end))?.[1];
  const project = /projects\/(\d+)\/files$/.exec(plain)?.[1];
  const usual = () => {
    if (plain.endsWith('/me')) return me;
    if (plain.endsWith('/meta')) return meta;
    if (plain.endsWith('/variables/local')) return { meta: { variables: {}, variableCollections: {} } };
    if (project !== undefined) return { name: 'P', files: filesOf(project) };
    return /\/files\/\w+$/.test(plain) ? { name: 'Design', version: '7', document } : {};
  };
  (own ?? withStatus(200, usual()))(response);
}

/** How often it is asked for metadata when a mirror is added. */
const callsOfAdding = 2;

/** Says something else from one call on. */
function afterCalls(count: number, say: Say): Say {
  let calls = 0;
  return (response) => {
    calls += 1;
    (calls > count ? say : withStatus(200, meta))(response);
  };
}

/** Refuses the first call for its rate, so many seconds long. */
function onceLimited(seconds: number): Say {
  let isSpent = false;
  return (response) => {
    const say = isSpent ? withStatus(200, meta) : withStatus(429, {}, { 'retry-after': `${seconds}` });
    isSpent = true;
    say(response);
  };
}

beforeAll(async () => {
  upstream = await openStandIn({ answer: ({ path }, response) => answer(path, response) });
  server = await startTestServer({ settings: { upstreamAllow: '127.0.0.1' } });
  await writeFile(join(server.folder, 'token.txt'), 'a-token\n');
  await vitrine('team create --name Core');
});
afterAll(async () => {
  await server?.close();
  await upstream?.close();
});
beforeEach(() => {
  instead = {};
});

const vitrine = (line: string, env: Record<string, string> = {}) =>
  runVitrine(line.split(' '), {
    cwd: server.folder,
    env: { VITRINE_URL: server.url, VITRINE_DATA: server.folder, ...env },
  });

const project = async (): Promise<string> => (await vitrine('project list --json')).json[0].id;

/** Each with limits of its own. */
async function addUpstream(address = upstream.url): Promise<string> {
  const line = `upstream add --name U --token-file token.txt --share 100 --base-url ${address}`;
  return (await vitrine(`${line} --upstream-ca ${upstream.caPath} --json`)).json.id;
}

let files = 0;
async function addMirror(thing?: string): Promise<string> {
  files += 1;
  const place = `--project ${await project()} --upstream ${await addUpstream()}`;
  return (await vitrine(`mirror add ${place} ${thing ?? `--file key${files}`} --json`)).json.id;
}

describe('vitrine mirror sync', () => {
  it('ends with 0 when all of a file or of a project is here', async () => {
    for (const thing of [undefined, '--from-project 31']) {
      const { code, stdout, stderr } = await vitrine(`mirror sync ${await addMirror(thing)}`);
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(/^\d+ \((file|project) \w+\) is current\n {2}\d files? current\n/);
    }
  });

  it.each<[string, Say, RegExp]>([
    ['hangs up', (response) => void response.destroy(), /upstream/],
    ['answers 401', withStatus(401, { err: 'No token' }), /does not know the token: No token/],
    ['answers 403', withStatus(403, { err: 'Not yours' }), /may not read this there: Not yours/],
    ['repeats the token', withStatus(403, { err: 'Not for a-token' }), /this there: Not for \*\*\*\. *\S*$/m],
    ['answers 404', withStatus(404), /knows nothing of this/],
    ['answers 500', withStatus(500), /answered 500/],
    ['answers 503', withStatus(503), /answered 503/],
    ['answers with a page', page, /text\/html instead of JSON/],
    ['answers with no JSON', (response) => void response.writeHead(200, json).end('{"file":'), /not JSON/],
    ['takes no calls for days', withStatus(429, {}, { 'retry-after': '396749' }), /takes no calls before/],
  ])('ends with 1 and the reason where the upstream %s', async (_what, say, words) => {
    instead = { '/meta': afterCalls(callsOfAdding, say) };
    const id = await addMirror();
    const { code, stdout, stderr } = await vitrine(`mirror sync ${id}`);
    expect([code, stderr]).toEqual([1, expect.stringMatching(words)]);
    expect(stderr).toMatch(new RegExp(`^The mirror ${id} is not current. .*\n$`));
    expect(stdout).toContain(`${id} (file key`);
    expect((await vitrine(`mirror sync ${id} --json`)).json.id).toBe(id);
  });

  it.each<[string, Record<string, Say>, RegExp]>([
    [
      'lacks scopes',
      { '0000/meta': withStatus(403, {}), '0000/images': withStatus(403, {}) },
      /Nothing would come: the token lacks file_metadata:read and file_content:read there/,
    ],
    [
      'may not read the file',
      { 'unreadable/meta': withStatus(403, { err: 'Not yours' }) },
      /may not read this there/,
    ],
    ['is unknown there', { '/meta': withStatus(401) }, /does not know the token/],
    ['finds no file', { '/meta': withStatus(404) }, /knows nothing of this/],
  ])('is not begun where the token %s', async (_what, answers, words) => {
    instead = answers;
    const place = `--project ${await project()} --upstream ${await addUpstream()}`;
    const { code, stderr } = await vitrine(`mirror add ${place} --file unreadable`);
    expect([code, stderr]).toEqual([1, expect.stringMatching(words)]);
    expect((await vitrine('mirror list --json')).stdout).not.toContain('unreadable');
  });

  it('ends with 1 where what was here before may not be the newest, and with 0 once it is', async () => {
    const id = await addMirror();
    expect((await vitrine(`mirror sync ${id}`)).code).toBe(0);
    instead = { '/meta': withStatus(500) };
    const failed = await vitrine(`mirror sync ${id}`);
    expect([failed.code, failed.stderr]).toEqual([1, expect.stringContaining('1 file could not be had')]);
    instead = {};
    expect((await vitrine(`mirror sync ${id}`)).code).toBe(0);
  });

  it('ends with 1 where a list cannot be had, or one of its files, and brings the others', async () => {
    instead = { '/projects/': withStatus(503) };
    const id = await addMirror('--from-project 32');
    expect((await vitrine(`mirror sync ${id}`)).stderr).toContain('answered 503');
    instead = { '/files/two32/': withStatus(403, { err: 'Not yours' }) };
    const some = await vitrine(`mirror sync ${id}`);
    expect([some.code, some.stderr]).toEqual([1, expect.stringContaining('1 file could not be had')]);
    expect(some.stdout).toContain('1 file current');
  });

  it('ends with 1 and the reasons by file and part where parts cannot be had, and with 0 once they can', async () => {
    const nested: Say = (response) => void response.writeHead(200, json).end('['.repeat(5000));
    instead = { '/two34/comments': nested, '/two34/versions': withStatus(500) };
    const id = await addMirror('--from-project 34');
    for (let times = 0; times < 2; times += 1) {
      const { code, stdout, stderr } = await vitrine(`mirror sync ${id}`);
      expect(code).toBe(1);
      expect(stderr).toMatch(new RegExp(`^Not all of the mirror ${id} could be had\\.\n`));
      expect(stderr).toMatch(/^ {2}two34: comments could not be had: .*nest/m);
      expect(stderr).toMatch(/^ {2}two34: versions could not be had: .*500/m);
      expect(stderr).not.toContain('one34');
      expect(stdout).toMatch(/is current, but for parts of 1 file\n {2}2 files current\n/);
      const told = await vitrine(`mirror status ${id}`);
      expect([told.code, told.stdout]).toEqual([0, expect.stringContaining('two34: comments could not be')]);
    }
    instead = {};
    const { code, stderr, stdout } = await vitrine(`mirror sync ${id}`);
    expect([code, stderr, stdout]).toEqual([0, '', expect.stringContaining('is current\n')]);
  });

  it('ends with 1 where an image cannot be had, and asks for it again though the document is the same', async () => {
    const images = { meta: { images: { picture: `${upstream.url}/picture.png` } } };
    instead = { '/images': withStatus(200, images), '/picture.png': withStatus(500) };
    const id = await addMirror();
    for (let times = 0; times < 2; times += 1) {
      const { code, stderr } = await vitrine(`mirror sync ${id}`);
      expect([code, stderr]).toEqual([1, expect.stringMatching(/images could not be had: .*picture.*500/)]);
    }
    const picture: Say = (response) => void response.writeHead(200).end(onePixelPng);
    instead = { ...instead, '/picture.png': picture };
    expect((await vitrine(`mirror sync ${id}`)).code).toBe(0);
  });

  it('ends with 1 where a list of a team cannot be had', async () => {
    instead = {
      '/projects/': withStatus(403),
      '/teams/': withStatus(200, { projects: [{ id: '33', name: 'P' }] }),
    };
    const { code, stdout } = await vitrine(`mirror sync ${await addMirror('--from-team 9')}`);
    expect([code, stdout]).toEqual([1, expect.stringContaining('has failed')]);
  });

  it('waits for the limits of the upstream, and tells until when', async () => {
    instead = { '/meta': onceLimited(6) };
    const line = ['mirror', 'sync', await addMirror()];
    const { code, stderr } = await runVitrine(line, {
      cwd: server.folder,
      isTerminal: true,
      tellsProgress: true,
      env: { VITRINE_URL: server.url, VITRINE_DATA: server.folder },
    });
    const told = /0 of 1 file current, the limits there let it go on at 20/;
    expect([code, stderr]).toEqual([0, expect.stringMatching(told)]);
  });

  it('ends with 1 where somebody paused it, and says how it goes on', async () => {
    const id = await addMirror();
    await vitrine(`mirror pause ${id}`);
    const { code, stderr } = await vitrine(`mirror sync ${id}`);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`npx vitrine mirror resume ${id}`)]);
  });

  it('ends at once and with 0 where nobody waits, and says how far it is', async () => {
    instead = { '/meta': onceLimited(3600) };
    const { code, stdout } = await vitrine(`mirror sync ${await addMirror()} --no-wait`);
    expect([code, stdout]).toEqual([0, expect.stringContaining('1 file waiting')]);
  });
});

describe('vitrine mirror status and list', () => {
  it('say which mirror holds files of a list that are not its own', async () => {
    const holder = await addMirror('--from-project 35');
    expect((await vitrine(`mirror sync ${holder}`)).code).toBe(0);
    instead = { '/teams/': withStatus(200, { projects: [{ id: '35', name: 'P' }] }) };
    const id = await addMirror('--from-team 35');
    const { code, stdout } = await vitrine(`mirror sync ${id}`);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/is current\n {2}2 files held by mirror \d+\n/),
    ]);
    expect((await vitrine(`mirror status ${id}`)).stdout).toContain(`  2 files held by mirror ${holder}\n`);
    expect((await vitrine('mirror list')).stdout).toMatch(
      new RegExp(`^${id} .* current +0, 2 held by others$`, 'm'),
    );
    await vitrine(`mirror detach ${holder}`);
    expect((await vitrine(`mirror status ${id}`)).stdout).not.toContain('held by');
  });
});

describe('vitrine import ADDRESS', () => {
  const importing = async (...keys: string[]) =>
    `import ${keys.join(' ')} --from ${await addUpstream()} --project ${await project()}`;

  it('ends with 1 and the reasons by file and part where parts cannot be had, brings the rest, and asks again', async () => {
    instead = { '/partly/comments': withStatus(500), '/partly/versions': withStatus(503) };
    const line = await importing('partly', 'wholly');
    const { code, stdout, stderr } = await vitrine(line);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^Not all of "Design" could be had\.\n {2}partly: comments .*500.*\n {2}partly: versions .*503.*\n$/,
    );
    for (const key of ['partly', 'wholly']) expect(stdout).toContain(`${key}: "Design" is ${key}, version 7`);
    const { code: ofJson, stdout: lines, stderr: told } = await vitrine(`${line} --json`);
    const states = JSON.parse(lines.split('\n')[0] ?? '').parts.map(({ state }: { state: string }) => state);
    expect([ofJson, told, states.includes('failed')]).toEqual([1, stderr, true]);
    instead = {};
    const again = await vitrine(await importing('partly', 'wholly'));
    expect([again.code, again.stderr]).toEqual([0, '']);
  });

  it('ends with 1 where an image cannot be had, though the others came', async () => {
    const [good, bad] = ['good', 'bad'].map((name) => `${upstream.url}/${name}.png`);
    const picture: Say = (response) => void response.writeHead(200).end(onePixelPng);
    instead = {
      '/images': withStatus(200, { meta: { images: { good, bad } } }),
      '/good.png': picture,
      '/bad.png': withStatus(500),
    };
    const { code, stderr } = await vitrine(await importing('pictured'));
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/images could not be had: The image bad: .*500/),
    ]);
  });

  it('ends with 0 where the token may not read a part there, and says so', async () => {
    instead = { '/variables/local': withStatus(403, { err: 'Limited by plan' }) };
    const { code, stdout, stderr } = await vitrine(await importing('planned'));
    expect([code, stderr, stdout]).toEqual([0, '', expect.stringContaining('variables skipped: ')]);
  });
});

describe('Commands of mirrors and upstreams', () => {
  const lines = [
    'mirror list',
    'mirror status 1',
    'mirror sync 1',
    'mirror pause 1',
    'mirror resume 1',
    'mirror detach 1',
    'mirror add --project 1 --file k',
    'upstream list',
    'upstream check 1',
    'upstream change 1 --name N',
    'upstream remove 1',
    'upstream add --name N --token-file token.txt',
  ];

  it.each(lines)('say that no server answers, and end with 1: vitrine %s', async (line) => {
    const { code, stderr } = await vitrine(line, { VITRINE_URL: 'https://127.0.0.1:1', VITRINE_TOKEN: 't' });
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^No Vitrine server answers at /)]);
  });

  it.each([
    'mirror status 1',
    'mirror sync 1',
    'mirror pause 1',
    'mirror resume 1',
    'mirror detach 1',
    'upstream check 1',
    'upstream change 1 --name N',
    'upstream remove 1',
  ])('say that there is none of the id, and end with 1: vitrine %s', async (line) => {
    const { code, stderr } = await vitrine(line);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/not found\. "npx vitrine [^"]+" shows/)]);
  });

  it('say why a token may not detach, in place of looking for a file by the id of a mirror', async () => {
    const id = await addMirror();
    const { stderr } = await vitrine(`mirror detach ${id}`, { VITRINE_TOKEN: 'wrong' });
    expect(stderr).toMatch(/[Tt]oken/);
  });

  it.each<[string, Say, RegExp]>([
    ['hangs up', (response) => void response.destroy(), /upstream/],
    ['answers 401', withStatus(401), /does not know the token/],
    ['answers 403', withStatus(403), /may not read this there/],
    ['answers 404', withStatus(404), /knows nothing of this/],
    ['answers 429', withStatus(429, {}, { 'retry-after': '60' }), /takes no calls of this kind until/],
    ['answers 502', withStatus(502), /answered 502/],
    ['answers with a page', page, /text\/html instead of JSON/],
  ])('end with 1 and the reason where the upstream %s: upstream check, import', async (_what, say, words) => {
    instead = { '/v1/': say };
    const id = await addUpstream();
    const checked = await vitrine(`upstream check ${id}`);
    const imported = await vitrine(
      `import someKey --from ${await addUpstream()} --project ${await project()}`,
    );
    for (const { code, stdout, stderr } of [checked, imported])
      expect([code, stdout, stderr]).toEqual([1, '', expect.stringMatching(words)]);
  });

  it('end with 1 and the reason where nobody answers at the address of the upstream', async () => {
    const gone = await openStandIn();
    await gone.close();
    const id = await addUpstream(gone.url);
    const { code, stderr } = await vitrine(`upstream check ${id}`);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/upstream/)]);
  });
});
