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

const secret = 'zq1Token2of3some4length5';
it.each([
  ['a parameter', `https://a.example/x?access_token=${secret}&page=2`],
  ['a list', `{"tokens":["${secret}"]}`],
  ['JSON in a text', `{"text":"{\\"password\\":\\"${secret}\\"}"}`],
  ['an argument', `login(password: "${secret}")`],
  ['an element', `<password>${secret}</password>`],
])('A secret of %s is masked where it stands, and from then on wherever it stands', (_title, said) => {
  const secrets = secretsOf();
  expect(secrets.masked(said)).toBe(said.replace(secret, mask));
  expect(secrets.maskedByValue(`again ${secret}`)).toBe(`again ${mask}`);
});

it('A secret of a parameter is masked from then on as it came and decoded', () => {
  const secrets = secretsOf();
  expect(secrets.masked('?access_token=a%2flong%2fsecret&page=2')).toBe(`?access_token=${mask}&page=2`);
  expect(secrets.maskedByValue('<a%2flong%2fsecret> <a/long/secret>')).toBe(`<${mask}> <${mask}>`);
});

it('Of an environment the values of variables that tell so are secret, and no others', () => {
  const secrets = secretsOf({ HOME: '/home/somebody', SOME_TOKEN: 'a long secret' });
  expect(secrets.masked('/home/somebody has a long secret')).toBe(`/home/somebody has ${mask}`);
});

it('A secret that is short, or masked already, is not learned, and one that holds another is masked whole', () => {
  const secrets = secretsOf();
  for (const value of ['seven 7', `a-${mask}`, 'abcdefgh', 'abcdefgh-and-more']) secrets.learn(value);
  expect(secrets.known()).toBe(2);
  expect(secrets.masked('seven 7, abcdefgh-and-more')).toBe(`seven 7, ${mask}`);
});

it.each([
  ['as it is', 'a "long" secret', 'a "long" secret'],
  ['in an address', 'a long/secret', 'x=a%20long%2Fsecret'],
  ['in JSON', 'a "long" secret', '"a \\"long\\" secret"'],
])('A secret is masked however it is written: %s', (_title, secret, said) => {
  const secrets = secretsOf();
  secrets.learn(secret);
  expect(secrets.masked(said)).toContain(mask);
});

it.each([
  ['-----BEGIN PRIVATE KEY-----\nAbCd\n-----END PRIVATE KEY-----'],
  ['figd_0123456789abcdef'],
  ['eyJhbGciOiJub25l.eyJzdWIiOiJh.abc'],
  ['Bearer 0123456789abcdef'],
])('A token is masked by its form: %s', (token) => {
  expect(secretsOf().masked(`<${token}>`)).toBe(`<${mask}>`);
});

it('Values of headers are secret by the name or by their looks, with a scheme or without', () => {
  const secrets = secretsOf();
  secrets.learnHeader('x-api-key', 'a long key');
  const bearer = Buffer.from('client:not-a-password').toString('base64');
  secrets.learnHeader('authorization', `Bearer ${bearer}`);
  secrets.learnHeader('content-type', 'application/json');
  secrets.learnHeader('authorization', `Basic ${Buffer.from('client:50% secret').toString('base64')}`);
  for (const said of ['a long key', bearer, '50% secret']) expect(secrets.masked(said)).toBe(mask);
  for (const said of ['application/json', 'not-a-password']) expect(secrets.masked(said)).toBe(said);
});

it.each(['{"tokens":["no secret"]}', 'login(token: "no-secret")'])(
  'Words are no secrets, whatever they are called: %s',
  (said) => {
    expect(secretsOf().masked(said)).toBe(said);
  },
);
