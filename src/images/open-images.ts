import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { OrganizationId } from '../contract/branded-ids.ts';
import { waitingRoom } from '../processes/waiting-room.ts';
import { fontSet } from './font-set.ts';
import type { FontsFolder } from './fonts-folder.ts';
import { createImages, type Images, type ImagesParts } from './images.ts';
import { pageTiles } from './page-tiles.ts';
import { renderPool } from './render-pool.ts';
import { renderedFiles } from './rendered-files.ts';
import { rendererFingerprint } from './renderer-fingerprint.ts';
import { renderingOnce } from './rendering-once.ts';

interface OpenParts extends Pick<ImagesParts, 'database' | 'snapshots' | 'now'> {
  readonly blobs: Parameters<typeof renderingOnce>[0]['blobs'];
  readonly fontsFolder: FontsFolder;
  readonly config: Config;
  readonly log: Logger;
}

/** Tiles that wait for their turn: of one address as many as a large screen has, with those around it. */
const tileLimits = { mostOfOne: 200, mostOfAll: 2000 };

/** Images as the settings want them. */
export function openImages(parts: OpenParts): Images {
  const { config } = parts;
  const files = renderedFiles({
    ...parts,
    folder: join(config.dataFolder, 'cache', 'renders'),
    mostBytes: config.imageCacheBytes,
  });
  const pool = renderPool({
    processes: config.renderThreads ?? availableParallelism(),
    timeoutMs: config.renderTimeoutMs,
  });
  const made = {
    ...parts,
    files,
    renderOnce: renderingOnce({ ...parts, files, pool }),
    fonts: (organizationId: OrganizationId) => fontSet(parts, organizationId),
    renderer: rendererFingerprint(),
  };
  return createImages({
    ...made,
    tiles: pageTiles({ ...made, waitingRoom: waitingRoom(tileLimits) }),
    waiting: () => pool.waiting(),
    close: async () => {
      await pool.close();
      await files.settled();
    },
  });
}
