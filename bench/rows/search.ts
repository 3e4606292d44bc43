import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateDocument } from '../big-document.ts';
import { median, quantile } from '../medians.ts';
import type { Row } from '../results.ts';
import type { Measured, Stage } from '../stage.ts';
import { askWell } from '../timed-client.ts';
import { putContent, startVitrine, type Vitrine } from '../vitrine.ts';

const nodesOfFile = 400;
const longestReadingMs = 30 * 60_000;
const words = ['now', 'card', 'rare7', 'label shop', 'sha', 'shop1'];

/** Words among 4 million nodes and among a hundredth of these; a quick pass has a tenth of both. */
export async function measureSearch(stage: Stage): Promise<Measured> {
  const files = stage.rounds > 3 ? 10_000 : 1_000;
  stage.say(`Making ${files} files to be searched, and ${files / 100}`);
  const few = await openFiles(join(stage.folder, 'search-few'), files / 100);
  const many = await openFiles(join(stage.folder, 'search-many'), files);
  try {
    stage.say('Searching');
    const theirs = await timesOf(few, stage.calls / 5);
    const ours = await timesOf(many, stage.calls / 5);
    const filling = await measureFilling(stage);
    return { rows: [...rowsOf(files, ours, theirs), filling], facts: [] };
  } finally {
    await few.stop();
    await many.stop();
  }
}

function rowsOf(files: number, ours: readonly number[], theirs: readonly number[]): Row[] {
  const [late, reference] = [quantile(ours, 0.99), quantile(theirs, 0.99)];
  const work = `A word in ${files.toLocaleString('en')} files of ${nodesOfFile} nodes`;
  return [
    {
      work: `${work}, latency at p99`,
      reference: 'the same in a hundredth of the files',
      ours: late,
      theirs: reference,
      ratio: late / reference,
      unit: 'ms',
      limit: { atMost: 5 },
    },
    {
      work: `${work}, latency at p50`,
      reference: '50 ms',
      ours: median(ours),
      theirs: 50,
      ratio: median(ours) / 50,
      unit: 'ms',
      limit: { atMost: 1 },
    },
  ];
}

async function openFiles(folder: string, count: number): Promise<Vitrine> {
  const keys = Array.from({ length: count }, (_, index) => `searched${index}`);
  const vitrine = await startVitrine(folder, keys);
  const text = Buffer.from(generateDocument({ nodes: nodesOfFile, approximateBytes: 0 })).toString();
  for (const [index, key] of keys.entries()) {
    const own = text.replaceAll('"name":"', `"name":"shop${index % 50} rare${index} `);
    await putContent(vitrine, key, Buffer.from(own));
  }
  await untilFound(vitrine, `rare${count - 1}`);
  return vitrine;
}

/** Files are read in the order in which they came. */
async function untilFound(vitrine: Vitrine, word: string): Promise<void> {
  for (const endMs = performance.now() + longestReadingMs; performance.now() < endMs; ) {
    const { bytes } = await askWell(vitrine.client, `/workspace/v1/search?q=${word}`);
    if (JSON.parse(Buffer.from(bytes).toString()).hits.length > 0) return;
    await sleep(200);
  }
  throw new Error(`"${word}" was not found within ${longestReadingMs / 60_000} minutes.`);
}

async function timesOf(vitrine: Vitrine, calls: number): Promise<number[]> {
  const times: number[] = [];
  for (let call = 0; call < calls; call++) {
    const q = encodeURIComponent(words[call % words.length] ?? '');
    times.push((await askWell(vitrine.client, `/workspace/v1/search?q=${q}`)).milliseconds);
  }
  return times.slice(words.length * 2);
}

/** The import of a large document while another one is read for the search, and while none is. */
async function measureFilling({ vitrine, documents, rounds }: Stage): Promise<Row> {
  const text = Buffer.from(documents.big).toString();
  const [ours, theirs]: [number[], number[]] = [[], []];
  // The document itself goes by the name of its file, so a page is marked.
  const marked = (mark: string) => Buffer.from(text.replace('"name":"Page 1"', `"name":"${mark} Page 1"`));
  for (let round = 0; round < rounds; round++) {
    await putContent(vitrine, 'big', marked(`quiet${round}`));
    await untilFound(vitrine, `quiet${round}`);
    theirs.push(await putContent(vitrine, 'big', marked(`alone${round}`)));
    await sleep(1000);
    ours.push(await putContent(vitrine, 'big', marked(`beside${round}`)));
  }
  await putContent(vitrine, 'big', documents.big);
  const [beside, alone] = [median(ours), median(theirs)];
  return {
    work: 'Import of the 27 MB document while one is read for the search',
    reference: 'the same while none is',
    ours: beside,
    theirs: alone,
    ratio: beside / alone,
    unit: 'ms',
    limit: { atMost: 1.1 },
  };
}
