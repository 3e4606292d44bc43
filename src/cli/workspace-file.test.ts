import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CommandFailed } from './command.ts';
import { readWorkspaceFile } from './workspace-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-workspace-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function put(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  return path;
}

async function refusal(name: string, content: string | Uint8Array): Promise<string> {
  const read = readWorkspaceFile(await put(name, content), name);
  const error = await read.then(
    () => undefined,
    (error) => error,
  );
  expect(error).toBeInstanceOf(CommandFailed);
  return error.message;
}

describe('a workspace file that is wrong is refused with file, line, column and field:', () => {
  it.each([
    [
      'an id that is a number',
      'organizations:\n  - name: Acme\n    id: 900\n',
      'w.yaml:3:5: Invalid value for "organizations[0].id": expected text, got 900.',
    ],
    ['a missing field', 'users:\n  - email: a@b.c\n', 'w.yaml:2:5: Missing field "users[0].handle".'],
    [
      'an unknown field',
      'users:\n  - handle: A\n    email: a@b.c\n    mail: a@b.c\n',
      'w.yaml:4:5: Unknown field "users[0].mail". Did you mean "users[0].email"?',
    ],
    ['an unknown part', 'users: []\npeople: []\n', 'w.yaml:2:1: Unknown field "people".'],
    [
      'a choice deep inside',
      'files:\n  - name: A\n    project: "1"\n    branches:\n      - name: B\n        link_access: all\n',
      'w.yaml:6:9: Invalid value for "files[0].branches[0].link_access"',
    ],
    [
      'a unit that is neither',
      'files:\n  - name: A\n    project: "1"\n    source: 5\n',
      'w.yaml:4:5: Invalid value for "files[0].source": expected text or an object, got 5.',
    ],
    ['text that is no YAML', 'users: [\n', 'w.yaml:2:1: '],
    ['the same field twice', 'users: []\nusers: []\n', 'w.yaml:2:1: Map keys must be unique.'],
    ['no object', '- 1\n', 'w.yaml:1:1: Invalid workspace file: expected an object, got a list.'],
    ['a name for a part that was never given', 'users:\n  - *alice\n', 'w.yaml: Unresolved alias'],
  ])('%s', async (_title, text, sentence) => {
    expect(await refusal('w.yaml', text)).toContain(sentence);
  });

  it('every entry that is wrong is told in one run, at most twenty of them', async () => {
    const entries = Array.from({ length: 25 }, () => '  - email: a@b.c\n').join('');
    const lines = (await refusal('w.yaml', `users:\n${entries}teams:\n  - id: "1"\n`)).split('\n');
    expect(lines).toHaveLength(21);
    expect(lines[19]).toBe('w.yaml:21:5: Missing field "users[19].handle".');
    expect(lines[20]).toBe('…and 6 more');
  });

  it('also in JSON', async () => {
    const sentence = await refusal('w.json', '{\n "users": [\n  { "handle": "A", "email": 5 }\n ]\n}');
    expect(sentence).toBe('w.json:3:20: Invalid value for "users[0].email": expected text, got 5.');
  });

  it('bytes that are no UTF-8', async () => {
    expect(await refusal('w.yaml', Buffer.from([0x61, 0x3a, 0xff]))).toBe(
      'The workspace file w.yaml is not text in UTF-8.',
    );
  });

  it.each([
    ['source: nowhere.json', 'w.yaml:4:5: "files[0].source" names "nowhere.json", which is not there.'],
    ['source: designs', 'w.yaml:4:5: "files[0].source" names "designs", which is a folder.'],
    ['source: /dev/zero', 'w.yaml:4:5: "files[0].source" names "/dev/zero", which is no file.'],
    ['images: nowhere', 'w.yaml:4:5: "files[0].images" names "nowhere", which is not there.'],
    ['images: a.json', 'w.yaml:4:5: "files[0].images" names "a.json", which is no folder.'],
    [
      'versions: [ { source: no } ]',
      'w.yaml:4:19: "files[0].versions[0].source" names "no", which is not there.',
    ],
  ])('a path that leads nowhere: %s', async (line, sentence) => {
    await put('designs/a.json', '{}');
    await put('a.json', '{}');
    expect(await refusal('w.yaml', `files:\n  - name: A\n    project: "1"\n    ${line}\n`)).toBe(sentence);
  });
});

