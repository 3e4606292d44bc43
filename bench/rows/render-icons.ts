import { median } from '../medians.ts';
import { cpuSecondsOf, cpuSecondsOfAll } from '../processes.ts';
import { downloadAll } from '../render/download-all.ts';
import {
  cpuMsOf,
  type DrawnKind,
  drawnByNewProcess,
  type Kind,
  kinds,
  meanOf,
  warmUp,
} from '../render/icons-alone.ts';
import { addressesIn, iconIds, imagesPath, openRenderServer } from '../render/render-server.ts';
import { type SentAlone, sentAlone } from '../render/sent-alone.ts';
import type { Fact } from '../results.ts';
import type { Measured, Stage } from '../stage.ts';
import { askWell } from '../timed-client.ts';
import type { Vitrine } from '../vitrine.ts';

const work = '1,000 icons of 24 px as SVG and as PNG at 1x, 2x, 3x, downloads over HTTP/2 included';
const imageCount = iconIds.length * kinds.length;

/** Each with new processes: what the machine does from minute to minute hits all of them alike. */
const turns = 5;

/**
 * A thousand icons of 24 px in four kinds, none of them made before: all kinds are asked for at once, as who exports
 * icons does, and downloaded as they are answered. What draws them alone are as many new processes as draw here.
 */
export async function measureRenderIcons(stage: Stage): Promise<Measured> {
  stage.say(
    `${iconIds.length} icons in ${kinds.length} kinds through the endpoint, and drawn alone, by turns`,
  );
  const found: Turn[] = [];
  while (found.length < turns) found.push(await takeTurn(stage, `render-icons-${found.length}`));
  const ours = middleOf(found.map((turn) => turn.ours));
  const alone = median(found.map((turn) => cpuMsOf(turn.alone)));
  const byTwo = median(found.map((turn) => turn.byTwo));
  const byKind = kindsOf(found);
  stage.say('As many answers of their size, sent from memory by a server of Node that does nothing else');
  const sent = await sentAlone(stage, {
    sizeBytes: meanOf(byKind.map((kind) => kind.sizeBytes)),
    count: imageCount,
  });
  return {
    rows: [
      {
        work,
        reference: '–',
        ours: ours.speed,
        theirs: 0,
        ratio: ours.speed,
        unit: 'images/s',
        limit: { atLeast: 5000 },
        absolute: true,
      },
      {
        work: `${work}, processor time of an image`,
        reference: 'drawing and encoding alone, in two new processes, without server and files',
        ours: ours.cpuMs,
        theirs: byTwo,
        ratio: ours.cpuMs / byTwo,
        unit: 'ms',
        limit: { atMost: 1.5 },
      },
    ],
    facts: [
      turnsFact(found),
      ...byKind.map(drawnFact),
      ...partFacts(ours),
      ...limitFacts({ alone, byTwo, sent }),
    ],
  };
}

interface Turn {
  readonly ours: Endpoint;
  readonly alone: readonly DrawnKind[];
  /** Processor time of an image in milliseconds, where two processes draw half each. */
  readonly byTwo: number;
}

async function takeTurn(stage: Stage, folder: string): Promise<Turn> {
  const ours = await throughEndpoint(stage, folder);
  const alone = await drawnByNewProcess(iconIds.length);
  const half = iconIds.length / 2;
  const shares = await Promise.all([drawnByNewProcess(half), drawnByNewProcess(half)]);
  return { ours, alone, byTwo: meanOf(shares.map(cpuMsOf)) };
}

/** The middle of each number. */
function middleOf(found: readonly Endpoint[]): Endpoint {
  const of = (number: (one: Endpoint) => number): number => median(found.map(number));
  return {
    speed: of(({ speed }) => speed),
    cpuMs: of(({ cpuMs }) => cpuMs),
    parts: {
      drawing: of(({ parts }) => parts.drawing),
      server: of(({ parts }) => parts.server),
    },
  };
}

