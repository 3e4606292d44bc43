import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GivenIo, type Ran, recordingIo, runVitrine } from '../testing/command-io.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { runProgram } from './program.ts';

const entry = new URL('main.ts', import.meta.url).pathname;
let server: TestServer;
let folder: string;

beforeAll(async () => {
  server = await startTestServer({ settings: { importMaxBytes: '1MB' } });
  folder = await mkdtemp(join(tmpdir(), 'vitrine-cli-'));
});
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

/** How far it is, as a command says every two seconds, and so on a busy machine only. */
const progressLine = /^.*: (?:\d+ % \(.*\)|\d+ s)\n/gm;

const environment = () => ({ VITRINE_URL: server.url, VITRINE_DATA: server.folder });

/** Runs a command in the folder, with the server and its data folder known by the environment. */
async function vitrine(line: string, given: GivenIo = {}): Promise<Ran> {
  const env = { ...environment(), ...given.env };
  const ran = await runVitrine(line.split(' '), { cwd: folder, ...given, env });
  return Object.assign(ran, { stderr: ran.stderr.replaceAll(progressLine, '') });
}

const put = (name: string, content: string | Uint8Array): Promise<void> =>
  writeFile(join(folder, name), content);

const design = (name: string, extra: object = {}): string =>
  JSON.stringify({
    document: {
      id: '0:0',
      name: 'Document',
      type: 'DOCUMENT',
      children: [{ id: '0:1', name: 'Page', type: 'CANVAS', children: [], ...extra }],
    },
    components: {},
    styles: {},
    name,
  });

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Keys of all files, by the only list there is in this version: the database. */
const fileKeys = async (): Promise<string[]> =>
  (await server.context.database.selectFrom('files').select('key').orderBy('key').execute()).map(
    ({ key }) => key,
  );

describe('vitrine import', () => {
  it('makes a file with the name of the design, and prints what it made', async () => {
    await put('landing.json', design('Landing page'));
    const { code, json, stderr } = await vitrine('import landing.json --project 1 --json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const made = { name: 'Landing page', nodes: 2, warnings: [] };
    expect(json).toEqual({ key: expect.any(String), version: expect.any(String), ...made });
    const file = await server.call(`/v1/files/${json.key}`);
    expect(file.json).toMatchObject({ name: 'Landing page', version: json.version });
  });

  it('prints what it made and where to look at it for people, where no JSON is asked for', async () => {
    await put('line.json', design('Line'));
    const { stdout } = await vitrine('import line.json --project 1 --key lineKey');
    expect(stdout).toMatch(
      /^line\.json: "Line" is lineKey, version \d+, 2 nodes\.\n +https:\/\/\S+\/design\/lineKey\n$/,
    );
  });

  it('takes --name before the name of the design, and the name of the source where there is none', async () => {
    await put('nameless.json', design('').replace(',"name":""', ''));
    expect((await vitrine('import nameless.json --project 1 --json --name Given')).json.name).toBe('Given');
    expect((await vitrine('import nameless.json --project 1 --json')).json.name).toBe('nameless');
  });

  it('with --key makes the file once, and after that adds versions to it', async () => {
    await put('one.json', design('One'));
    await put('two.json', design('Two'));
    expect((await vitrine('import one.json --project 1 --key histKey')).code).toBe(0);
    const second = await vitrine('import two.json --key histKey --name Renamed --json');
    expect(second.json).toMatchObject({ key: 'histKey', name: 'Renamed' });
    const { json } = await server.call('/v1/files/histKey/versions');
    expect(json.versions).toHaveLength(2);
    expect((await server.call('/v1/files/histKey/meta')).json.file.name).toBe('Renamed');
  });

  it('sends image fills by the name of the file, and tells of those that are none', async () => {
    const images = await mkdtemp(join(folder, 'images-'));
    await writeFile(join(images, 'ref1.png'), onePixel);
    await writeFile(join(images, 'ref2.x'), onePixel);
    await writeFile(join(images, 'notes.txt'), 'no image');
    const fills = ['ref1', 'ref2.x'].map((imageRef) => ({ type: 'IMAGE', imageRef, scaleMode: 'FILL' }));
    await put('filled.json', design('Filled', { fills }));
    const { code, json } = await vitrine(`import filled.json --project 1 --images ${images} --json`);
    expect(code).toBe(0);
    expect(json.warnings).toEqual([{ node: null, reason: expect.stringContaining('Image notes.txt: ') }]);
    const answer = await server.call(`/v1/files/${json.key}/images`);
    expect(Object.keys(answer.json.meta.images).sort()).toEqual(['ref1', 'ref2.x']);
  });

  it.each([
    ['that is no JSON', Buffer.from('hello')],
    ['that is cut', Buffer.from(design('Cut').slice(0, -40))],
    ['with an id twice', Buffer.from(design('Twice', { id: '0:0' }))],
    ['that is too large', Buffer.alloc(3_000_000, ' ')],
    ['that is empty', Buffer.alloc(0)],
  ])('refuses a design %s with one sentence and leaves nothing', async (_title, content) => {
    await put('bad.json', content);
    const before = await fileKeys();
    const { code, stdout, stderr } = await vitrine('import bad.json --project 1');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^bad\.json: .+[.]\n$/);
    expect(await fileKeys()).toEqual(before);
  });

  it('goes on after a refused source, and ends with 1', async () => {
    await put('bad.json', 'hello');
    await put('good.json', design('Good'));
    const { code, stdout, stderr } = await vitrine('import good.json bad.json good.json --project 1 --json');
    expect(code).toBe(1);
    const made = stdout.trimEnd().split('\n');
    expect(made.map((line) => JSON.parse(line).name)).toEqual(['Good', 'Good']);
    expect(stderr.split('\n')).toHaveLength(2);
  });

  it('keeps an existing file as it is when its new version is refused', async () => {
    await put('keep.json', design('Keep'));
    await put('bad.json', '{"document":5}');
    await vitrine('import keep.json --project 1 --key keepKey');
    expect((await vitrine('import bad.json --key keepKey --name Other')).code).toBe(1);
    expect((await server.call('/v1/files/keepKey')).json.name).toBe('Keep');
  });

  it('takes the empty file away again when it is interrupted', async () => {
    await put('slow.json', design('Slow'));
    await server.call('/test/v1/faults', { body: { operation: 'putFileContent', times: 1, delay: '60s' } });
    const before = await fileKeys();
    const child = spawn(process.execPath, [entry, 'import', 'slow.json', '--project', '1', '--json'], {
      cwd: folder,
      env: { VITRINE_URL: server.url, VITRINE_DATA: server.folder },
    });
    const errors = text(child.stderr);
    await expect.poll(() => server.context.testMode?.faults).toEqual([]);
    expect(await fileKeys()).toHaveLength(before.length + 1);
    child.kill('SIGINT');
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(await errors).toMatch(/(^|\n)Stopped\.\n$/);
    expect(await fileKeys()).toEqual(before);
  });

  it('says what is missing: a project, a file', async () => {
    await put('one.json', design('One'));
    expect((await vitrine('import one.json --project nowhere')).stderr).toMatch(/^Project not found\. /);
    expect((await vitrine('import one.json --key noFile')).stderr).toBe(
      'There is no file noFile. With --project it would be made.\n',
    );
  });
});

