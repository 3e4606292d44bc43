import { describe, expect, it } from 'vitest';
import { userIdOf } from '../contract/branded-ids.ts';
import { knownDevices } from './known-device.ts';

const secret = ['a secret of more than 32 characters\n'] as const;
const other = ['another secret of more than 32 characters\n'] as const;
const device = { id: 'd1', userId: userIdOf('42') };

let now = 1_000_000;
const devices = knownDevices(
  () => secret,
  () => now,
);
const pairOf = (cookie: string): string => cookie.split(';')[0] as string;

describe('the cookie of a browser in which somebody signed in', () => {
  it('is read among other cookies, and while an earlier secret is still accepted', () => {
    const pair = pairOf(devices.cookie(device));
    expect(devices.read(`a=b; ${pair}; c=d`)).toEqual(device);
    const both = [other[0], secret[0]] as const;
    expect(
      knownDevices(
        () => both,
        () => now,
      ).read(pair),
    ).toEqual(device);
  });

  it('is bound to this host, out of reach of scripts, and ends after 180 days', () => {
    const cookie = devices.cookie(device);
    expect(cookie).toMatch(
      /^__Host-vitrine-device=[\w.-]+; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=15552000$/,
    );
    now += 180 * 24 * 3_600_000;
    expect(devices.read(pairOf(cookie))).toBeUndefined();
  });

  it.each([
    undefined,
    '',
    '__Host-vitrine-device',
    '__Host-vitrine-device=',
    '__Host-vitrine-device=.',
    '__Host-vitrine-device=e30.AAAA',
    '__Host-vitrine-device=WyIxIiwiMiIsOTk5OTk5OTk5OTld',
  ])('cannot be forged: %s', (cookies) => {
    expect(devices.read(cookies)).toBeUndefined();
  });

  it('is ignored where it was changed, is of another installation or comes twice', () => {
    const pair = pairOf(devices.cookie(device));
    const foreign = knownDevices(
      () => other,
      () => now,
    ).cookie(device);
    const changed = Buffer.from(JSON.stringify(['43', 'd1', 9_999_999_999])).toString('base64url');
    expect(devices.read(pair.replace(/=[^.]+/, `=${changed}`))).toBeUndefined();
    expect(devices.read(pairOf(foreign))).toBeUndefined();
    expect(devices.read(`${pair}; ${pair}`)).toBeUndefined();
  });
});
