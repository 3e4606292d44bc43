import { describe, expect, it } from 'vitest';
import { isThisMachine } from './this-machine.ts';

describe('Whether a host is this machine', () => {
  it.each(['localhost', '127.0.0.1', '127.8.9.1', '::1', '[::1]'])('is said of %s', (host) => {
    expect(isThisMachine(host)).toBe(true);
  });

  it.each([
    '127.example.com',
    '127.0.0.1.example.com',
    'localhost.example.com',
    '0.0.0.0',
    '::',
    '10.0.0.1',
    '',
  ])('is not said of %j', (host) => {
    expect(isThisMachine(host)).toBe(false);
  });
});
