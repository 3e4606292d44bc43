import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { plainBody } from './body-pieces.ts';
import { mask, secretsOf } from './secrets.ts';
import { openSpool } from './spool.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-body-'));
});
afterAll(() => rm(folder, { recursive: true }));

const packed = async (sizeBytes: number) => {
  const spool = openSpool(folder);
  spool.write(gzipSync(Buffer.alloc(sizeBytes), { level: 1 }));
  const coding = { type: 'image/png', encoding: 'gzip' };
  const body = await plainBody(spool, coding, secretsOf(), folder);
  for (const one of [spool, body.spool]) one.close();
  return { sizeBytes: body.spool.sizeBytes(), problem: body.problem };
};

it('keeps of a body that unfolds to a hundred times and more a few hundred megabytes, and says so', async () => {
  const mostBytes = 256 * 1024 ** 2;
  const { sizeBytes, problem } = await packed(mostBytes + 32 * 1024 ** 2);
  expect(sizeBytes).toBeLessThan(mostBytes + 1024 ** 2);
  expect(problem).toBe(`The body is not whole here: it unfolds to more than ${mostBytes} bytes.`);
});

it('keeps a body whole that is small, however far it unfolds', async () => {
  expect(await packed(8 * 1024 ** 2)).toEqual({ sizeBytes: 8 * 1024 ** 2, problem: undefined });
});

it('masks JSON by the names in it, whatever type it comes as, and leaves other bytes alone', async () => {
  const secret = 'zq1Token2of3some4length5';
  const said = async (text: string) => {
    const spool = openSpool(folder);
    spool.write(Buffer.from(text));
    const coding = { type: 'application/octet-stream', encoding: '' };
    const body = await plainBody(spool, coding, secretsOf(), folder);
    const read = Buffer.concat(await body.spool.read().toArray()).toString();
    for (const one of [spool, body.spool]) one.close();
    return read;
  };
  expect(await said(` {"access_token":"${secret}"}`)).toBe(` {"access_token":"${mask}"}`);
  expect(await said(`\u0001{"access_token":"${secret}"}`)).toContain(secret);
});

it('masks each of a list of secrets, and no words', () => {
  const [one, other] = ['zq1Token2of3some4length5', 'zq6Token7of8some9length0'];
  const { masked } = secretsOf();
  expect(masked(`{"tokens": ["${one}", "colors.primary" , "${other}"], "more": ["${one}x"]}`)).toBe(
    `{"tokens": ["${mask}", "colors.primary" , "${mask}"], "more": ["${mask}x"]}`,
  );
  expect(masked('{"session_tokens":[]}')).toBe('{"session_tokens":[]}');
});
