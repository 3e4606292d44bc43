import { describe, expect, it } from 'vitest';
import { longestPassword, passwordProblem } from './password-policy.ts';

const nora = { email: 'nora.bird@example.com', handle: 'Nora Bird' };

describe('a new password', () => {
  it.each([
    'correct horse battery staple',
    'twelve chars',
    '🦦 otters swim 🦦',
    'Nora saw seven birds',
    'x1y2'.repeat(longestPassword / 4),
  ])('may be %j', (password) => expect(passwordProblem(password, nora)).toBeUndefined());

  it.each([
    ['eleven char', 'at least'],
    // Twelve units of UTF-16, six characters.
    ['🦦🦉🦊🐻🐼🐨', 'at least'],
    ['abcabcabcabcabc', 'three different'],
    [`${'x1y2'.repeat(longestPassword / 4)}z`, 'at most'],
    ['nora.bird@example.com', 'not made of'],
    ['NORA.BIRD@EXAMPLE.COM1', 'not made of'],
    ['norabirdnorabird12', 'not made of'],
    ['bird nora 2026', 'not made of'],
    ['example.com99', 'not made of'],
  ])('may not be %j', (password, words) => expect(passwordProblem(password, nora)).toContain(words));

  it('is judged without a name that is too short to mean anything', () => {
    expect(passwordProblem('bo bo bo bo xy', { email: 'b@c.de', handle: 'Bo' })).toBeUndefined();
  });
});