describe('vitrine apply', () => {
  const workspace = `organizations: [ { id: "900", name: Acme } ]
users:
  - { id: "77", handle: Zoe, email: zoe@example.com, organization: "900", tokens: [ { name: ci, scopes: all } ] }
teams: [ { id: "100", name: Core, organization: "900", members: [ { user: "77", role: admin } ] } ]
projects: [ { id: "200", name: App, team: "100" } ]
files:
  - key: appliedFile
    name: Applied
    project: "200"
    owner: "77"
    source: ./applied.json
    versions: [ { id: "1", label: First, source: ./first.json } ]
`;

  it('brings the server to the state of the file, and prints the tokens it made; twice changes nothing', async () => {
    await put('applied.json', `\ufeff${design('Applied')}`);
    await put('first.json', design('First'));
    await put('workspace.yaml', workspace);
    const first = await vitrine('apply workspace.yaml --json');
    expect({ code: first.code, stderr: first.stderr }).toEqual({ code: 0, stderr: '' });
    const token = first.json.tokens['77/ci'];
    expect((await server.call('/v1/files/appliedFile', { token })).status).toBe(200);
    const second = await vitrine('apply workspace.yaml --json');
    expect(second.json).toMatchObject({ created: [], updated: [], tokens: {} });
    expect(second.json.unchanged).toBeGreaterThan(0);
  });

  it('tells people how much of what it did', async () => {
    const users =
      '[ { id: "78", handle: Yan, email: y@example.com }, { id: "79", handle: Xu, email: x@example.com } ]';
    await put('more.yaml', `users: ${users}\n`);
    expect((await vitrine('apply more.yaml')).stdout).toBe(
      'Created: 2 users.\nUnchanged: 0 entries of the file.\n',
    );
    await put('more.yaml', `users: ${users.replace('Yan', 'Yana')}\n`);
    expect((await vitrine('apply more.yaml')).stdout).toBe(
      'Changed: 1 user.\nUnchanged: 1 entry of the file.\n',
    );
  });

  it('gives the refusal of the server as one sentence', async () => {
    await put('lost.yaml', 'projects: [ { id: "5", name: Lost, team: "404" } ]\n');
    const { code, stdout, stderr } = await vitrine('apply lost.yaml');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('Lost');
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});

describe('what the console does', () => {
  it('makes, lists and ends a token', async () => {
    const made = await vitrine('token create --name ci --scopes current_user:read --expires-in 1h --json');
    const { id, token, expires_at, created_at } = made.json;
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(3_600_000);
    expect((await server.call('/v1/me', { token })).status).toBe(200);
    expect((await vitrine('token list')).stdout).toMatch(/^ID +NAME .*\n.* ci /);
    expect((await vitrine('token list --json')).json.map((entry: { id: string }) => entry.id)).toContain(id);
    expect((await vitrine(`token revoke ${id}`)).code).toBe(0);
    expect((await server.call('/v1/me', { token })).status).toBe(403);
    expect((await vitrine(`token revoke ${id}`)).code).toBe(1);
  });

  it('prints the value of a token alone, for scripts', async () => {
    const { stdout } = await vitrine('token create --name ci --scopes all --exploration');
    expect((await server.call('/v1/me', { token: stdout.trim() })).status).toBe(200);
  });

  it('adds, lists, changes and removes a person, whose password never stands on the command line', async () => {
    const created = await vitrine(
      'user create --organization 1 --handle Bob --email bob@example.com --password-file - --json',
      {
        stdin: Readable.from([Buffer.from('correct horse\n')]),
      },
    );
    const { id } = created.json;
    expect((await vitrine(`user update ${id} --organization 1 --seat view --json`)).json.seat).toBe('view');
    expect((await vitrine('user list --organization 1')).stdout).toContain('bob@example.com');
    expect((await vitrine(`user remove ${id} --organization 1`)).code).toBe(0);
    expect((await vitrine('user list --organization 1')).stdout).not.toContain('bob@example.com');
  });

  it('makes a team and a project, and puts a person into them', async () => {
    const person = (await vitrine('user create --organization 1 --handle Eve --email eve@example.com --json'))
      .json;
    const team = (await vitrine('team create --name Other --organization 1 --json')).json;
    const project = (
      await vitrine(`project create --name Shop --team ${team.id} --access invite_only --json`)
    ).json;
    expect((await vitrine(`team member ${team.id} ${person.id} --role editor`)).code).toBe(0);
    expect((await vitrine(`project member ${project.id} ${person.id} --role viewer`)).code).toBe(0);
    expect((await vitrine('team list')).stdout).toContain('Other');
    expect((await vitrine(`project list --team ${team.id} --json`)).json).toMatchObject([
      { access: 'invite_only' },
    ]);
  });

  it('renames, branches and deletes a file, and names its versions', async () => {
    await put('one.json', design('One'));
    await vitrine('import one.json --project 1 --key oneKey');
    expect((await vitrine('file update oneKey --name New --link-access view --json')).json.name).toBe('New');
    expect((await vitrine('file branch oneKey --name Idea --key ideaKey')).code).toBe(0);
    expect((await server.call('/v1/files/ideaKey')).status).toBe(200);
    expect((await vitrine('version name oneKey --label Done --description all')).code).toBe(0);
    expect((await vitrine('version list oneKey --json')).json[0]).toMatchObject({ label: 'Done' });
    expect((await vitrine('file delete oneKey')).code).toBe(0);
    expect((await server.call('/v1/files/oneKey')).status).toBe(404);
  });
});

describe('vitrine backup and restore', () => {
  it('take everything back as it was', async () => {
    await put('before.json', design('Before'));
    await vitrine('import before.json --project 1 --key beforeKey');
    const content = (await server.call('/v1/files/beforeKey')).text;
    const { code, json } = await vitrine('backup all.tar --json');
    expect({ code, bytes: json.bytes }).toEqual({
      code: 0,
      bytes: (await stat(join(folder, 'all.tar'))).size,
    });
    expect((await stat(join(folder, 'all.tar'))).mode & 0o777).toBe(0o600);
    await vitrine('file delete beforeKey');
    expect((await server.call('/v1/files/beforeKey')).status).toBe(404);
    expect((await vitrine('restore all.tar --yes')).stderr).toBe('');
    expect((await server.call('/v1/files/beforeKey')).text).toBe(content);
  });

  it('lead through standard output where the file is called -', async () => {
    const stdout = createWriteStream(join(folder, 'piped.tar'));
    const { io, stderr } = recordingIo({ cwd: folder, env: environment() });
    expect(await runProgram(['backup', '-'], { ...io, stdout })).toBe(0);
    await new Promise((done) => void stdout.end(done));
    expect(stderr()).toMatch(/^The backup: .* KB\.\n$/);
    expect(await readdir(folder)).not.toContain('-');
    expect((await vitrine('restore piped.tar --yes')).stderr).toBe('');
  });

  it('fail where the reader of standard output leaves before the end', async () => {
    await put('before.json', design('Before'));
    await vitrine('import before.json --project 1');
    const command = spawn(process.execPath, [entry, 'backup', '-'], {
      cwd: folder,
      env: { ...process.env, ...environment() },
    });
    command.stdout.destroy();
    const said = text(command.stderr);
    const [code] = await once(command, 'exit');
    expect([code, await said]).toEqual([1, 'The backup was not written: its reader left before its end.\n']);
  });

  it('replace no file unasked', async () => {
    await put('there.tar', 'mine');
    expect((await vitrine('backup there.tar')).code).toBe(1);
    expect(await readFile(join(folder, 'there.tar'), 'utf8')).toBe('mine');
    expect((await vitrine('backup there.tar --overwrite')).code).toBe(0);
  });

  it('leave nothing half-written, and nothing restored, where they fail', async () => {
    const token = (await vitrine('token create --name weak --scopes current_user:read')).stdout.trim();
    expect((await vitrine(`backup weak.tar --token=${token}`)).code).toBe(1);
    expect((await readdir(folder)).filter((name) => name.startsWith('weak'))).toEqual([]);
    await vitrine('backup cut.tar');
    await put('cut.tar', (await readFile(join(folder, 'cut.tar'))).subarray(0, 4000));
    const before = await fileKeys();
    const { code, stderr } = await vitrine('restore cut.tar --yes');
    expect(code).toBe(1);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(await fileKeys()).toEqual(before);
  });
});

describe('every command', () => {
  it('says that a token is not taken', async () => {
    const { code, stderr } = await vitrine('project list --token wrong');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^Invalid token\. Give one /),
    });
  });

  it('says that a server is not trusted, and how it would be', async () => {
    const env = { VITRINE_URL: server.url, VITRINE_DATA: folder, VITRINE_TOKEN: 'x' };
    const { code, stderr } = await runVitrine(['project', 'list'], { cwd: folder, env });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^The certificate of https:\S+ is not trusted \(\w+\): name .* --ca or VITRINE_CA\.\n$/,
    );
  });
});

