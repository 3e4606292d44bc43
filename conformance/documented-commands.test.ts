import { spawn, spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openBrowser } from './harness/browser.ts';
import type { Target } from './harness/client.ts';
import { compiledBefore } from './harness/compile-cache.ts';
import { type Block, blocksOf, commandLines, documentedPages } from './harness/documented-blocks.ts';
import { scratchFolder } from './harness/scratch-folder.ts';
import { openShell, type Shell } from './harness/shell.ts';
import { startVitrine, type VitrineProcess } from './harness/vitrine-process.ts';
import { writeNpx } from './harness/written-npx.ts';

const project = resolve(import.meta.dirname, '..');
const sampleKey = 'LumenLibrary2026design';

/** What a reader does with a line of a page. */
interface Habit {
  /** How the line begins. */
  readonly line: string;
  /** What stands in the line for something of one's own, and what is written there instead. */
  readonly blanks?: Readonly<Record<string, string>>;
  /** What the line prints. */
  readonly prints?: RegExp;
  /** What later lines of the page have in a blank of this name, found in what the line prints. */
  readonly teaches?: Readonly<Record<string, RegExp>>;
  /** The line goes on until Ctrl-C, in a terminal of its own; it is at work once it has printed this. */
  readonly until?: RegExp;
  /** What such a line has printed by the end of the page. */
  readonly hears?: RegExp;
  /** What somebody does in a browser before the line, and what the line has in its blanks by that. */
  readonly byBrowser?: (sample: Sample, values: Readonly<Record<string, string>>) => Promise<object>;
  /** What is run in its place. */
  readonly instead?: string;
  /** Why the line is not run. */
  readonly leftOut?: string;
}

/** The server of the clone, with a person of the sample. */
interface Sample extends Target {
  readonly email: string;
  readonly password: string;
}

/** Follows the address that docs/oauth.md prints as Bob, who allows the app. */
async function allowApp(sample: Sample, { ID = '' }): Promise<object> {
  const [address] = blocksOf('docs/oauth.md').filter(({ text }) => text.includes('/oauth?client_id='));
  const { pathname, search } = new URL((address as Block).text.trim().replace('=ID&', `=${ID}&`));
  const browser = openBrowser(sample);
  const page = await browser.get(pathname + search);
  const { email, password } = sample;
  const signedIn = await browser.submit(page, 'Sign in', { email, password });
  const asked = await browser.get(String(signedIn.headers.location));
  const back = new URL(String((await browser.submit(asked, 'Allow')).headers.location));
  expect(back.searchParams.get('state')).toBe('STATE');
  return { CODE: back.searchParams.get('code') };
}

const settings = 'settings of a server, checked by name below';
const packages = 'fetches packages; the checks have them';
const file = (blank: string) => ({ [blank]: sampleKey });

const upstreamAdded: Habit = {
  line: 'npx vitrine upstream add',
  prints: /^Upstream "Original" \(\S+\) is \d+\.$/m,
};
const callsAnother = 'calls another server of the interface';
const mirrorAdded: Habit = { line: 'npx vitrine mirror add', leftOut: callsAnother };
const fromElsewhere: Habit[] = [upstreamAdded, { line: 'npx vitrine import https:', leftOut: callsAnother }];
const byApp: Habit = {
  line: 'npx vitrine upstream add',
  leftOut: 'takes what an app got from another server',
};

const shopKey = 'LanternShop2026screens';
/** Puts another state of a design where it is. */
const importAgain = `sed s/Continue/Go/g fixtures/sample/shop.json > shop.json && npx vitrine import shop.json --key ${shopKey}`;

const docker = 'takes Docker; conformance/deploy tries what can be tried without';
const dockerLines = (...words: string[]): Habit[] =>
  words.map((word) => ({ line: `docker compose -f compose.several.yaml ${word}`, leftOut: docker }));

