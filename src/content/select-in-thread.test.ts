import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compileSnapshot } from '../document/compile-snapshot.ts';
import { readRestSource } from '../import/rest/read-rest-source.ts';
import { turnsWhile } from '../testing/event-loop-turns.ts';
import { selectInThread } from './select-in-thread.ts';

let folder: string;
const party = { organization: 'acme', caller: 'alice' };
const asked = { properties: [], fileKey: 'key', from: 0, mostNodes: 5 };
const place = () => ({ path: join(folder, 'design') });
const signal = new AbortController().signal;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'select-'));
  const children = Array.from({ length: 3000 }, (_, index) => ({
    id: `1:${index}`,
    type: 'TEXT',
    name: 'T',
  }));
  const page = { id: '0:1', type: 'CANVAS', name: 'Page', children };
  const document = { id: '0:0', type: 'DOCUMENT', name: 'Document', children: [page] };
  const json = Buffer.from(JSON.stringify({ document }));
  writeFileSync(place().path, Buffer.concat(compileSnapshot(readRestSource(json)).chunks));
});
afterAll(() => rmSync(folder, { recursive: true }));

it('A selector whose work multiplies with siblings is ended, while others get to work and the next one is answered', async () => {
  const hostile = '* ~ * ~ * ~ FRAME ~ * ~ * ~ TEXT';
  let refusal: unknown;
  const turns = await turnsWhile(async () => {
    refusal = await selectInThread(
      place(),
      { ...asked, selector: hostile },
      { party, signal, deadlineMs: 500 },
    ).catch((e) => e);
  });
  expect(String(refusal)).toContain('The selector takes more than 0.5 seconds over this file');
  expect(turns).toBeGreaterThan(20);
  const page = await selectInThread(place(), { ...asked, selector: 'TEXT + TEXT' }, { party, signal });
  expect(page).toMatchObject({ next: 8, nodes: { length: 5 } });
});

it('A selector that takes long keeps nobody waiting whose own does not', async () => {
  const hostile = { ...asked, selector: '* ~ * ~ * ~ FRAME ~ * ~ * ~ TEXT' };
  const answered: string[] = [];
  const tell = (who: string) => () => answered.push(who);
  const slow = ['alice', 'bob'].map((caller) =>
    selectInThread(place(), hostile, { party: { ...party, caller }, signal, deadlineMs: 4000 }).catch(
      tell(caller),
    ),
  );
  const other = { organization: 'elsewhere', caller: 'dan' };
  const quick = { ...asked, selector: 'DOCUMENT' };
  await Promise.all([...slow, selectInThread(place(), quick, { party: other, signal }).then(tell('dan'))]);
  expect(answered).toEqual(['dan', 'alice', 'bob']);
});

it('A selector that took long keeps nobody waiting when it is asked for again, whoever asks', async () => {
  const hostile = { ...asked, selector: '* ~ * ~ * ~ SECTION ~ * ~ * ~ TEXT' };
  await expect(selectInThread(place(), hostile, { party, signal, deadlineMs: 1000 })).rejects.toThrow();
  const quick = { ...asked, selector: 'DOCUMENT' };
  await selectInThread(place(), quick, { party, signal });
  const answered: string[] = [];
  const tell = (who: string) => () => answered.push(who);
  const left = new AbortController();
  const again = Array.from({ length: 8 }, (_, at) =>
    selectInThread(place(), hostile, {
      party: { ...party, organization: `of ${at}` },
      signal: left.signal,
      deadlineMs: 2000,
    }).catch(tell('slow')),
  );
  await selectInThread(place(), quick, { party: { ...party, caller: 'dan' }, signal }).then(tell('dan'));
  left.abort();
  await Promise.all(again);
  expect(answered[0]).toBe('dan');
});

it('Work that nobody waits for any more is ended', async () => {
  const left = AbortSignal.timeout(100);
  const hostile = { ...asked, selector: '* ~ * ~ * ~ FRAME ~ * ~ * ~ TEXT' };
  await expect(selectInThread(place(), hostile, { party, signal: left })).rejects.toThrow();
  const again = selectInThread(place(), { ...asked, selector: 'DOCUMENT' }, { party, signal });
  await expect(again).resolves.toMatchObject({ next: undefined, nodes: { length: 1 } });
});
