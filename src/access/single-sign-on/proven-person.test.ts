import { describe, expect, it } from 'vitest';
import { isOfDomains, provenPerson } from './proven-person.ts';

const issuer = 'https://login.example';
const person = (claims: object) => provenPerson(issuer, { sub: 'a subject', ...claims });

describe('What a provider claims of a person', () => {
  it.each([undefined, 7, '', 'ü', 'a\u0007', 'a'.repeat(256)])(
    'names nobody with %j for a subject',
    (sub) => {
      expect(person({ sub })).toBeUndefined();
    },
  );

  it('names them by issuer and subject', () => {
    const sub = 'a'.repeat(255);
    expect(person({ sub })).toEqual({ issuer, subject: sub, email: undefined, name: undefined });
  });

  it.each([true, 'true'])('holds their address where it is verified: %j', (email_verified) => {
    expect(person({ email: 'ann@example.com', email_verified })?.email).toBe('ann@example.com');
  });

  it.each([undefined, false, 'false', 1])('holds no address that is not verified: %j', (email_verified) => {
    expect(person({ email: 'ann@example.com', email_verified })?.email).toBeUndefined();
  });

  it.each(['ann', 7])('holds no address that is none: %j', (email) => {
    expect(person({ email, email_verified: true })?.email).toBeUndefined();
  });

  it.each([
    [{ name: 'Ann Lee', preferred_username: 'ann' }, 'Ann Lee'],
    [{ name: ' ', preferred_username: 'ann' }, 'ann'],
    [{ name: 7, preferred_username: 'ann' }, 'ann'],
    [{ name: ' A\u202en\u0007n ' }, 'Ann'],
    [{ name: '\u202e' }, undefined],
    [{ name: '🎨'.repeat(201) }, '🎨'.repeat(200)],
    [{}, undefined],
  ])('gives their name, of 200 characters that can be seen: %j', (claims, name) => {
    expect(person(claims)?.name).toBe(name);
  });
});

describe('An address', () => {
  it.each([
    ['ann@example.com', [], true],
    [undefined, [], true],
    ['ann@example.com', ['other.example', 'EXAMPLE.com'], true],
    ['ann@bücher.example', ['xn--bcher-kva.example'], true],
    ['ann@example.com', ['le.com', 'example.com.evil.example'], false],
    [undefined, ['example.com'], false],
    ['ann@', ['example.com', ''], false],
  ])('%j is of the domains %j: %j', (email, domains, isOf) => {
    expect(isOfDomains(email, domains)).toBe(isOf);
  });
});
