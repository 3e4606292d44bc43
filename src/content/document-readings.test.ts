import { expect, test } from 'vitest';
import type { BlobId } from '../blobs/blob-store.ts';
import { TooMuchWaiting } from '../processes/waiting-room.ts';
import { documentReadings, type Reading } from './document-readings.ts';
import { jsonText } from './long-json.ts';
import type { RunSteps } from './steps-in-turn.ts';

const never = new AbortController().signal;
const turn = () => new Promise(setImmediate);

function reading(question: string, of: Partial<Reading> & { at?: string } = {}): Reading {
  const { at, ...rest } = of;
  const stranger = at === undefined ? undefined : { organization: '1', caller: at };
  return { document: 'one' as BlobId, question, signal: never, stranger, ...rest };
}

/** So many steps, and then their number. */
function* counted(steps: number): Generator<void, string> {
  for (let step = 0; step < steps; step += 1) yield;
  return `${steps}`;
}

/** Readings of which each has its turn after one step. */
const readingsByStep = (bounds: Parameters<typeof documentReadings>[0] = {}) =>
  documentReadings({ slice: () => ({ isOver: () => true }), ...bounds });

/** Work that takes steps until it is told to end. */
function heldWork() {
  const steps: number[] = [];
  let isToEnd = false;
  const work = (run: RunSteps) => {
    const number = steps.push(0);
    return run(
      (function* () {
        for (; !isToEnd; yield) steps[number - 1]! += 1;
        return `${number}`;
      })(),
    );
  };
  return { work, steps, endAll: () => (isToEnd = true) };
}

test('What many ask of a document at the same time is read once, and remembered', async () => {
  const readings = documentReadings();
  const work = (run: RunSteps) => run(counted(readings.begun()));
  const answers = ['a', 'b', 'a'].map((at) => readings.read(reading('clicks', { at }), work));
  expect(await Promise.all(answers)).toEqual(['1', '1', '1']);
  expect(await readings.read(reading('clicks'), work)).toBe('1');
  expect(readings.begun()).toBe(1);
  const other = await readings.read(reading('clicks', { document: 'two' as BlobId }), work);
  expect([other, readings.begun()]).toEqual(['2', 2]);
});

test('Strangers’ readings of one address are made one after the other, and too many are refused at once', async () => {
  const readings = readingsByStep({ mostOfOne: 2, mostOfAll: 3 });
  const { work, steps, endAll } = heldWork();
  const ask = (question: string, at?: string) =>
    readings.read(reading(question, at === undefined ? {} : { at }), work);
  const admitted = [ask('1', 'a'), ask('2', 'a'), ask('3', 'b')];
  await expect(ask('4', 'a')).rejects.toThrow(TooMuchWaiting);
  await expect(ask('5', 'c')).rejects.toThrow(TooMuchWaiting);
  // The same as somebody waits for is no work more.
  const joined = ask('1', 'c');
  await turn();
  // The second of one address waits; the one of another address does not.
  expect(steps.length).toBe(2);
  // Who is known waits for no stranger.
  const known = ask('6');
  await turn();
  expect(steps.length).toBe(3);
  endAll();
  expect(await Promise.all([...admitted, joined, known])).toHaveLength(5);
  expect(readings.begun()).toBe(4);
});

test('A stranger’s small question is answered while a reading without end is under way for others', async () => {
  const readings = readingsByStep();
  const { work, steps } = heldWork();
  const gone = new AbortController();
  const huge = readings.read(reading('huge', { at: 'a', signal: gone.signal }), work);
  await expect.poll(() => steps[0]).toBeGreaterThan(50);
  const before = steps[0]!;
  expect(await readings.read(reading('small', { at: 'b' }), (run) => run(counted(3)))).toBe('3');
  expect(steps[0]! - before).toBeLessThanOrEqual(5);
  gone.abort();
  await expect(huge).rejects.toThrow();
});

test('A reading goes on while anybody waits for it, and ends with the last who hangs up', async () => {
  const readings = readingsByStep();
  const { work, steps, endAll } = heldWork();
  const [one, two] = [new AbortController(), new AbortController()];
  const answers = [one, two].map(({ signal }) => readings.read(reading('clicks', { at: 'a', signal }), work));
  await expect.poll(() => steps[0]).toBeGreaterThan(1);
  one.abort();
  await expect(answers[0]).rejects.toThrow();
  const shared = steps[0]!;
  await expect.poll(() => steps[0]).toBeGreaterThan(shared);
  two.abort();
  await expect(answers[1]).rejects.toThrow();
  const last = steps[0]!;
  const again = readings.read(reading('clicks', { at: 'a' }), work);
  await expect.poll(() => steps[1]).toBeGreaterThan(5);
  expect(steps[0]).toBe(last);
  endAll();
  expect(await again).toBe('2');
});

test('A reading that waits for its turn when everybody has hung up is not begun, and makes room at once', async () => {
  const readings = readingsByStep({ mostOfOne: 2 });
  const { work, steps, endAll } = heldWork();
  const first = readings.read(reading('1', { at: 'a' }), work);
  const gone = new AbortController();
  const second = readings.read(reading('2', { at: 'a', signal: gone.signal }), work);
  gone.abort();
  await expect(second).rejects.toThrow();
  await turn();
  const third = readings.read(reading('3', { at: 'a' }), work);
  endAll();
  expect(await Promise.all([first, third])).toEqual(['1', '2']);
  expect(steps.length).toBe(2);
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

test('A long answer is written in steps as it is read, and comes out as it would at once', async () => {
  let slices = 0;
  const readings = documentReadings({
    slice: () => {
      slices += 1;
      return { isOver: () => true };
    },
  });
  const answer = {
    pages: Array.from({ length: 1_000 }, (_, place) => ({ id: `0:${place}`, name: 'Ä "quoted"' })),
  };
  const text = await readings.read(reading('pages', { at: 'a' }), (run) => jsonText(answer, run));
  expect(text).toBe(JSON.stringify(answer));
  expect(slices).toBeGreaterThanOrEqual(1_000);
});
