import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { blocksOf } from './harness/documented-blocks.ts';
import { freePort } from './harness/free-port.ts';
import { createInstallation, startServer } from './harness/server.ts';
import { runVitrine } from './harness/vitrine-process.ts';

const unit = readFileSync(new URL('../deploy/systemd/vitrine@.service', import.meta.url), 'utf8');
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
const valuesOf = (name: string): string[] =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);
const seconds = (text = ''): number => Number(/^(\d+)s$/.exec(text)?.[1]);

describe('The unit for systemd', () => {
  const settings = valuesOf('Environment').map((text) => text.split('=') as [string, string]);

  it('names settings that there are, and a command', async () => {
    const { stdout } = await runVitrine(['serve', '--help']);
    for (const [name] of settings) expect(stdout).toContain(name);
    const [command = ''] = valuesOf('ExecStart');
    expect(command).toMatch(/^\/opt\/vitrine\/bin\/vitrine\.mjs serve$/);
  });

  it.skipIf(!hasSystemd)(
    'is one that systemd reads without a word (left out where it is not installed)',
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'vitrine-unit-'));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const file = join(folder, 'vitrine@.service');
      // The program need not be installed here, and nothing is said of the machine's own units.
      writeFileSync(file, unit.replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true'));
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--recursive-errors=no', file], {
        encoding: 'utf8',
      });
      expect([status, stderr]).toEqual([0, '']);
    },
  );

  it('starts a server alone by the settings that the page puts beside it', async () => {
    const [first] = blocksOf('docs/several-machines.md', 'With systemd');
    const written = [
      ...(first?.text ?? '').matchAll(/^printf '%s\\n' (.*) > \/etc\/vitrine\/(?:vitrine|a)\.env$/gm),
    ];
    expect(written).toHaveLength(2);
    const lines = written.flatMap(([, words = '']) => words.split(' '));
    const own = Object.fromEntries(lines.map((line) => line.split('=') as [string, string]));
    expect(own).toMatchObject({ VITRINE_PORT: '7700', VITRINE_MANAGEMENT_PORT: '7701' });
    // The harness names the folder and the port.
    const { VITRINE_DATA: _, ...rest } = Object.fromEntries(settings);
    const env = { ...rest, ...own, VITRINE_MANAGEMENT_PORT: String(await freePort()) };
    const installation = await createInstallation();
    onTestFinished(installation.remove);
    const server = await startServer({ installation, env, withoutTestMode: true });
    onTestFinished(() => server.kill());
    expect((await fetch(`http://127.0.0.1:${env.VITRINE_MANAGEMENT_PORT}/ready`)).status).toBe(200);
  });

  it('waits for the drain and thirty seconds more', () => {
    const drain = seconds(Object.fromEntries(settings).VITRINE_DRAIN);
    expect(seconds(valuesOf('TimeoutStopSec')[0])).toBe(drain + 30);
  });

  it('starts the server again however it ended, as after a stop of its own, and gives no start up', () => {
    expect([valuesOf('Restart'), valuesOf('StartLimitIntervalSec')]).toEqual([['always'], ['0']]);
    const inUnit = unit.slice(unit.indexOf('[Unit]'), unit.indexOf('[Service]'));
    expect(inUnit).toContain('StartLimitIntervalSec=0');
  });

  it('sends one signal to the server alone, since a second would end it at once', () => {
    expect(valuesOf('KillMode')).toEqual(['mixed']);
  });
});
