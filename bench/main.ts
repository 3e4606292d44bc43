import { parseArgs } from 'node:util';
import { describeMachine } from './machine.ts';
import { untilIdle } from './processes.ts';
import { markdown, type Results } from './results.ts';
import { measureBalancedImages } from './rows/balanced-images.ts';
import { measureCold } from './rows/cold.ts';
import { measureComparison } from './rows/compare.ts';
import { measureBounds } from './rows/core-limits.ts';
import { measureDeliveries } from './rows/deliver.ts';
import { measureDepth } from './rows/depth.ts';
import { measureFilePage } from './rows/file-page.ts';
import { measureHour } from './rows/file-page-hour.ts';
import { measureFlows } from './rows/flows.ts';
import { measureFollowing } from './rows/follow.ts';
import { measureFrame } from './rows/frame.ts';
import { measureImport } from './rows/import.ts';
import { measureDesignImport } from './rows/import-design.ts';
import { measureLists } from './rows/lists.ts';
import { measureMemory } from './rows/memory.ts';
import { measureMirrors } from './rows/mirrors.ts';
import { measureMixed } from './rows/mixed.ts';
import { measurePackages } from './rows/packages.ts';
import { measurePatch } from './rows/patch.ts';
import { measureRenderFrame } from './rows/render-frame.ts';
import { measureRenderIcons } from './rows/render-icons.ts';
import { measureRenderLoad } from './rows/render-load.ts';
import { measureRenderWorst } from './rows/render-worst.ts';
import { measureSearch } from './rows/search.ts';
import { measureSelection } from './rows/select.ts';
import { measureSeveral } from './rows/several.ts';
import { measureSeveralImages } from './rows/several-images.ts';
import { measureStart } from './rows/start.ts';
import { measureTiles } from './rows/tiles.ts';
import { measureTokens } from './rows/tokens.ts';
import { measureVariables } from './rows/variables.ts';
import { measureViewer } from './rows/viewer.ts';
import { measureWholeFile } from './rows/whole-file.ts';
import { type Measure, type Measured, openStage } from './stage.ts';

/** What is measured, in this order; the names are those of `--only`. */
const measurements: Readonly<Record<string, Measure>> = {
  whole: measureWholeFile,
  frame: measureFrame,
  depth: measureDepth,
  import: measureImport,
  design: measureDesignImport,
  compare: measureComparison,
  patch: measurePatch,
  select: measureSelection,
  search: measureSearch,
  start: measureStart,
  several: measureSeveral,
  cold: measureCold,
  shared: measureSeveralImages,
  balanced: measureBalancedImages,
  memory: measureMemory,
  packages: measurePackages,
  tokens: measureTokens,
  flows: measureFlows,
  deliver: measureDeliveries,
  lists: measureLists,
  mixed: measureMixed,
  mirrors: measureMirrors,
  variables: measureVariables,
  follow: measureFollowing,
  bounds: measureBounds,
  render: measureRenderFrame,
  icons: measureRenderIcons,
  load: measureRenderLoad,
  worst: measureRenderWorst,
  tiles: measureTiles,
  viewer: measureViewer,
  page: measureFilePage,
  hour: measureHour,
};

/** What takes an hour is measured where it is named. */
const usual = Object.keys(measurements).filter((name) => name !== 'hour');

const help = `npm run bench -- [--quick] [--json] [--only ${Object.keys(measurements).join(',')}]

Measures the server against references in the same run and prints the ratios as a table.
  --quick   fewer rounds: a look, no evidence
  --json    the same as one JSON object
  --only    some of the measurements, separated by commas; hour, which takes one, only so
`;

await main();

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      only: { type: 'string', default: usual.join(',') },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return void process.stdout.write(help);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const results = await measureAll(chosen(values.only), values.quick);
  process.stdout.write(values.json ? `${JSON.stringify(results, null, 2)}\n` : markdown(results));
}

function chosen(names: string): Measure[] {
  return names.split(',').map((name) => {
    const measure = measurements[name];
    if (measure === undefined) throw new Error(`There is no measurement "${name}".\n\n${help}`);
    return measure;
  });
}

async function measureAll(measures: readonly Measure[], quick: boolean): Promise<Results> {
  const startedAt = performance.now();
  const say = (line: string) =>
    void process.stderr.write(
      `${((performance.now() - startedAt) / 1000).toFixed(0).padStart(4)} s  ${line}\n`,
    );
  const stage = await openStage({ quick, say });
  try {
    const found: Measured[] = [];
    for (const measure of measures) {
      await untilIdle(stage.vitrine.pid);
      found.push(await measure(stage));
    }
    return {
      machine: { ...describeMachine(), Load: `${stage.load.name}${quick ? ', quick pass' : ''}` },
      rows: found.flatMap(({ rows }) => rows),
      facts: found.flatMap(({ facts }) => facts),
      leftOut: found.flatMap(({ leftOut }) => leftOut ?? []),
    };
  } finally {
    await stage.close();
  }
}
