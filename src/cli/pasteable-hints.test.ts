import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runVitrine } from '../testing/command-io.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { pasteable } from './pasteable-hints.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

describe('A hint at another command', () => {
  it.each([
    [
      '"npx vitrine team list" shows them.',
      '"npx vitrine team list --url https://a.example --data /a/b" shows them.',
    ],
    ['Start "npx vitrine serve".', 'Start "npx vitrine serve --data /a/b".'],
    ['"npx vitrine help" lists all.', '"npx vitrine help" lists all.'],
    [
      '"npx vitrine team list --data /c" does.',
      '"npx vitrine team list --data /c --url https://a.example" does.',
    ],
  ])('names the server that the command was told of: %s', (text, expected) => {
    expect(pasteable(text, { url: 'https://a.example', data: '/a/b' })).toBe(expected);
  });

  it('puts a folder with spaces in quotation marks, and names nothing where nothing was named', () => {
    expect(pasteable('"npx vitrine team list"', { data: "/it's here" })).toBe(
      `"npx vitrine team list --data '/it'\\''s here'"`,
    );
    expect(pasteable('"npx vitrine team list"', {})).toBe('"npx vitrine team list"');
  });
});

describe('A refusal', () => {
  const place = () => ['--url', server.url, '--data', server.folder];
  const refused = async (line: string) => {
    const { code, stdout, stderr } = await runVitrine([...line.split(' '), ...place()], {
      cwd: server.folder,
    });
    expect([line, code, stdout]).toEqual([line, 1, '']);
    return stderr;
  };

  it.each([
    ['file update NOPE --name x', 'project list'],
    ['find --project 99 --selector TEXT', 'project list'],
    ['mirror status 9', 'mirror list'],
    ['upstream check 9', 'upstream list'],
    ['mirror add --project 1 --file abc', 'upstream add'],
    ['webhook deliveries 9', 'webhook list --team ID'],
    ['app publish 9', 'app list'],
    ['user withdraw 9', 'user invitations'],
    ['token revoke 9', 'token list'],
    ['font remove 9', 'font list --files'],
    ['organization show --organization 9', 'organization list'],
    ['site delete x', 'site list'],
  ])('of vitrine %s says what to do next, on the same server', async (line, next) => {
    expect(await refused(line)).toContain(
      `"npx vitrine ${next} --url ${server.url} --data ${server.folder}"`,
    );
  });

  it('of a token says where a good one comes from', async () => {
    expect(await refused('project list --token abc')).toMatch(
      /^Invalid token\. Give one .*--token or VITRINE_TOKEN/,
    );
  });
});