const kindsOf = (found: readonly Turn[]): DrawnKind[] =>
  kinds.map((kind, place) => {
    const drawn = found.map(({ alone }) => alone[place] as DrawnKind);
    const of = (number: (one: DrawnKind) => number): number => median(drawn.map(number));
    return { kind, cpuMs: of(({ cpuMs }) => cpuMs), sizeBytes: of(({ sizeBytes }) => sizeBytes) };
  });

const turnsFact = (found: readonly Turn[]): Fact => ({
  name: 'An image in each turn: ours, drawn alone by two, and by one',
  value: found
    .map(({ ours, alone, byTwo }) =>
      [ours.cpuMs, byTwo, cpuMsOf(alone)].map((ms) => `${ms.toFixed(3)} ms`).join(', '),
    )
    .join('; '),
});

const drawnFact = ({ kind, cpuMs, sizeBytes }: DrawnKind): Fact => ({
  name: `An icon as ${kind.format.toUpperCase()} at ${kind.scale}x, drawn and encoded alone`,
  value: `${cpuMs.toFixed(3)} ms, ${Math.round(sizeBytes)} bytes`,
});

const partFacts = ({ parts }: Endpoint): Fact[] => [
  { name: 'Of an image: the processes that draw', value: `${parts.drawing.toFixed(3)} ms` },
  { name: 'Of an image: the server', value: `${parts.server.toFixed(3)} ms` },
];

/**
 * What two cores can give at the most, where nothing is done but drawing, encoding, sending and receiving: once by
 * processes that have compiled all they run, and once by new ones, as here, of which two share the drawing.
 */
function limitFacts({ alone, byTwo, sent }: { alone: number; byTwo: number; sent: SentAlone }): Fact[] {
  const { serverMs, newServerMs, clientMs } = sent;
  const bound = (drawing: number, sending: number): string => {
    const each = drawing + sending + clientMs;
    const ratio = (drawing + sending) / byTwo;
    return `${Math.round(2000 / each)} images/s (${each.toFixed(3)} ms each), ${ratio.toFixed(2)} × of drawing alone in two`;
  };
  const ms = (value: number): string => `${value.toFixed(3)} ms`;
  return [
    { name: 'An icon drawn and encoded by one new process', value: ms(alone) },
    { name: 'An answer of that size over HTTP/2, Node sending alone', value: ms(serverMs) },
    { name: 'The same, the first of a new server', value: ms(newServerMs) },
    { name: 'The same, received by the client of this bench', value: ms(clientMs) },
    {
      name: 'What two cores could give with nothing but these, drawn in one process',
      value: bound(alone, serverMs),
    },
    { name: 'The same by new processes, two of which draw', value: bound(byTwo, newServerMs) },
  ];
}

/** What went through in a second, and processor time of an image in milliseconds: that of the server and its processes. */
interface Endpoint {
  readonly speed: number;
  readonly cpuMs: number;
  readonly parts: { readonly drawing: number; readonly server: number };
}

/** Processor seconds of the server, and of all processes with it. */
const usedBy = ({ pid }: Vitrine) => ({ server: cpuSecondsOf(pid) ?? 0, all: cpuSecondsOfAll(pid) });

async function throughEndpoint(stage: Stage, folder: string): Promise<Endpoint> {
  const vitrine = await openRenderServer(stage, folder);
  const msOf = (seconds: number): number => (seconds * 1000) / imageCount;
  const makeAndDownload = async (kind: Kind): Promise<number> =>
    downloadAll(vitrine.url, vitrine.ca, await addressesOf(vitrine, kind));
  try {
    await makeAndDownload(warmUp);
    const [startedAt, first] = [performance.now(), usedBy(vitrine)];
    await Promise.all(kinds.map(makeAndDownload));
    const seconds = (performance.now() - startedAt) / 1000;
    const last = usedBy(vitrine);
    const [all, server] = [msOf(last.all - first.all), msOf(last.server - first.server)];
    return { speed: imageCount / seconds, cpuMs: all, parts: { drawing: all - server, server } };
  } finally {
    await vitrine.stop();
  }
}

async function addressesOf({ client }: Vitrine, kind: Kind): Promise<string[]> {
  return addressesIn(await askWell(client, imagesPath('icons', { ids: iconIds, ...kind })));
}
