import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { openFileSource } from '../../blobs/file-source.ts';
import { compileFile } from '../../content/compile-file.ts';
import { exactNodeId } from '../../contract/branded-ids.ts';
import { openSnapshot } from '../../document/open-snapshot.ts';
import type { Snapshot } from '../../document/snapshot.ts';
import { imageOptions } from '../../images/image-options.ts';
import { megapixelsOf } from '../../images/node-size.ts';
import { renderPool } from '../../images/render-pool.ts';
import type { RenderOutcome, RenderTask } from '../../images/render-task.ts';
import { CommandFailed, type CommandIo } from '../command.ts';
import { warningLines } from '../import/import-report.ts';
import { startProgress } from '../progress.ts';
import { writing } from '../system-sentence.ts';
import { fileNames } from './file-names.ts';
import { givenFonts } from './given-fonts.ts';
import { givenImages } from './given-images.ts';
import { holdsSlides, isFrame, noSuchNode, type Picture, type PicturePlan } from './picture.ts';

/** Where a design, its image fills and its fonts lie; absolute paths. */
export interface DesignPlaces {
  readonly design: string;
  readonly images: string | undefined;
  readonly fonts: string | undefined;
}

/** One picture to be made; no task where the design has no such node. */
interface Wanted {
  readonly id: string;
  readonly name: string;
  readonly scale: number;
  readonly task: RenderTask | undefined;
}

/** Everything is for one person. */
const party = { organization: '', caller: '' };

/** A node that takes longer has no picture. */
const timeoutMs = 60_000;

/** Renders nodes of a design file in processes of their own. @throws CommandFailed */
export async function renderFile(
  places: DesignPlaces,
  plan: PicturePlan,
  io: CommandIo,
  signal: AbortSignal,
): Promise<Picture[]> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-render-'));
  const pool = renderPool({ processes: availableParallelism(), timeoutMs });
  try {
    const { snapshotPath, unpacked, warnings } = await compiled(places.design, folder);
    io.stderr.write(warningLines(warnings));
    const { wanted, imageRefs } = readDesign(snapshotPath, plan, folder);
    const images = await givenImages(places.images, imageRefs, unpacked);
    const fonts = await givenFonts(places.fonts, io);
    const source = { snapshotPath, fonts, imagePath: async (ref: string) => images.get(ref) };
    const found = wanted.filter(({ task }) => task !== undefined);
    const progress = startProgress(io, 'Rendering', found.length, 'pictures');
    const renderOne = async ({ task, ...picture }: Wanted): Promise<Picture> => {
      if (task === undefined) return { ...picture, reason: noSuchNode };
      const [outcome] = await pool.render({ ...source, party, tasks: [task], signal });
      progress.advance(1);
      return kept(picture, outcome, task.path, plan.folder);
    };
    return await Promise.all(wanted.map(renderOne)).finally(progress.end);
  } finally {
    await pool.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function compiled(design: string, folder: string) {
  const snapshotPath = join(folder, 'snapshot');
  const { refusal, images, warnings } = await compileFile({ sourcePath: design, snapshotPath });
  if (refusal !== undefined) throw new CommandFailed(`${design} cannot be rendered: ${refusal}`);
  return { snapshotPath, unpacked: images, warnings };
}

function readDesign(snapshotPath: string, plan: PicturePlan, folder: string) {
  const file = openFileSource(snapshotPath);
  try {
    const snapshot = openSnapshot(file);
    return { wanted: wantedOf(snapshot, plan, folder), imageRefs: new Set(snapshot.imageRefs()) };
  } finally {
    file.close();
  }
}

function wantedOf(snapshot: Snapshot, plan: PicturePlan, folder: string): Wanted[] {
  const names = fileNames();
  const nodes =
    plan.nodeIds.length > 0 ? plan.nodeIds.map((id) => namedNode(snapshot, id)) : topFrames(snapshot);
  return nodes.flatMap(({ id, name, index }) =>
    plan.scales.map((scale) => {
      const path = join(folder, names.next(name, scale, plan.format));
      return {
        id,
        name,
        scale,
        task: index === undefined ? undefined : taskOf(snapshot, index, path, scale, plan),
      };
    }),
  );
}

function taskOf(
  snapshot: Snapshot,
  nodeIndex: number,
  path: string,
  scale: number,
  { format }: PicturePlan,
): RenderTask {
  const options = imageOptions({ format, scale });
  return { nodeIndex, options, path, megapixels: megapixelsOf(snapshot, nodeIndex, options) };
}

interface FoundNode {
  readonly id: string;
  readonly name: string;
  readonly index?: number | undefined;
}

function namedNode(snapshot: Snapshot, id: string): FoundNode {
  const index = snapshot.find(exactNodeId(id));
  return { id, index, name: index === undefined ? id : snapshot.node(index).name };
}

function topFrames(snapshot: Snapshot): FoundNode[] {
  const below = (index: number): FoundNode[] =>
    [...snapshot.children(index)].flatMap((child) => {
      const node = snapshot.node(child);
      if (holdsSlides(node.type)) return below(child);
      return isFrame(node.type) ? [node] : [];
    });
  return [...snapshot.children(0)].flatMap(below);
}

/** Moves a finished picture where it belongs, as a file like any other of this person. */
async function kept(
  picture: Omit<Wanted, 'task'>,
  outcome: RenderOutcome | undefined,
  madePath: string,
  folder: string,
): Promise<Picture> {
  if (outcome === undefined) return { ...picture, reason: 'stopped' };
  if ('reason' in outcome) return { ...picture, reason: outcome.reason };
  const path = join(folder, basename(madePath));
  await writing(path, () => copyFile(madePath, path));
  return { ...picture, path, report: outcome.report };
}