/** Every line of every page is here, in the order of the page. */
const habits: Readonly<Record<string, readonly Habit[]>> = {
  'README.md': [
    { line: 'npm run quickstart', leftOut: 'started above, with all that it installs there already' },
    { line: 'npm run check', leftOut: 'runs this' },
    { line: 'curl --cacert', blanks: { '…': 'TOKEN' }, prints: /"name":"Lumen"/ },
    ...dockerLines('up', 'exec', 'cp'),
    { line: 'curl --cacert keys/ca.pem', leftOut: docker },
    { line: 'npx vitrine project list', prints: /4001/ },
    { line: 'npx vitrine import', prints: /[A-Za-z0-9]{22}/ },
    ...fromElsewhere,
    mirrorAdded,
    { line: 'FIGMA_API_KEY=…', blanks: { '…': 'TOKEN' }, prints: /name: Lumen/ },
    { line: 'npx vitrine serve --test-mode', until: /Vitrine answers at https/ },
  ],
  'docs/agents.md': [
    { line: 'curl --cacert', blanks: { $TOKEN: 'TOKEN' }, prints: /<canvas id=\\"/ },
    { line: 'export VITRINE_TOKEN' },
    { line: 'VITRINE_URL=', prints: /Comment \d+ was written/ },
  ],
  'docs/changing.md': [
    { line: 'npx vitrine patch', prints: /^9 nodes changed; version \d+\.$/m },
    { line: 'npx vitrine file branch', prints: /^Branch "Idea" is LumenLibraryIdea\.$/m },
    { line: 'npx vitrine patch', prints: /nodes? changed/ },
    { line: 'npx vitrine file merge', prints: /^[1-9]\d* nodes? changed/m },
    { line: 'npx vitrine file merge', prints: /^0 nodes changed/m },
  ],
  'docs/comparing.md': [
    { line: 'npx vitrine version list', prints: /^1 .*First parts/m },
    { line: 'npx vitrine diff', prints: /\d+ nodes added, / },
    { line: 'npx vitrine diff', prints: /\d+ nodes added, / },
    { line: 'npx vitrine diff', prints: /what-changed\/index\.html/ },
    { line: 'npx vitrine diff', prints: /what-changed-here\/index\.html/ },
  ],
  'docs/embedding.md': [
    { line: 'npx vitrine file update', blanks: file('FILE_KEY') },
    { line: 'curl --cacert', blanks: { ...file('FILE_KEY'), $TOKEN: 'TOKEN' }, prints: /<iframe/ },
    { line: 'npx vitrine site publish', blanks: file('FILE_KEY'), teaches: { SITE_ID: /\((\w{22})\)/ } },
    { line: 'npx vitrine site list', prints: /Landing page/ },
    { line: 'npx vitrine site update', blanks: { SITE_ID: 'SITE_ID' } },
    { line: 'npx vitrine site delete', blanks: { SITE_ID: 'SITE_ID' } },
  ],
  'docs/existing-tools.md': [
    { line: 'npx vitrine run -- curl', prints: /libcurl/ },
    { line: 'vitrine() {' },
    { line: 'export VITRINE_DATA' },
    { line: 'export FIGMA_TOKEN', blanks: { '…': 'TOKEN' } },
    { line: 'mkdir tools', instead: 'cd ~/tools' },
    { line: 'npm install', leftOut: packages },
    { line: 'vitrine run -- node', prints: /^Lumen \[ 'Foundations', 'Components', 'Screens' \] 46$/m },
    { line: 'FIGMA_API_KEY=$FIGMA_TOKEN', prints: /name: Lumen/ },
    { line: 'vitrine run -- curl', prints: /"name":"Lumen"/ },
    { line: 'vitrine run -- python3', prints: /^Lumen$/m },
    { line: 'vitrine run -- npx figma-export', prints: /done/ },
    { line: 'vitrine run -- npx figma connect publish', prints: /Dry run complete/ },
    { line: 'vitrine run -- npx figma connect preview', prints: /Label/ },
  ],
  'docs/finding.md': [
    { line: 'npx vitrine find button' },
    { line: 'npx vitrine find --font' },
    { line: 'npx vitrine find --file', blanks: file('KEY'), prints: /TEXT ".*\n {4}characters: "/ },
    { line: 'npx vitrine find --project', blanks: { ID: '4001' } },
    { line: 'npx vitrine find --project', blanks: { ID: '4001' } },
  ],
  'docs/fonts.md': [
    { line: 'npm install', leftOut: packages },
    { line: 'npx vitrine font missing', prints: /No font is missing|FAMILY/ },
    ...['--family', '--missing'].map((words) => ({
      line: `npx vitrine font add ${words}`,
      leftOut: packages,
    })),
  ],
  'docs/importing.md': [...fromElsewhere, byApp],
  'docs/likeness.md': [
    { line: 'npx vitrine drift KEY', leftOut: 'upstream-pulls.test.ts has an upstream' },
    { line: 'npx vitrine run --record', leftOut: 'calls another server of the interface' },
    ...['drift --tape', 'replay'].map((words) => ({
      line: `npx vitrine ${words}`,
      leftOut: 'takes that tape',
    })),
    { line: 'TOKEN=' },
    { line: 'npx vitrine run --record', prints: /tape\.har holds 1 answer\./ },
    { line: 'npx vitrine drift --tape', prints: /Of 1 answer 1 is the same/ },
  ],
  'docs/mirrors.md': [upstreamAdded, mirrorAdded],
  'docs/oauth.md': [
    {
      line: 'npx vitrine app create',
      teaches: { ID: /client id\s+(\S+)/i, SECRET: /client secret\s+(\S+)/i },
    },
    { line: 'npx vitrine app configure', blanks: { ID: 'ID' } },
    { line: 'npx vitrine app publish', blanks: { ID: 'ID' } },
    { line: 'npx vitrine app list', prints: /Measure/ },
    {
      line: 'curl --cacert',
      byBrowser: allowApp,
      blanks: { ID: 'ID', SECRET: 'SECRET', CODE: 'CODE' },
      teaches: { ACCESS_TOKEN: /"access_token":"([^"]+)"/, REFRESH_TOKEN: /"refresh_token":"([^"]+)"/ },
    },
    { line: 'curl --cacert', blanks: { ACCESS_TOKEN: 'ACCESS_TOKEN' }, prints: /"name":"Lumen"/ },
    {
      line: 'curl --cacert',
      blanks: { ID: 'ID', SECRET: 'SECRET', REFRESH_TOKEN: 'REFRESH_TOKEN' },
      prints: /"access_token":"/,
    },
  ],
  'docs/people.md': [
    { line: 'npx vitrine user invite --email', prints: /nora@example\.com/ },
    { line: 'npx vitrine user invitations', teaches: { ID: /(\d+)\s.*nora@example\.com/ } },
    { line: 'npx vitrine user invite-again', blanks: { ID: 'ID' }, prints: /https:/ },
    { line: 'npx vitrine user withdraw', blanks: { ID: 'ID' } },
    { line: 'VITRINE_SMTP_URL=', leftOut: settings },
    { line: 'VITRINE_MAIL_FROM=', leftOut: settings },
  ],
  'docs/performance.md': Array.from({ length: 2 }, () => ({
    line: 'npm run bench',
    leftOut: 'measures for minutes',
  })),
  'docs/recipes.md': [
    { line: 'npx vitrine find --project', blanks: { ID: '4001' } },
    {
      line: 'bash nightly.sh',
      instead: `bash nightly.sh 4003 && ${importAgain} && bash nightly.sh 4003`,
      prints: new RegExp(`${shopKey}: \\d+ to \\d+\\n[^]*changed\\.\\n.*${shopKey}/index.html`),
    },
    { line: 'npx vitrine find --team', blanks: { ID: '3002' } },
    { line: 'for file in changes', prints: /changed; version \d+/ },
    { line: 'npx vitrine find --team', blanks: { ID: '3002' } },
    { line: 'node --test', instead: 'cd ~/own && node --test label.test.mjs', prints: /pass 1/ },
  ],
  'docs/several-machines.md': [
    ...['DATABASE_URL', 'VITRINE_BLOBS', 'VITRINE_SECRET_FILE', 'VITRINE_BASE_URL'].map((name) => ({
      line: `${name}=`,
      leftOut: settings,
    })),
    { line: 'VITRINE_ADMIN_TOKEN_FILE=', leftOut: settings },
    ...['(umask 077 && openssl rand', '(set -a'].map((line) => ({
      line,
      leftOut: 'takes a bucket; conformance/several/runbook.test.ts runs it',
    })),
    { line: 'VITRINE_ROLES=', leftOut: settings },
    { line: 'VITRINE_BLOBS=', leftOut: settings },
    { line: 'AWS_ACCESS_KEY_ID=', leftOut: 'a setting of the client of the store' },
    { line: 'AWS_SECRET_ACCESS_KEY=', leftOut: 'a setting of the client of the store' },
    { line: 'VITRINE_DRAIN=', leftOut: settings },
    { line: 'VITRINE_MANAGEMENT_PORT=', leftOut: settings },
    ...[
      'sh deploy/container/build.sh',
      'useradd',
      'install -d',
      'printf',
      'printf',
      'cp',
      'systemctl daemon-reload',
      'systemctl enable',
      'until curl',
      'printf',
      'systemctl start',
      'systemctl stop',
    ].map((line) => ({ line, leftOut: 'changes the machine; the unit has a test of its own' })),
    ...['up', 'cp', 'cp'].map((word) => ({ line: `docker compose ${word}`, leftOut: docker })),
    { line: 'curl --cacert ca.pem', leftOut: docker },
    ...dockerLines('build', 'up', 'up'),
    { line: 'kubectl create secret', leftOut: 'takes a cluster; conformance/deploy draws the chart up' },
    { line: 'helm upgrade --install', leftOut: 'takes a cluster; conformance/deploy draws the chart up' },
    { line: 'npx vitrine move', leftOut: 'takes a bucket; the command has a test of its own' },
    { line: 'npx vitrine move', leftOut: 'takes a bucket; the command has a test of its own' },
    ...['set -a', 'export VITRINE_URL=', 'export VITRINE_TOKEN='].map((line) => ({
      line,
      leftOut: settings,
    })),
    { line: 'npx vitrine backup', prints: /vitrine\.backup/ },
    { line: 'npx vitrine check', prints: /blobs/ },
    ...[
      'npx vitrine restore',
      'export VITRINE_BLOBS=',
      'npx vitrine check',
      'npx vitrine restore',
      'npx vitrine check',
      'npx vitrine check',
      'export DATABASE_URL=',
      'export VITRINE_BLOBS=',
      'npx vitrine restore',
      'npx vitrine check',
    ].map((line) => ({ line, leftOut: 'takes a bucket; conformance/several runs the runbook' })),
  ],
  'docs/single-sign-on.md': [
    ...['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET_FILE', 'LABEL', 'DOMAINS'].map((name) => ({
      line: `VITRINE_OIDC_${name}=`,
      leftOut: settings,
    })),
    {
      line: 'npx vitrine user update',
      blanks: { 'ID --password-file': '2002 --organization 1001 --password-file' },
    },
  ],
  'docs/testing.md': ['# in a clone', 'npm ci', '# in your project', 'npm install'].map((line) => ({
    line,
    leftOut: packages,
  })),
  'docs/variables.md': [{ line: 'curl --cacert', blanks: { '…': 'TOKEN' }, prints: /"status":200/ }],
  'docs/webhooks.md': [
    {
      line: 'npx vitrine webhook listen',
      until: /Webhook \d+ tells/,
      teaches: { ID: /Webhook (\d+)/ },
      hears: /FILE_VERSION_UPDATE .*passcode right, signature right/,
    },
    { line: 'curl --cacert', prints: /"label":"First"/ },
    { line: 'npx vitrine webhook deliveries', blanks: { ID: 'ID' }, prints: /FILE_VERSION_UPDATE/ },
    { line: 'npx vitrine webhook replay', blanks: { ID: 'ID' } },
  ],
  'docs/workspace-file.md': [{ line: 'npx vitrine apply', prints: /^ann\/tools +\S{43}$/m }],
};

const linesOf = (page: string): string[] =>
  blocksOf(page)
    .filter(({ language }) => language === 'sh')
    .flatMap(({ text }) => commandLines(text));

const hasTools = ['bash', 'curl', 'python3'].every((tool) => spawnSync(tool, ['--version']).status === 0);

describe('The commands of the documentation', () => {
  it.each(documentedPages())('all exist: %s', (page) => {
    const known = (habits[page] ?? []).map(({ line }) => line);
    const lines = linesOf(page);
    expect(lines.map((line, index) => line.slice(0, known[index]?.length))).toEqual(known);
  });

  it('begin with a bare vitrine only where the page says before what that is, since a clone has no such command', () => {
    const bare = /^\s*(\$ )?(\w+=[\w$./:~-]+ )*vitrine [a-z-]/;
    const linesFor = (page: string) => blocksOf(page).flatMap(({ text }) => commandLines(text));
    const unsaid = documentedPages().flatMap((page) => {
      const lines = linesFor(page);
      const said = lines.findIndex((line) => line.startsWith('vitrine() {'));
      return lines.filter((line, index) => bare.test(line) && (said < 0 || index < said));
    });
    expect(unsaid).toEqual([]);
  });

  it('name only settings that exist', async () => {
    const listed = await readFile(join(project, 'docs', 'settings.md'), 'utf8');
    const named = documentedPages().flatMap((page) =>
      linesOf(page).flatMap((line) => line.match(/\bVITRINE_\w+/g) ?? []),
    );
    const others = named.filter((name) => !listed.includes(`\`${name}\``));
    expect(others.filter((name) => !['VITRINE_DATA'].includes(name))).toEqual([]);
  });
});

describe.skipIf(!hasTools)(
  'In a clone with a quickstart on another port (needs bash, curl and python3)',
  () => {
    let home: string;
    let clone: string;
    let server: VitrineProcess;
    let token: string;
    let port: string;
    let sample: Sample;

    beforeAll(async () => {
      home = await scratchFolder('documented');
      clone = await makeClone(home);
      await makeTools(home, 'docs/existing-tools.md');
      for (const page of ['docs/agents.md', 'docs/changing.md', 'docs/recipes.md', 'docs/workspace-file.md'])
        await writeFiles(clone, page);
      await makeOwn(home, 'docs/recipes.md');
      server = startVitrine(['quickstart', '--port', '0', '--data', join(clone, 'data')]);
      await vi.waitFor(() => expect(server.stdout()).toMatch(/curl .*depth=1/s), { timeout: 90_000 });
      token = /Token: ([^'"\s]+)/.exec(server.stdout())?.[1] ?? '';
      port = /127\.0\.0\.1:(\d+)/.exec(server.stdout())?.[1] ?? '';
      const [, email = '', password = ''] = /(bob@lumen\.example)\s+(\S+)/.exec(server.stdout()) ?? [];
      expect([token, port, password]).not.toContain('');
      const ca = await readFile(join(clone, 'data/tls/ca.pem'), 'utf8');
      sample = { url: `https://127.0.0.1:${port}`, ca, email, password };
    });

    afterAll(async () => {
      for (const shell of shells) shell.close();
      server?.child.kill('SIGTERM');
      await server?.ended;
      await rm(home, { recursive: true, force: true });
    });

    const shells: Shell[] = [];
    const openShellIn = (folder: string): Shell => {
      const shell = openShell(folder, {
        HOME: home,
        PATH: [join(home, 'bin'), dirname(process.execPath), process.env.PATH].join(delimiter),
        TMPDIR: home,
        DO_NOT_TRACK: '1',
        ...compiledBefore,
      });
      shells.push(shell);
      return shell;
    };

    const pages = Object.keys(habits).filter((page) =>
      habits[page]?.some(({ leftOut }) => leftOut === undefined),
    );

    it.each(pages)('every line of %s does what the page says', async (page) => {
      const lines = linesOf(page).map((line, index) => ({ line, habit: habits[page]?.[index] as Habit }));
      const values: Record<string, string> = { TOKEN: token };
      const shell = openShellIn(clone);
      const others: { shell: Shell; hears: RegExp }[] = [];
      for (const { line, habit } of lines.filter((each) => each.habit.leftOut === undefined)) {
        Object.assign(values, await habit.byBrowser?.(sample, values));
        const written = filledIn(habit.instead ?? line, habit, values);
        if (habit.until === undefined) learn(await runLine(shell, written), habit, values);
        else {
          const other = { shell: openShellIn(clone), hears: habit.hears ?? habit.until };
          others.push(other);
          other.shell.start(written);
          learn(await other.shell.heard(habit.until), habit, values);
        }
      }
      for (const other of others) {
        await other.shell.heard(other.hears);
        await other.shell.interrupt();
      }
    });

    async function runLine(shell: Shell, written: string): Promise<string> {
      const { code, output } = await shell.run(written);
      expect(code, `${written}\n${output}`).toBe(0);
      return output;
    }

    function filledIn(line: string, { blanks = {} }: Habit, values: Record<string, string>): string {
      const ours = line.replaceAll('127.0.0.1:7700', `127.0.0.1:${port}`);
      return Object.entries(blanks).reduce(
        (text, [blank, value]) => text.replaceAll(blank, values[value] ?? value),
        ours,
      );
    }

    function learn(output: string, { prints = /^/, teaches = {} }: Habit, values: Record<string, string>) {
      expect(output).toMatch(prints);
      for (const [name, where] of Object.entries(teaches)) {
        expect(output).toMatch(where);
        values[name] = where.exec(output)?.[1] ?? '';
      }
    }

    it('takes a webhook to a receiver on the same machine, as the pages make the first one', async () => {
      const call = (path: string, body?: object) =>
        runLine(
          openShellIn(clone),
          `curl -sf --cacert data/tls/ca.pem -H "X-Figma-Token: $(cat data/admin-token)" ${body === undefined ? '' : `-H 'content-type: application/json' -d '${JSON.stringify(body)}' `}https://127.0.0.1:${port}${path}`,
        );
      const { teams } = JSON.parse(await call('/workspace/v1/teams'));
      const webhook = {
        event_type: 'FILE_UPDATE',
        context: 'team',
        context_id: teams[0].id,
        passcode: 'first',
        endpoint: 'http://127.0.0.1:8099/hook',
      };
      expect(JSON.parse(await call('/v2/webhooks', webhook))).toMatchObject({ status: 'ACTIVE' });
    });

    it('an agent starts a tool by the settings of docs/existing-tools.md, from a folder of its own', async () => {
      const [block] = blocksOf('docs/existing-tools.md').filter(({ text }) => text.includes('mcpServers'));
      const { design } = JSON.parse(
        (block as Block).text.replaceAll('/home/you', home).replaceAll('…', token),
      ).mcpServers;
      const agent = spawn(design.command, design.args, {
        cwd: home,
        env: {
          ...compiledBefore,
          HOME: home,
          PATH: `${join(home, 'bin')}${delimiter}${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
          ...design.env,
        },
      });
      let said = '';
      agent.stdout.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
      const ask = (message: object) =>
        agent.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
      const clientInfo = { name: 'check', version: '1' };
      ask({
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-03-26', capabilities: {}, clientInfo },
      });
      await expect.poll(() => said).toContain('"id":1');
      ask({ method: 'notifications/initialized' });
      const asked = { fileKey: sampleKey, nodeId: '60:20' };
      ask({ id: 2, method: 'tools/call', params: { name: 'get_figma_data', arguments: asked } });
      await expect.poll(() => said).toMatch(/"id":2|Lumen/);
      agent.kill('SIGTERM');
      expect(said).toContain('Lumen');
    });

    it('npx itself starts the command of a clone', async () => {
      const npx = spawnSync('npx', ['--offline', '--', 'vitrine', '--version'], {
        cwd: clone,
        encoding: 'utf8',
      });
      expect(npx.stdout).toMatch(/^\d+\.\d+\.\d+/);
    });
  },
);

/** A folder that is the clone but for its data: `~/vitrine`. */
async function makeClone(home: string): Promise<string> {
  const clone = join(home, 'vitrine');
  await mkdir(clone);
  const names = (await readdir(project)).filter((name) => !['data', '.git', 'dist'].includes(name));
  for (const name of names) await symlink(join(project, name), join(clone, name));
  await writeNpx(home);
  await writeFile(join(clone, 'token.txt'), 'a-token-of-another-server\n');
  await writeFile(join(clone, 'password.txt'), 'a horse with a correct staple\n');
  return clone;
}

/** A folder of one's own with the packages of the page and the files that it prints. */
async function makeTools(home: string, page: string): Promise<void> {
  const tools = join(home, 'tools');
  await mkdir(tools);
  await symlink(join(project, 'node_modules'), join(tools, 'node_modules'));
  await writeFile(join(tools, 'package.json'), '{"private":true}');
  await writeFiles(tools, page);
}

/** A project of one's own in which the package is installed, with the files that a page prints. */
async function makeOwn(home: string, page: string): Promise<void> {
  const installed = join(home, 'own', 'node_modules', 'vitrine');
  await mkdir(installed, { recursive: true });
  const description = { name: 'vitrine', type: 'module', exports: { './testing': './testing.js' } };
  await writeFile(join(installed, 'package.json'), JSON.stringify(description));
  const module = pathToFileURL(join(project, 'src/for-tests/start-vitrine.ts')).href;
  await writeFile(join(installed, 'testing.js'), `export * from ${JSON.stringify(module)};\n`);
  await writeFiles(join(home, 'own'), page);
}

async function writeFiles(folder: string, page: string): Promise<void> {
  for (const { file, text } of blocksOf(page))
    if (file !== undefined) await writeFile(join(folder, file), text);
}
