import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { OrganizationId } from '../contract/branded-ids.ts';
import type { Together } from '../installation/together.ts';
import { waitingRoom } from '../processes/waiting-room.ts';
import { comparedImages } from './compared-images.ts';
import {
  type DrawForOthers,
  type DrawForOthersParts,
  drawForOthers,
  nothingForOthers,
} from './draw-for-others.ts';
import { fontSet } from './font-set.ts';
import type { FontsFolder } from './fonts-folder.ts';
import { handingOver } from './hand-over.ts';
import type { ImagePacks } from './image-packs.ts';
import { createImages, type Images, type ImagesParts } from './images.ts';
import { pageTiles } from './page-tiles.ts';
import { renderPool } from './render-pool.ts';
import { renderedFiles } from './rendered-files.ts';
import { rendererFingerprint } from './renderer-fingerprint.ts';
import { type RenderOnce, renderingOnce } from './rendering-once.ts';
import { giveBuffersRoom } from './room-for-buffers.ts';

interface OpenParts
  extends Pick<ImagesParts, 'database' | 'snapshots' | 'now'>,
    Pick<DrawForOthersParts, 'sourceOf' | 'freshId' | 'drawn'> {
  /** Undefined where this process serves the installation alone. */
  readonly together: Together | undefined;
  readonly blobs: Parameters<typeof renderingOnce>[0]['blobs'];
  readonly fontsFolder: FontsFolder;
  readonly config: Config;
  /** Where several servers share their images. */
  readonly packs: ImagePacks | undefined;
  readonly log: Logger;
}

/** Tiles that wait for their turn: of one address as many as a large screen has, with those around it. */
const tileLimits = { mostOfOne: 200, mostOfAll: 2000 };

/** Pictures of comparisons that wait for their turn: of one caller as many as a page of changed frames has. */
const comparedLimits = { mostOfOne: 60, mostOfAll: 600 };

/** Images as the settings want them. */
export function openImages(parts: OpenParts): Images {
  const { config, packs } = parts;
  if (packs !== undefined) giveBuffersRoom();
  const files = renderedFiles({
    ...parts,
    folder: join(config.dataFolder, 'cache', 'renders'),
    mostBytes: config.imageCacheBytes,
  });
  const processes = config.renderThreads ?? availableParallelism();
  const pool = renderPool({ processes, timeoutMs: config.renderTimeoutMs });
  const drawing = {
    ...parts,
    files,
    renderOnce: renderingOnce({ ...parts, files, pool }),
    fonts: (organizationId: OrganizationId) => fontSet(parts, organizationId),
    renderer: rendererFingerprint(),
  };
  const { forOthers, renderOnce } = sharedOut(drawing, processes + 2);
  return createImages({
    ...drawing,
    renderOnce,
    forOthers,
    compared: comparedImages({ ...drawing, renderOnce, waitingRoom: waitingRoom(comparedLimits) }),
    tiles: pageTiles({ ...drawing, renderOnce, waitingRoom: waitingRoom(tileLimits) }),
    waiting: () => pool.waiting(),
    close: async () => {
      await pool.close();
      await files.settled();
    },
  });
}

type Drawing = OpenParts & Pick<DrawForOthersParts, 'files' | 'renderOnce' | 'fonts'>;

/** Beside others a process draws for all, or has all drawn by those that do. */
function sharedOut(
  drawing: Drawing,
  most: number,
): { readonly renderOnce: RenderOnce; readonly forOthers: DrawForOthers } {
  const { together, renderOnce, config } = drawing;
  if (together === undefined) return { renderOnce, forOthers: nothingForOthers };
  const beside = { ...drawing, together };
  return config.roles.includes('render')
    ? { renderOnce, forOthers: drawForOthers({ ...beside, most }) }
    : { renderOnce: handingOver(beside), forOthers: nothingForOthers };
}
