import { hash } from 'node:crypto';
import type { BlobId } from '../blobs/blob-store.ts';
import { type ByteBody, bytesBody } from '../content/byte-body.ts';
import type { SnapshotShelf } from '../content/snapshot-shelf.ts';
import { type StepsInTurn, stepsInTurn } from '../content/steps-in-turn.ts';
import type { NodeId, OrganizationId } from '../contract/branded-ids.ts';
import { LeastRecent } from '../least-recent.ts';
import type { Party } from '../processes/turns.ts';
import type { WaitingRoom } from '../processes/waiting-room.ts';
import type { Region } from '../render/canvas/paint-region.ts';
import { plainPng } from '../render/plain-png.ts';
import { intersect, isEmpty } from '../render/scene/boxes.ts';
import type { Color } from '../render/scene/scene.ts';
import type { FontSet } from './font-set.ts';
import { type ImageSource, sourceFingerprint } from './image-name.ts';
import { imageOptions } from './image-options.ts';
import { lookAtPages, type PageLook, type PageLooks } from './page-look.ts';
import type { RenderedFiles } from './rendered-files.ts';
import type { RenderOnce } from './rendering-once.ts';

/** A square of a page: at zoom z, 2^z px for a px of the canvas; counted from the canvas' origin. */
export interface TilePlace {
  readonly pageId: NodeId;
  readonly zoom: number;
  readonly column: number;
  readonly row: number;
}

/** Pages of a version as they are drawn at the moment. */
export interface PagesLook {
  /** Another one whenever any tile may be another. */
  readonly state: string;
  readonly pages: PageLooks;
  /** What they are drawn with. */
  readonly fonts: FontSet;
}

export interface PagesSource extends ImageSource {
  readonly wholeBaselines: boolean;
}

export interface TileRequest {
  readonly source: PagesSource;
  readonly look: PagesLook;
  readonly place: TilePlace;
  /** Who asks, for taking turns. */
  readonly caller: string;
  readonly signal: AbortSignal;
}

export interface Tile {
  /** Stands for its bytes. */
  readonly name: string;
  readonly body: ByteBody;
}

/** Pages in squares of equal size, drawn as somebody looks at them and kept with the other images. */
export interface PageTiles {
  look(source: PagesSource): Promise<PagesLook>;
  /**
   * Undefined for a page that is not there.
   * @throws TooMuchWaiting
   * @throws TileNotDrawn
   */
  open(request: TileRequest): Promise<Tile | undefined>;
}

/** The renderer did not get it done. */
export class TileNotDrawn extends Error {
  override readonly name = 'TileNotDrawn';
}

const tileSidePx = 512;

export interface PageTilesParts {
  readonly snapshots: SnapshotShelf;
  readonly files: RenderedFiles;
  readonly renderOnce: RenderOnce;
  readonly fonts: (organizationId: OrganizationId) => Promise<FontSet>;
  /** Changes with the code that renders. */
  readonly renderer: string;
  readonly waitingRoom: WaitingRoom;
}

/** Documents whose pages are remembered, and how many pages of one count for a document more. */
const mostLooks = 200;
const pagesOfOne = 1000;

export function pageTiles(parts: PageTilesParts): PageTiles {
  /** By snapshot. */
  const looks = new LeastRecent<BlobId, Promise<PageLooks>>(mostLooks);
  // Strangers may ask, for as many documents as are open to anyone.
  const inTurn = stepsInTurn();
  const pagesOf = ({ snapshot: id, organizationId, fileKey }: PagesSource): Promise<PageLooks> => {
    const party = { organization: organizationId, caller: fileKey };
    const known = looks.get(id);
    if (known !== undefined) return known;
    const look = lookAt(inTurn, party, parts.snapshots, id);
    looks.set(id, look);
    look.then(
      ({ size }) => looks.set(id, look, Math.min(mostLooks, 1 + size / pagesOfOne)),
      () => looks.delete(id),
    );
    return look;
  };
  return {
    look: async (source) => {
      const fonts = await parts.fonts(source.organizationId);
      const { wholeBaselines } = source;
      const options = { tileSidePx, wholeBaselines };
      const state = sourceFingerprint(source, options, [fonts.fingerprint, parts.renderer]).slice(0, 32);
      return { state, pages: await pagesOf(source), fonts };
    },
    open: async (request) => {
      const page = request.look.pages.get(request.place.pageId);
      if (page === undefined) return undefined;
      const region = regionOf(request.place);
      return isBlank(page, region) ? blankTile(page.paper) : drawnTile(parts, request, page, region);
    },
  };
}

/** A look is for all who ask, whoever of them leaves. */
const wantedAnyway = new AbortController().signal;

const lookAt = (
  inTurn: StepsInTurn,
  party: Party,
  snapshots: Pick<SnapshotShelf, 'open'>,
  id: BlobId,
): Promise<PageLooks> =>
  inTurn.take(party, wantedAnyway, async (run) => {
    const { snapshot } = await snapshots.open(id);
    return run(lookAtPages(snapshot));
  });

const regionOf = ({ zoom, column, row }: TilePlace): Region => ({
  left: column * tileSidePx,
  top: row * tileSidePx,
  width: tileSidePx,
  height: tileSidePx,
  scale: 2 ** zoom,
});

/** Whether nothing of the page can be in a region. */
function isBlank({ bounds, reach }: PageLook, { left, top, width, height, scale }: Region): boolean {
  if (bounds === undefined) return true;
  if (reach === undefined) return false;
  const right = (left + width) / scale;
  const bottom = (top + height) / scale;
  return isEmpty(intersect(reach, { left: left / scale, top: top / scale, right, bottom }));
}

/** The same bytes for all places where there is only paper. */
function blankTile({ r, g, b }: Color): Tile {
  const colour = [r, g, b].map((share) => Math.round(255 * share)) as [number, number, number];
  const bytes = plainPng({ width: tileSidePx, height: tileSidePx }, colour);
  return {
    name: hash('sha256', bytes).slice(0, 32),
    body: bytesBody(bytes),
  };
}

async function drawnTile(
  { files, renderOnce, waitingRoom, snapshots }: PageTilesParts,
  { source, look, place, caller, signal }: TileRequest,
  { paper }: PageLook,
  region: Region,
): Promise<Tile> {
  const { pageId, zoom, column, row } = place;
  const name = hash('sha256', JSON.stringify([look.state, pageId, zoom, column, row])).slice(0, 32);
  const fileName = `${name}.png`;
  const present = await files.read(fileName);
  if (present !== undefined) return { name, body: present };
  const outcomes = await waitingRoom.run(caller, async () => {
    const { snapshot, path, overlayPath } = await snapshots.open(source.snapshot);
    const options = imageOptions({ format: 'png', wholeBaselines: source.wholeBaselines });
    return renderOnce(
      {
        options,
        snapshot,
        snapshotPath: path,
        overlayPath,
        source,
        signal,
        fonts: look.fonts,
        party: { organization: source.organizationId, caller },
      },
      [{ nodeId: pageId, name: fileName, tile: { region, paper } }],
    );
  });
  signal.throwIfAborted();
  const outcome = outcomes.get(fileName);
  if (outcome !== undefined && 'reason' in outcome) throw new TileNotDrawn(outcome.detail ?? outcome.reason);
  const body = outcome && (await files.readNew(fileName, outcome.sizeBytes));
  if (body === undefined) throw new TileNotDrawn('The tile is not there.');
  return { name, body };
}
