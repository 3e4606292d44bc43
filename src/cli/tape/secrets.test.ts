import { expect, it } from 'vitest';
import { mask, secretsOf } from './secrets.ts';

it('The password of an address is masked where it stands, and from then on wherever it stands', () => {
  const secrets = secretsOf();
  expect(secrets.masked('postgres://design:hunter2hunter2@db.example/x')).toBe(
    `postgres://design:${mask}@db.example/x`,
  );
  expect(secrets.masked('It was hunter2hunter2.')).toBe(`It was ${mask}.`);
});

it('Long values of cookies are masked wherever they stand, and short ones are not', () => {
  const secrets = secretsOf();
  secrets.learnHeader('set-cookie', 'id=0123456789abcdef; Path=/settings');
  expect(secrets.masked('0123456789abcdef of /settings')).toBe(`${mask} of /settings`);
});

it('The password of a Basic header is masked by itself, too, as it is and decoded', () => {
  const secrets = secretsOf();
  const pair = Buffer.from('client:a%20long%20secret').toString('base64');
  secrets.learnHeader('authorization', `Basic ${pair}`);
  for (const said of [pair, 'a%20long%20secret', 'a long secret'])
    expect(secrets.masked(`<${said}>`)).toBe(`<${mask}>`);
});

it('A secret is masked in bytes that are looked at as Latin-1', () => {
  const secrets = secretsOf({ SOME_TOKEN: 'Schlüssel-größer' });
  const looked = Buffer.from('Schlüssel-größer', 'utf8').toString('latin1');
  expect(secrets.masked(`a ${looked} b`)).toBe(`a ${mask} b`);
});
