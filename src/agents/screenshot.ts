import { fileKeyOf } from '../contract/branded-ids.ts';
import type { Content } from './agent-tool.ts';
import { type Ask, Refused } from './ask.ts';
import { readNode } from './node-tree.ts';

/** Small things are drawn larger, up to this. */
const largestScale = 4;

/**
 * A picture of a node whose longer side has at most so many pixels, as PNG.
 * @throws Refused
 */
export async function screenshotOf(
  ask: Ask,
  named: { readonly fileKey: string; readonly nodeId: string },
  mostPixels: number,
): Promise<Content> {
  const { document } = await readNode(ask, named, 1);
  const { width, height } = document.absoluteBoundingBox ?? { width: 0, height: 0 };
  const longest = Math.max(width, height);
  if (document.type === 'CANVAS' || longest === 0)
    throw new Refused(`${document.type} ${document.id} has no size of its own: name a node that lies in it.`);
  const scale = Math.min(Math.max(Math.floor((mostPixels / longest) * 1000) / 1000, 0.01), largestScale);
  const { images } = await ask.call('GET /v1/images/{file_key}', {
    path: { file_key: fileKeyOf(named.fileKey) },
    query: { ids: document.id, scale, format: 'png' },
  });
  const address = Object.values(images)[0];
  if (typeof address !== 'string')
    throw new Refused(`Node ${document.id} could not be drawn; it may be hidden or empty.`);
  const bytes = await ask.bytes(address);
  return [{ type: 'image', mimeType: 'image/png', data: Buffer.from(bytes).toString('base64') }];
}
