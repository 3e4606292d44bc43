import { expect, it } from 'vitest';
import { as } from '../harness/delivery-record.ts';
import { imagesFile } from '../harness/images-file.ts';
import type { Server } from '../harness/server.ts';
import {
  type Change,
  holdDelivery,
  made,
  type Place,
  preparePlace,
  seenBy,
  setSize,
  writeUntilOver,
} from './restored-beside-others.ts';
import type { Several } from './servers.ts';

/** A backup that one of three processes restores. */
export const restoreSuite = (started: () => Several): void =>
  it('have all what one of them restores while the others are up and writing, and go on from it', async () => {
    const place = await preparePlace(started());
    const [one, two, three] = place.several.servers as [Server, Server, Server];
    await made(one, `POST /workspace/v1/mirrors/${place.mirror}/sync`);
    expect((await setSize(one, 'quiet', place.variables, 1)).status).toBe(200);
    const held = await holdDelivery(place);
    const before = await seenBy(one, place);
    const backup = await two.call('GET', '/workspace/v1/backup', { token: two.adminToken });
    expect(backup.status).toBe(200);
    await held.end();

    await changeAll(place);
    const later = await seenBy(one, place);
    expect(later).not.toEqual(before);
    for (const server of [two, three]) expect(await seenBy(server, place)).toEqual(later);
    const changes = await restoreBesideWriters(place, backup.bytes);
    expect(changes.filter((change) => !isWell(change))).toEqual([]);
    const seen = await seenBy(one, place);
    for (const server of [two, three]) expect(await seenBy(server, place)).toEqual(seen);
    expect({ quiet: seen.quiet, mirror: seen.mirror }).toEqual({
      quiet: before.quiet,
      mirror: before.mirror,
    });
    expectWritten(seen.written, changes);

    await expectDeliveries(place, held.id, changes);
    for (const server of [one, two, three]) await expectGoesOn(place, server);
  });

/** What all of them have read since the backup, and what is to be gone. */
async function changeAll(place: Place): Promise<void> {
  const [, two, three] = place.several.servers as [Server, Server, Server];
  expect((await setSize(two, 'quiet', place.variables, 2)).status).toBe(200);
  await made(three, 'PUT /workspace/v1/files/quiet/content', imagesFile('#ff0000'));
  place.toVersion('2');
  await made(two, `POST /workspace/v1/mirrors/${place.mirror}/sync`);
}

interface Judged extends Change {
  /** Answered before the restore began, or asked for after it was over. */
  readonly is: 'before' | 'beside' | 'after';
}

/** What waits for longer is given up. */
const mostMs = 60_000;

/**
 * What is under way at the moment of the restore may have found what is gone then: a version, or something to build on,
 * as which nothing was changed.
 */
const isWell = (change: Judged): boolean =>
  change.answer.status === 200 ||
  (change.is === 'beside' && (change.answer.status === 404 || isPutOff(change)));

function isPutOff(change: Judged): boolean {
  const { answer, beganAt, endedAt } = change;
  const isToldWhen = answer.status === 503 && Number(answer.retryAfter) > 0;
  return isToldWhen && (isLeftUndone(change) || endedAt - beganAt >= mostMs);
}

const isLeftUndone = ({ answer: { status, text } }: Change): boolean =>
  status === 503 && text.includes('Nothing was changed by it; try again.');

/** One process restores while two others are written by. */
async function restoreBesideWriters(place: Place, backup: Buffer): Promise<readonly Judged[]> {
  const [one, two, three] = place.several.servers as [Server, Server, Server];
  const writers = [two, three].map((server, at) => writeUntilOver(server, place, 1000 * (at + 1)));
  const haveAll = (since: number) =>
    writers.every(({ changes }) => {
      const kinds = changes.filter(({ beganAt }) => beganAt > since).map(({ kind }) => kind);
      return new Set(kinds).size === 5;
    });
  await expect.poll(() => haveAll(0)).toBe(true);
  const startedAt = performance.now();
  const headers = { 'content-type': 'application/x-tar' };
  const { status, text } = await one.call('PUT', '/workspace/v1/backup', {
    token: one.adminToken,
    body: backup,
    headers,
  });
  expect([status, text]).toEqual([200, text]);
  const restoredAt = performance.now();
  await expect.poll(() => haveAll(restoredAt)).toBe(true);
  const changes = (await Promise.all(writers.map((writer) => writer.end()))).flat();
  const judged = ({ beganAt, endedAt }: Change) =>
    endedAt < startedAt ? 'before' : beganAt > restoredAt ? 'after' : 'beside';
  return changes.map((change) => ({ ...change, is: judged(change) }));
}

