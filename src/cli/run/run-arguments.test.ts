import { describe, expect, it } from 'vitest';
import { WrongUsage } from '../command.ts';
import { readRunArguments } from './run-arguments.ts';

const read = (args: string[], env = {}) => readRunArguments(args, env, '/home/alice');

describe('arguments of vitrine run', () => {
  it('default to the server of the data folder and the three hosts', () => {
    expect(read(['--', 'curl'])).toEqual({
      url: undefined,
      dataFolder: '/home/alice/data',
      caPath: undefined,
      redirectedHosts: ['api.figma.com', 'www.figma.com', 'figma.com'],
      offline: false,
      command: 'curl',
      commandArgs: [],
    });
  });

  it('leave everything after the dashes to the program, dashes included', () => {
    const args = ['--offline', '--', 'npx', 'tool', '--offline', '--', '--url', 'x'];
    expect(read(args)).toMatchObject({
      offline: true,
      command: 'npx',
      commandArgs: ['tool', '--offline', '--', '--url', 'x'],
    });
  });

  it('need no dashes where the first word is the program', () => {
    const args = ['--url', 'https://a.example', '--ca=b.pem', 'curl', '--url', 'x'];
    expect(read(args)).toMatchObject({
      caPath: '/home/alice/b.pem',
      command: 'curl',
      commandArgs: ['--url', 'x'],
    });
  });

  it('prefer options to the environment, and the environment to the defaults', () => {
    const env = { VITRINE_URL: 'https://env.example', VITRINE_CA: '/env.pem', VITRINE_DATA: '/srv' };
    expect(read(['x'], env)).toMatchObject({ caPath: '/env.pem', dataFolder: '/srv' });
    expect(read(['x'], env).url?.host).toBe('env.example');
    expect(read(['--url', 'https://arg.example', 'x'], env).url?.host).toBe('arg.example');
  });

  it.each([
    ['no program', []],
    ['no program behind the dashes', ['--offline', '--']],
    ['an unknown option', ['--offlin', '--', 'x']],
    ['an option without its value', ['--url']],
    ['an address that is none', ['--url', '127.0.0.1:7700', '--', 'x']],
    ['an address as host', ['--host-map', 'api.figma.com,10.0.0.1', '--', 'x']],
    ['standard output as a tape', ['--record', '-', '--', 'x']],
    ['an empty host', ['--host-map', 'api.figma.com,', '--', 'x']],
  ])('are refused: %s', (_, args) => {
    expect(() => read(args)).toThrow(WrongUsage);
  });
});
