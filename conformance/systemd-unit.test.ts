import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runVitrine } from './harness/vitrine-process.ts';

const unit = readFileSync(new URL('../deploy/systemd/vitrine@.service', import.meta.url), 'utf8');
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

  it('waits for the drain and thirty seconds more', () => {
    const drain = seconds(Object.fromEntries(settings).VITRINE_DRAIN);
    expect(seconds(valuesOf('TimeoutStopSec')[0])).toBe(drain + 30);
  });

  it('sends one signal to the server alone, since a second would end it at once', () => {
    expect(valuesOf('KillMode')).toEqual(['mixed']);
  });
});
