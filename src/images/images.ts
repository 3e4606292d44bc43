import type { Kysely } from 'kysely';
import type { ByteBody } from '../content/byte-body.ts';
import type { SnapshotShelf } from '../content/snapshot-shelf.ts';
import { mapYielding } from '../content/yielding.ts';
import type { NodeId, OrganizationId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import type { RenderOptions } from '../render/render-options.ts';
import type { ComparedImages } from './compared-images.ts';
import type { DrawForOthers } from './draw-for-others.ts';
import type { FontSet } from './font-set.ts';
import { type ImageSource, imageNames } from './image-name.ts';
import type { ImagesRequest, NodeImage } from './images-request.ts';
import type { PageTiles } from './page-tiles.ts';
import { readTogether } from './read-together.ts';
import { lastingOutcome, lastsUntil, rowsOf } from './render-rows.ts';
import { findRenders, keepRenders } from './render-store.ts';
import type { RenderOutcome } from './render-task.ts';
import type { RenderedFiles } from './rendered-files.ts';
import type { Outcomes, RenderOnce, WantedImage } from './rendering-once.ts';

/** Images of nodes: rendered once, kept within a budget, rendered again when they are asked for later. */
export interface Images {
  /**
   * Renders the images of nodes, in the order given, and remembers until `expiresAt` what became of them.
   * @throws where the caller hangs up, or nothing can be rendered at all
   */
  render(request: ImagesRequest): Promise<NodeImage[]>;
  /** The bytes of an image that is on the disk. */
  read(name: string): Promise<ByteBody | undefined>;
  /** The bytes of an image that is in memory. */
  peek(name: string): Buffer | undefined;
  /** The bytes of a small image that lies together with others, on the disk or elsewhere. */
  bring(name: string): Promise<Buffer | undefined>;
  /** The bytes of a node's image, rendered where it is not on the disk; undefined where the node has none. */
  open(
    source: ImageSource,
    nodeId: NodeId,
    options: RenderOptions,
    caller: string,
  ): Promise<OpenedImage | undefined>;
  /** Pages in parts, for looking around in them. */
  readonly tiles: PageTiles;
  /** Nodes as they are in two versions. */
  readonly compared: ComparedImages;
  /** Draws what servers that do not draw have asked for. */
  readonly forOthers: DrawForOthers;
  /** How many nodes wait for their turn. */
  waiting(): number;
  /** Ends the rendering, finished or not. */
  close(): Promise<void>;
}

export interface OpenedImage {
  readonly name: string;
  readonly body: ByteBody;
  /** It was nowhere, and was drawn for this. */
  readonly isDrawn: boolean;
}

export interface ImagesParts {
  readonly database: Kysely<Tables>;
  readonly snapshots: SnapshotShelf;
  readonly files: RenderedFiles;
  readonly renderOnce: RenderOnce;
  /** Fonts for the files of an organization. */
  readonly fonts: (organizationId: OrganizationId) => Promise<FontSet>;
  /** Changes with the code that renders. */
  readonly renderer: string;
  readonly tiles: PageTiles;
  readonly compared: ComparedImages;
  readonly forOthers: DrawForOthers;
  readonly waiting: () => number;
  readonly close: () => Promise<void>;
  readonly now: () => number;
}

export function createImages(parts: ImagesParts): Images {
  const { database, files, renderOnce, now } = parts;

  const prepare = async (source: ImageSource, options: RenderOptions, caller: string) => {
    const fonts = await parts.fonts(source.organizationId);
    const party = { organization: source.organizationId, caller };
    return {
      nameOf: imageNames(source, options, [fonts.fingerprint, parts.renderer]),
      /** The design is needed for what is not drawn yet, and for nothing else. */
      rendering: async () => {
        const { snapshot, path, overlayPath } = await parts.snapshots.open(source.snapshot);
        return { fonts, options, snapshot, snapshotPath: path, overlayPath, source, party };
      },
    };
  };
  return {
    render: async (request) => {
      const { nameOf, rendering } = await prepare(request.source, request.options, request.caller);
      const wanted = await mapYielding(request.nodeIds, (nodeId) => ({ nodeId, name: nameOf(nodeId) }));
      const known = await knownOutcomes(database, wanted, request.expiresAt, now());
      const open = wanted.filter(({ name }) => !known.outcomes.has(name));
      const made =
        open.length === 0
          ? new Map<string, RenderOutcome>()
          : await renderOnce({ ...(await rendering()), signal: request.signal }, open);
      if (request.signal?.aborted === true) throw new Error('The caller hung up.');
      await files.shared(open.map(({ name }) => name));
      const outcomeOf = (name: string) => (made.get(name) ?? known.outcomes.get(name)) as RenderOutcome;
      const images = wanted.map((one) => ({ ...one, outcome: outcomeOf(one.name) }));
      const news = images.filter(({ name, outcome }) => !known.lasting.has(name) && !isMissing(outcome));
      await keepRenders(database, await mapYielding(news, rowsOf(request, now())));
      return images;
    },
    read: readTogether(files.read),
    peek: files.peek,
    bring: files.bring,
    tiles: parts.tiles,
    compared: parts.compared,
    forOthers: parts.forOthers,
    waiting: parts.waiting,
    close: parts.close,
    open: async (source, nodeId, options, caller) => {
      const { nameOf, rendering } = await prepare(source, options, caller);
      const name = nameOf(nodeId);
      const present = await files.read(name);
      if (present !== undefined) return { name, body: present, isDrawn: false };
      const outcome = (await renderOnce(await rendering(), [{ nodeId, name }])).get(name);
      const body = outcome === undefined || 'reason' in outcome ? undefined : await files.read(name);
      return body && { name, body, isDrawn: true };
    },
  };
}

/** What is remembered of images by their names, and which of it long enough for addresses that end then. */
async function knownOutcomes(
  database: Kysely<Tables>,
  wanted: readonly WantedImage[],
  expiresAt: number | null,
  now: number,
): Promise<{ outcomes: Outcomes; lasting: ReadonlySet<string> }> {
  const outcomes = new Map<string, RenderOutcome>();
  const lasting = new Set<string>();
  const names = wanted.map(({ name }) => name);
  await mapYielding(await findRenders(database, names), (row) => {
    const outcome = lastingOutcome(row, now);
    if (outcome === undefined) return;
    outcomes.set(row.id, outcome);
    if (lastsUntil(row, expiresAt)) lasting.add(row.id);
  });
  return { outcomes, lasting };
}

/** Ids that nobody has are not worth remembering. */
const isMissing = (outcome: RenderOutcome): boolean => 'reason' in outcome && outcome.reason === 'missing';
