import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { fontSet } from './font-set.ts';
import type { FontsFolder } from './fonts-folder.ts';
import { createImages, type Images, type ImagesParts } from './images.ts';
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

/** Images as the settings want them. */
export function openImages(parts: OpenParts): Images {
  const { config } = parts;
  const files = renderedFiles({
    ...parts,
    folder: join(config.dataFolder, 'cache', 'renders'),
    mostBytes: config.imageCacheBytes,
  });
  const pool = renderPool({
    threads: config.renderThreads ?? availableParallelism(),
    timeoutMs: config.renderTimeoutMs,
  });
  return createImages({
    ...parts,
    files,
    renderOnce: renderingOnce({ ...parts, files, pool }),
    fonts: (organizationId) => fontSet(parts, organizationId),
    renderer: rendererFingerprint(),
    close: async () => {
      await pool.close();
      await files.settled();
    },
  });
}
