import { imageOptions } from '../../src/images/image-options.ts';
import { renderNode } from '../../src/render/render-node.ts';
import type { ImageFormat } from '../../src/render/render-options.ts';
import { createFontRegistry } from '../../src/render/text/font-registry.ts';
import { cpuSecondsOfAll } from '../processes.ts';
import { downloadAll } from '../render/download-all.ts';
import { addressesIn, iconIds, imagesPath, openRenderServer } from '../render/render-server.ts';
import { iconNodes } from '../render/screen.ts';
import { type SentAlone, sentAlone } from '../render/sent-alone.ts';
import type { Fact } from '../results.ts';
import type { Measured, Stage } from '../stage.ts';
import { askWell } from '../timed-client.ts';
import type { Vitrine } from '../vitrine.ts';

interface Kind {
  readonly format: ImageFormat;
  readonly scale: number;
}

const kinds: readonly Kind[] = [
  { format: 'svg', scale: 1 },
  { format: 'png', scale: 1 },
  { format: 'png', scale: 2 },
  { format: 'png', scale: 3 },
];
/** Drawn first and not counted: code and caches get warm. */
const warmUp: Kind = { format: 'png', scale: 0.5 };
const work = '1,000 icons of 24 px as SVG and as PNG at 1x, 2x, 3x, downloads over HTTP/2 included';
const imageCount = iconIds.length * kinds.length;

/** A thousand icons of 24 px in four kinds, none of them made before: asked for and downloaded. */
export async function measureRenderIcons(stage: Stage): Promise<Measured> {
  stage.say(`${iconIds.length} icons in ${kinds.length} kinds through the endpoint`);
  const ours = await throughEndpoint(stage);
  stage.say('The same icons drawn and encoded alone');
  const byKind = await drawnAlone();
  const alone = meanOf(byKind.map(({ cpuMs }) => cpuMs));
  stage.say('As many answers of their size, sent from memory by a server of Node that does nothing else');
  const sent = await sentAlone(stage, {
    sizeBytes: meanOf(byKind.map((kind) => kind.sizeBytes)),
    count: imageCount,
  });
  return {
    rows: [
      {
        ...{ work, reference: '–', ours: ours.speed, theirs: 0, ratio: ours.speed, unit: 'images/s' },
        ...{ limit: { atLeast: 5000 }, absolute: true },
      },
      {
        work: `${work}, processor time of an image`,
        reference: 'drawing and encoding alone, in one process, without server and files',
        ...{ ours: ours.cpuMs, theirs: alone, ratio: ours.cpuMs / alone, unit: 'ms' },
        limit: { atMost: 1.5 },
      },
    ],
    facts: [...byKind.map(drawnFact), ...limitFacts(alone, sent)],
  };
}

const drawnFact = ({ kind, cpuMs, sizeBytes }: DrawnKind): Fact => ({
  name: `An icon as ${kind.format.toUpperCase()} at ${kind.scale}x, drawn and encoded alone`,
  value: `${cpuMs.toFixed(3)} ms, ${Math.round(sizeBytes)} bytes`,
});

/** What two cores can give at the most, where nothing is done but drawing, encoding, sending and receiving. */
function limitFacts(alone: number, { serverMs, clientMs }: SentAlone): Fact[] {
  const each = alone + serverMs + clientMs;
  return [
    { name: 'An answer of that size over HTTP/2, Node sending alone', value: `${serverMs.toFixed(3)} ms` },
    { name: 'The same, received by the client of this bench', value: `${clientMs.toFixed(3)} ms` },
    {
      name: 'What two cores could give with nothing but these three',
      value: `${Math.round(2000 / each)} images/s (${each.toFixed(3)} ms each)`,
    },
  ];
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Images a second, and processor time of one in milliseconds: that of the server and its processes. */
async function throughEndpoint(stage: Stage): Promise<{ speed: number; cpuMs: number }> {
  const vitrine = await openRenderServer(stage, 'render-icons');
  try {
    await fetchImages(vitrine, warmUp);
    const [startedAt, usedBefore] = [performance.now(), cpuSecondsOfAll(vitrine.pid)];
    for (const kind of kinds) await fetchImages(vitrine, kind);
    const cpuSeconds = cpuSecondsOfAll(vitrine.pid) - usedBefore;
    const seconds = (performance.now() - startedAt) / 1000;
    return { speed: imageCount / seconds, cpuMs: (cpuSeconds * 1000) / imageCount };
  } finally {
    await vitrine.stop();
  }
}

interface DrawnKind {
  readonly kind: Kind;
  /** Of one image. */
  readonly cpuMs: number;
  readonly sizeBytes: number;
}

/** Means of the images of each kind. */
async function drawnAlone(): Promise<DrawnKind[]> {
  const icons = iconNodes(iconIds.length);
  const environment = { fonts: createFontRegistry(), imageBytes: async () => undefined };
  const drawAll = async (kind: Kind): Promise<DrawnKind> => {
    const before = process.cpuUsage();
    let sizeBytes = 0;
    for (const node of icons) {
      const drawn = await renderNode({ node, ancestors: [] }, imageOptions(kind), environment);
      sizeBytes += 'picture' in drawn ? drawn.picture.length : 0;
    }
    const { user, system } = process.cpuUsage(before);
    return { kind, cpuMs: (user + system) / 1000 / icons.length, sizeBytes: sizeBytes / icons.length };
  };
  await drawAll(warmUp);
  const drawn: DrawnKind[] = [];
  for (const kind of kinds) drawn.push(await drawAll(kind));
  return drawn;
}

async function fetchImages(
  { client, url, ca }: Vitrine,
  kind: { readonly format: string; readonly scale: number },
): Promise<void> {
  const answered = await askWell(client, imagesPath('icons', { ids: iconIds, ...kind }));
  await downloadAll(url, ca, addressesIn(answered));
}