describe('a workspace file', () => {
  it.each([
    ['source', 'source: none.json'],
    ['variables', 'variables: none.json'],
    ['images', 'images: none'],
    ['versions[1].source', 'versions: [ { id: "1", source: a.json }, { id: "2", source: none.json } ]'],
    ['branches[0].source', 'branches: [ { name: B, source: none.json } ]'],
    ['branches[0].images', 'branches: [ { name: B, images: none } ]'],
  ])('says of what is not there where it is named: %s', async (field, line) => {
    await put('a.json', '{}');
    const told = await refusal('w.yaml', `files:\n  - { name: A, project: "1", ${line} }\n`);
    expect(told).toMatch(
      new RegExp(
        `:2:\\d+: "${field.replaceAll(/[[\]]/g, '\\$&').replace(/^/, 'files\\[0\\].')}" names "none`,
      ),
    );
  });

  it('keeps a source that stands in a version', async () => {
    const versions = [{ id: '1', source: { document: { id: '0:0' } } }];
    const path = await put('w.json', JSON.stringify({ files: [{ name: 'A', project: '1', versions }] }));
    expect((await readWorkspaceFile(path)).files).toEqual([{ name: 'A', project: '1', versions }]);
  });

  it('carries the bytes of everything it names by a path, read from its own folder', async () => {
    const base64 = (text: string) => ({ base64: Buffer.from(text).toString('base64') });
    await put('designs/now.json', '{"imageRef":"two.png", "n": 1.0}');
    await put('designs/then.json', '\ufeff{}');
    await put('designs/images/one.png', 'ONE');
    await put('designs/images/two.png', 'TWO');
    const path = await put(
      'designs/w.yaml',
      `files:
  - name: A
    project: "1"
    source: ./now.json
    images: images
    variables: then.json
    versions: [ { id: "1", source: then.json } ]
    branches: [ { name: B, source: ../designs/then.json } ]
`,
    );
    expect((await readWorkspaceFile(path)).files).toEqual([
      {
        name: 'A',
        project: '1',
        source: base64('{"imageRef":"two.png", "n": 1.0}'),
        images: { one: base64('ONE').base64, 'two.png': base64('TWO').base64 },
        variables: base64('\ufeff{}'),
        versions: [{ id: '1', source: base64('\ufeff{}') }],
        branches: [{ name: 'B', source: base64('\ufeff{}') }],
      },
    ]);
  });

  it('calls images as the designs of all its versions refer to them, wherever these stand', async () => {
    await put('refs/then.json', '{"imageRef":"b.png"}');
    for (const name of ['a', 'b', 'c']) await put(`refs/images/${name}.png`, name);
    const source = { document: { imageRef: 'a.png' } };
    const versions = [{ id: '1', source: 'then.json' }];
    const entry = { name: 'A', project: '1', source, versions, images: 'images' };
    const path = await put('refs/w.json', JSON.stringify({ files: [entry] }));
    const [file] = (await readWorkspaceFile(path)).files ?? [];
    expect(Object.keys(file?.images ?? {}).sort()).toEqual(['a.png', 'b.png', 'c']);
  });

  it('is refused before it reads a source or an image that is larger than a text may be', async () => {
    const [design, image] = [await put('large/design.json', ''), await put('large/images/one.png', '')];
    const path = await put('large/w.yaml', 'files:\n  - { name: A, project: "1", source: design.json }\n');
    await truncate(design, 400_000_001);
    await expect(readWorkspaceFile(path)).rejects.toThrow(
      '"files[0].source" names "design.json", which has more than 400,000,000 bytes.',
    );
    await truncate(design, 0);
    await truncate(image, 400_000_001);
    await writeFile(path, 'files:\n  - { name: A, project: "1", source: design.json, images: images }\n');
    await expect(readWorkspaceFile(path)).rejects.toThrow('which has more than 400,000,000 bytes.');
  });

  it('keeps sources that stand in it', async () => {
    const source = { document: { id: '0:0' } };
    const path = await put('w.json', JSON.stringify({ files: [{ name: 'A', project: '1', source }] }));
    expect((await readWorkspaceFile(path)).files?.[0]?.source).toEqual(source);
  });

  it('may be empty', async () => {
    expect(await readWorkspaceFile(await put('w.yaml', '# nothing yet\n'))).toEqual({});
  });
});
