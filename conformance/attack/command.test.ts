import { describe, expect, it } from 'vitest';
import { readCommand } from './command.ts';

describe('The command of an attack', () => {
  it('attacks both engines by default, each time with another seed', () => {
    const [first, second] = [readCommand([]), readCommand([])];
    expect(first).toMatchObject({ databases: ['sqlite', 'postgres'], isLong: false, requests: undefined });
    expect(first.seed).not.toBe(second.seed);
  });

  it('repeats the sequence that a report names', () => {
    const args = ['--operation', 'getMe', '--seed', '7', '--path', '0:1:2', '--database', 'sqlite'];
    expect(readCommand(args)).toMatchObject({
      operation: 'getMe',
      seed: 7,
      path: '0:1:2',
      databases: ['sqlite'],
    });
  });

  it.each([
    [['--database', 'oracle'], /sqlite or postgres, not "oracle"/],
    [['--seed', 'seven'], /--seed is a whole number, not "seven"/],
    [['--sed', '7'], /--sed/],
  ])('refuses %j', (args, words) => {
    expect(() => readCommand(args)).toThrow(words);
  });
});
