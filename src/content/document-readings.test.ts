import { expect, test } from 'vitest';
import type { BlobId } from '../blobs/blob-store.ts';
import { TooMuchWaiting } from '../processes/waiting-room.ts';
import { documentReadings, type Reading } from './document-readings.ts';

const never = new AbortController().signal;
const turn = () => new Promise(setImmediate);

function reading(question: string, of: Partial<Reading> & { at?: string } = {}): Reading {
  const { at, ...rest } = of;
  const stranger = at === undefined ? undefined : { organization: '1', caller: at };
  return { document: 'one' as BlobId, question, signal: never, stranger, ...rest };
}

/** Work that ends when it is told to. */
function heldWork() {
  const ends: (() => void)[] = [];
  const begun: AbortSignal[] = [];
  const work = async (wanted: AbortSignal) => {
    begun.push(wanted);
    await new Promise<void>((end) => ends.push(end));
    wanted.throwIfAborted();
    return begun.length;
  };
  const endAll = async () => {
    for (await turn(); ends.length > 0; await turn()) ends.shift()!();
  };
  return { work, begun, endAll };
}

test('What many ask of a document at the same time is read once, and remembered', async () => {
  const readings = documentReadings();
  const { work, endAll } = heldWork();
  const answers = ['a', 'b', 'a'].map((at) => readings.read(reading('clicks', { at }), work));
  await endAll();
  expect(await Promise.all(answers)).toEqual(['1', '1', '1']);
  expect(await readings.read(reading('clicks'), work)).toBe('1');
  expect(readings.begun()).toBe(1);
  const other = readings.read(reading('clicks', { document: 'two' as BlobId }), work);
  await endAll();
  expect([await other, readings.begun()]).toEqual(['2', 2]);
});

test('Strangers’ readings are made one after the other, and too many are refused at once', async () => {
  const readings = documentReadings({ mostOfOne: 2, mostOfAll: 3 });
  const { work, begun, endAll } = heldWork();
  const ask = (question: string, at?: string) =>
    readings.read(reading(question, at === undefined ? {} : { at }), work);
  const admitted = [ask('1', 'a'), ask('2', 'a'), ask('3', 'b')];
  await expect(ask('4', 'a')).rejects.toThrow(TooMuchWaiting);
  await expect(ask('5', 'c')).rejects.toThrow(TooMuchWaiting);
  // The same as somebody waits for is no work more.
  const joined = ask('1', 'c');
  await turn();
  expect(begun.length).toBe(1);
  // Who is known waits for no stranger.
  const known = ask('6');
  await turn();
  expect(begun.length).toBe(2);
  await endAll();
  expect(await Promise.all([...admitted, joined, known])).toHaveLength(5);
  expect(readings.begun()).toBe(4);
});

test('A reading goes on while anybody waits for it, and ends with the last who hangs up', async () => {
  const readings = documentReadings();
  const { work, begun, endAll } = heldWork();
  const [one, two] = [new AbortController(), new AbortController()];
  const answers = [one, two].map(({ signal }) => readings.read(reading('clicks', { at: 'a', signal }), work));
  await turn();
  one.abort();
  await expect(answers[0]).rejects.toThrow();
  expect(begun[0]!.aborted).toBe(false);
  two.abort();
  await expect(answers[1]).rejects.toThrow();
  expect(begun[0]!.aborted).toBe(true);
  const again = readings.read(reading('clicks', { at: 'a' }), work);
  await endAll();
  expect(await again).toBe('2');
});

test('A reading that waits for its turn when everybody has hung up is not begun', async () => {
  const readings = documentReadings();
  const { work, begun, endAll } = heldWork();
  const first = readings.read(reading('1', { at: 'a' }), work);
  const gone = new AbortController();
  const second = readings.read(reading('2', { at: 'a', signal: gone.signal }), work);
  gone.abort();
  await expect(second).rejects.toThrow();
  await endAll();
  await first;
  await turn();
  expect(begun.length).toBe(1);
});

test('Answers are remembered by their size, those used longest ago make room, and failures are not', async () => {
  const readings = documentReadings({ mostBytes: 80_000 });
  const read = (question: string, letters: number) =>
    readings.read(reading(question), async () => 'x'.repeat(letters));
  // An eighth of it has 4,500 characters.
  await read('too long', 5_000);
  await read('too long', 5_000);
  expect(readings.begun()).toBe(2);
  for (let number = 0; number < 9; number += 1) await read(`${number}`, 4_000);
  await read('8', 4_000);
  expect(readings.begun()).toBe(11);
  await read('0', 4_000);
  expect(readings.begun()).toBe(12);
  const failing = () => readings.read(reading('failing'), () => Promise.reject(new Error('broken')));
  for (let time = 0; time < 2; time += 1) await expect(failing()).rejects.toThrow('broken');
  expect(readings.begun()).toBe(14);
});
