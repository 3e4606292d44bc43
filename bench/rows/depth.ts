import type { DocumentKey } from '../documents.ts';
import { interleaved, median } from '../medians.ts';
import { type Fact, type Row, rounded } from '../results.ts';
import type { Measured, Stage } from '../stage.ts';
import { askWell } from '../timed-client.ts';

const pathOf = (key: DocumentKey): string => `/v1/files/${key}?depth=2`;

/**
 * The file down to its frames: time goes with the bytes of the answer, whether the file doubles by its frames
 * (then so does the answer) or inside of them (then the answer stays).
 */
export async function measureDepth({ vitrine, calls, say }: Stage): Promise<Measured> {
  const rounds = Math.ceil(calls / 15);
  say(`Down to depth 2, ${rounds} calls each`);
  const sizeOf = async (key: DocumentKey) => (await askWell(vitrine.client, pathOf(key))).bytes.length;
  const call = (key: DocumentKey) => async () => (await askWell(vitrine.client, pathOf(key))).milliseconds;
  const sizes = {
    big: await sizeOf('big'),
    doubled: await sizeOf('doubled'),
    deeper: await sizeOf('deeper'),
  };
  const contestants = { big: call('big'), doubled: call('doubled'), deeper: call('deeper') };
  await interleaved(10, contestants);
  const times = await interleaved(rounds, contestants);
  const time = (key: keyof typeof times) => median(times[key]);
  const perMegabyte = (key: keyof typeof times) => (time(key) * 1e6) / sizes[key];
  const rows: Row[] = [
    compared('the file doubled inside its frames, the same answer', 'ms', time('deeper'), time('big')),
    compared(
      'file and answer doubled, time per MB of the answer',
      'ms',
      perMegabyte('doubled'),
      perMegabyte('big'),
    ),
  ];
  return {
    rows,
    facts: (['big', 'doubled', 'deeper'] as const).map((key) => fact(key, sizes[key], time(key))),
  };
}

function compared(what: string, unit: string, ours: number, theirs: number): Row {
  return {
    work: `Get file, depth=2: ${what}`,
    reference: 'the file of 27 MB',
    ours,
    theirs,
    unit,
    ratio: ours / theirs,
    limit: { atMost: 1.3 },
  };
}

function fact(key: DocumentKey, sizeBytes: number, milliseconds: number): Fact {
  const perByte = rounded((milliseconds * 1e6) / sizeBytes);
  return {
    name: `Get file, depth=2, ${key} file`,
    value: `${sizeBytes} bytes in ${rounded(milliseconds)} ms, ${perByte} ns for each byte of the answer`,
  };
}
