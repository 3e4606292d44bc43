import { expect, it } from 'vitest';
import { upstreamIdOf } from '../contract/branded-ids.ts';
import { randomIds } from '../ids.ts';
import { openGrant, sealGrant } from './sealed-grant.ts';

const secret = (): [string] => ['a secret'];
const grant = { client: 'an-app', clientSecret: 'its-secret', refreshToken: 'a-token' };
const seal = (more: object = {}) =>
  sealGrant(secret, upstreamIdOf('1'), { ...grant, ...more }, randomIds.secret());

it('A sealed grant opens for its upstream alone', () => {
  expect(openGrant(secret, upstreamIdOf('1'), seal())).toEqual(grant);
  expect(openGrant(secret, upstreamIdOf('2'), seal())).toBeUndefined();
});

it.each([{ client: '' }, { clientSecret: 'two words' }, { refreshToken: 'ü' }])(
  'A grant is refused that no request carries: %j',
  (more) => {
    expect(() => seal(more)).toThrow('are words of ASCII');
  },
);
