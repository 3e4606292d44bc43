import { join } from 'node:path';
import type { NodeJson } from '../../src/render/scene/scene-source.ts';
import { untilIdle } from '../processes.ts';
import type { Stage } from '../stage.ts';
import { type Answered, askWell } from '../timed-client.ts';
import { putContent, startVitrine, type Vitrine } from '../vitrine.ts';
import { fileAnswer } from './node-json.ts';
import { iconNodes, screenImages, screenNode } from './screen.ts';

const icons = iconNodes(1000);
export const iconIds: readonly string[] = icons.map(({ id }) => String(id));
/** How many who exports asks for at once: tools that are in use ask for 100, 200 or 500. */
const idsOfAsk = 200;
export const iconAsks = Array.from({ length: Math.ceil(iconIds.length / idsOfAsk) }, (_, place) =>
  iconIds.slice(place * idsOfAsk, (place + 1) * idsOfAsk),
);

/** A server of its own with the files `icons`, `screen` and `small`: nothing of it is rendered yet, and it is at rest. */
export async function openRenderServer({ folder, documents }: Stage, name: string): Promise<Vitrine> {
  const vitrine = await startVitrine(join(folder, name), ['icons', 'screen', 'small']);
  await putContent(vitrine, 'small', documents.small);
  await putPictures(vitrine);
  await untilIdle(vitrine.pid);
  return vitrine;
}

/** The content of the files `icons` and `screen`, with image fills. */
export async function putPictures(vitrine: Vitrine): Promise<void> {
  await putContent(vitrine, 'icons', fileAnswer('Icons', icons));
  await putContent(vitrine, 'screen', fileAnswer('Screen', [screenNode()]));
  for (const [imageRef, bytes] of await screenImages()) {
    await askWell(vitrine.client, `/workspace/v1/files/screen/image-fills/${imageRef}`, {
      method: 'PUT',
      headers: { 'content-type': 'image/jpeg', 'content-length': String(bytes.length) },
      body: bytes,
    });
  }
}

/** Query of Get images. */
export interface ImagesAsked {
  readonly ids: readonly string[];
  readonly format: string;
  readonly scale: number;
}

export const imagesPath = (key: string, { ids, format, scale }: ImagesAsked): string =>
  `/v1/images/${key}?ids=${ids.join(',')}&format=${format}&scale=${scale}`;

/** The addresses of the answer. @throws Error where a node has no image */
export function addressesIn({ bytes }: Answered): string[] {
  const { images } = JSON.parse(bytes.toString()) as { images: Record<string, string | null> };
  return Object.entries(images).map(([id, address]) => {
    if (address === null) throw new Error(`The node ${id} has no image.`);
    return address;
  });
}

export const screenId = String(screenNode().id);

/** Every node of the file `screen`, from the frame down to the texts and icons in its cards. */
export const screenIds: readonly string[] = idsOf(screenNode());

function idsOf({ id, children = [] }: NodeJson): string[] {
  return [String(id), ...(children as NodeJson[]).flatMap(idsOf)];
}