/** What was answered before is gone, as is what was put off, and what was asked for afterwards is there. */
function expectWritten(
  { labels, comments, files, size, frame }: Awaited<ReturnType<typeof seenBy>>['written'],
  changes: readonly Judged[],
): void {
  const marksOf = (kind: Change['kind'], is: Judged['is']) =>
    changes.filter((change) => change.kind === kind && change.is === is).map(({ mark }) => mark);
  const lists = { label: labels, comment: comments, file: files };
  for (const [kind, list] of Object.entries(lists) as [keyof typeof lists, string[]][]) {
    expect([kind, list]).toEqual([kind, expect.arrayContaining(marksOf(kind, 'after'))]);
    const back = marksOf(kind, 'before').filter((mark) => list.includes(mark));
    expect([kind, back]).toEqual([kind, []]);
    const undone = changes.filter((change) => change.kind === kind && isLeftUndone(change));
    expect([kind, undone.filter(({ mark }) => list.includes(mark))]).toEqual([kind, []]);
  }
  expect(marksOf('size', 'after')).toContain(String(size));
  expect(marksOf('push', 'after')).toContain(frame);
}

/** What was under way in the backup goes out again, and each change since is told once. */
async function expectDeliveries(
  { several, receiver }: Place,
  held: string,
  changes: readonly Judged[],
): Promise<void> {
  const since = receiver.received.length;
  const idsOf = (from = 0) =>
    receiver.received.slice(from).map(({ headers }) => headers['webhook-id'] as string);
  expect(idsOf().filter((id) => id === held)).toHaveLength(1);
  // The lease ends under which it was being sent.
  await several.query('update deliveries set next_attempt_at = 1 where id = $1 and lease is not null', [
    held,
  ]);
  await expect.poll(() => idsOf(since).filter((id) => id === held)).toHaveLength(1);
  const labels = changes.filter(({ kind, is }) => kind === 'label' && is === 'after');
  const told = () => receiver.received.map(({ json }) => json.description);
  for (const { mark } of labels)
    await expect.poll(() => told().filter((one) => one === mark)).toEqual([mark]);
  const waiting = `select state from deliveries where state <> 'delivered'`;
  await expect.poll(() => several.query(waiting)).toEqual([]);
}

/** Its work of the hour, mirrors, variables that it changes, and designs that the others read. */
async function expectGoesOn(place: Place, server: Server): Promise<void> {
  const { several, mirror } = place;
  // The others look for it each minute too, and may be the ones that do it. By ten seconds an upstream may be asked again.
  let text = '';
  const does = async (): Promise<string> => {
    await several.query('update chores set next_at = 0');
    await made(server, 'POST /test/v1/clock', { advance: '10s' });
    expect(await several.query('select name from chores where next_at = 0 or lease is not null')).toEqual([]);
    text = (await server.call('GET', '/metrics', { token: server.adminToken })).text;
    return text;
  };
  const done = /^vitrine_chore_last_end_timestamp_seconds\{chore="logs"\} \d/m;
  await expect.poll(does).toMatch(done);
  expect(text).not.toMatch(/^vitrine_chore_failures_total\{.*\} [1-9]/m);

  await made(server, `POST /workspace/v1/mirrors/${mirror}/sync`);
  const size = server.pid;
  expect((await setSize(server, 'quiet', place.variables, size)).status).toBe(200);
  await made(server, 'PUT /workspace/v1/files/quiet/content', imagesFile('#00ff00'));
  const own = await seenBy(server, place);
  expect([own.quiet.size, own.mirror, own.mirrorState]).toEqual([size, 'Theirs 2', 'current']);
  const others = several.servers.filter((other) => other !== server);
  for (const other of others) expect(await seenBy(other, place)).toEqual(own);
  expect((await as(server, 'POST', '/workspace/v1/files/written/versions', { label: 'Last' })).status).toBe(
    200,
  );
}