describe('vitrine render', () => {
  const box = { x: 0, y: 0, width: 8, height: 6 };
  const fills = [{ type: 'SOLID', blendMode: 'NORMAL', color: { r: 1, g: 0, b: 0, a: 1 } }];
  const frame = (id: string, more: object = {}) => ({
    id,
    name: 'Red',
    type: 'FRAME',
    absoluteBoundingBox: box,
    fills,
    children: [],
    ...more,
  });

  it('has the server draw the frames of a file, and says why one has no picture', async () => {
    const children = [frame('1:1'), frame('1:2', { visible: false })];
    await put('red.json', design('Red', { children }));
    await vitrine('import red.json --project 1 --key redFile');
    const { code, stderr } = await vitrine('render redFile -o pictures --scale 2');
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'Red (1:2) has no picture: invisible.\n' });
    expect(await readdir(join(folder, 'pictures'))).toEqual(['Red@2x.png']);
    const { width, height } = await sharp(join(folder, 'pictures', 'Red@2x.png')).metadata();
    expect({ width, height }).toEqual({ width: 16, height: 12 });
  });

  it('draws each node once however its id is written, and says which the file lacks', async () => {
    await put('two.json', design('Two', { children: [frame('1:1'), frame('1:2', { opacity: 0 })] }));
    await vitrine('import two.json --project 1 --key twoFile');
    const made = await vitrine('token create --name images --scopes file_content:read --json');
    const VITRINE_TOKEN = made.json.token as string;
    const ids = '1:1 1-1 9:9 1:2';
    const { code, stderr } = await vitrine(`render twoFile ${ids} -o two`, { env: { VITRINE_TOKEN } });
    const why = ['9:9 (9:9) has no picture: the design has no such node.'];
    why.push('Red (1:2) has no picture: the server made none.');
    expect({ code, stderr }).toEqual({ code: 1, stderr: `${why.join('\n')}\n` });
    expect(await readdir(join(folder, 'two'))).toEqual(['Red.png']);
  });

  it('says what the server says of a file that is not there', async () => {
    const { code, stderr } = await vitrine('render nowhereAtAll -o pictures');
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^File not found\. /) });
  });
});
