import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { runVitrine } from '../testing/command-io.ts';
import { commands } from './commands.ts';

describe('vitrine', () => {
  it.each([[['help']], [['--help']], [['-h']]])('%j lists every command and ends with 0', async (args) => {
    const { code, stdout, stderr } = await runVitrine(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const name of Object.keys(commands)) expect(stdout).toContain(`\n  ${name} `);
  });

  it('without a word says on standard error how it is used, and ends with 2', async () => {
    const { code, stdout, stderr } = await runVitrine([]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('Usage: vitrine COMMAND');
  });

  it('prints the version of the package', async () => {
    const { code, stdout } = await runVitrine(['--version']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it.each(Object.keys(commands))('%s --help prints the usage, as help does', async (name) => {
    const ran = await runVitrine([name, '--help']);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.stdout).toContain(`Usage: vitrine ${name}`);
    expect((await runVitrine(['help', name])).stdout).toBe(ran.stdout);
  });

  it.each([
    ['imprt', 'npx vitrine import'],
    ['sevre', 'npx vitrine serve'],
    ['tokens', 'npx vitrine token'],
  ])('answers the unknown command %s with 2 and the suggestion %s', async (word, suggestion) => {
    const { code, stderr } = await runVitrine([word]);
    expect(code).toBe(2);
    expect(stderr).toBe(`There is no command "${word}". Did you mean "${suggestion}"?\n`);
  });

  it.each(['constructor', '__proto__', 'xyzzy'])('suggests nothing for %s', async (word) => {
    const { code, stderr } = await runVitrine([word]);
    expect(code).toBe(2);
    expect(stderr).toContain('"npx vitrine help" lists them all.');
  });

  it('leaves the words of a program that is run to that program', async () => {
    for (const dashes of [['--'], []]) {
      const { code, stdout } = await runVitrine(['run', ...dashes, 'tool', '--help'], {
        env: { VITRINE_URL: 'https://127.0.0.1:1' },
      });
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    }
  });
});

describe('a command that is written wrongly ends with 2 and says what is wrong:', () => {
  it.each([
    ['import', 'SOURCE is missing.'],
    [
      'import package.json',
      '--project is missing.\nProject that takes the files; "npx vitrine project list" shows them.\n',
    ],
    ['import package.json tsconfig.json --project 1 --name x', '--name is for one SOURCE.'],
    ['import package.json tsconfig.json --key x', '--key is for one SOURCE.'],
    ['import package.json --projet 1', 'There is no option --projet. Did you mean --project?'],
    ['import package.json --project', 'Option --project <value> argument missing.'],
    ['render', 'FILE or KEY is missing.'],
    ['render package.json', '--out is missing.'],
    ['render package.json -o x --format bmp', '--format is one of png, jpg, svg, pdf.'],
    ['render package.json -o x --scale 1,4.01', '--scale is a number from 0.01 to 4'],
    ['render package.json -o x --scale nan', '--scale is a number from 0.01 to 4'],
    ['render package.json -o x --format svg --scale 2', '--scale is for png and jpg.'],
    ['render package.json -o x --version 3', '--version is for a KEY.'],
    ['render KEY -o x --images y', '--images is for a FILE.'],
    ['apply', 'FILE is missing.'],
    ['apply a b', 'There is one word too many: b'],
    ['apply a --json=yes', 'Option --json does not take an argument.'],
    ['serve here', 'There is one word too many: here'],
    ['serve --port 70000', '--port: "70000" is not a port; expected a whole number from 0 to 65535.'],
    ['token', 'What to do is missing.'],
    ['token --json', 'What to do comes before the options.'],
    ['token crate', 'There is no "crate" here. Did you mean "create"?'],
    ['token create --name x', '--scopes is missing.'],
    ['token create --name x --scopes all --expires-in 3w', '--expires-in takes a time as 90d'],
    ['user create --email a@b.c', '--handle is missing.'],
    ['user update 5', 'There is nothing to change.'],
    ['file update KEY', 'There is nothing to change.'],
    ['file delete', 'KEY is missing.'],
    ['team member 1 2', '--role is missing.'],
    ['project create --name x', '--team is missing.'],
    ['version name KEY', '--label is missing.'],
    ['restore backup.tar', 'This replaces everything in the installation; say so with --yes.'],
    ['project list --url ftp://x', "The server's address must begin with https://, not: ftp://x"],
  ])('%s', async (line, sentence) => {
    const { code, stdout, stderr } = await runVitrine(line.split(' '));
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.startsWith(sentence)).toBe(true);
  });
});

describe('a command that fails ends with 1 and one sentence:', () => {
  it.each([
    ['import nowhere.json --project 1', 'There is no file nowhere.json.\n'],
    ['import src --project 1', 'src is not a file.\n'],
    ['import package.json --project 1 --images nowhere', /^There is no folder of images .*nowhere\.\n$/],
    ['render nowhere.json -o x', 'There is no file nowhere.json.\n'],
    ['apply nowhere.yaml', 'There is no workspace file nowhere.yaml.\n'],
    ['restore nowhere.tar --yes', 'There is no file nowhere.tar.\n'],
    ['restore src --yes', 'src is a folder; name the file of a backup.\n'],
    ['restore /dev/zero --yes', '/dev/zero is no file; name the file of a backup.\n'],
    ['replay /dev/zero', '/dev/zero is no file and no tape.\n'],
    ['replay src', /src is a folder and no tape\.\n$/],
    ['backup package.json', 'package.json is there already; --overwrite replaces it.\n'],
    [
      'project list --url https://127.0.0.1:1 --token x',
      'No Vitrine server answers at https://127.0.0.1:1. Start one with "npx vitrine serve", or name another with --url.\n',
    ],
    [
      'project list --token x --ca nowhere.pem',
      /^The certificate authority .*nowhere\.pem cannot be read: it is not there\.\n$/,
    ],
  ])('%s', async (line, sentence) => {
    const { code, stdout, stderr } = await runVitrine(line.split(' '));
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(sentence);
  });
});

describe('the process', () => {
  it('ends with the exit code of the command and without a stack', () => {
    const entry = new URL('main.ts', import.meta.url).pathname;
    const { status, stderr } = spawnSync(process.execPath, [entry, 'nothing'], { encoding: 'utf8' });
    expect(status).toBe(2);
    expect(stderr).toBe('There is no command "nothing". "npx vitrine help" lists them all.\n');
  });
});
