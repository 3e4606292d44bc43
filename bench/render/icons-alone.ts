import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { imageOptions } from '../../src/images/image-options.ts';
import { renderNode } from '../../src/render/render-node.ts';
import type { ImageFormat } from '../../src/render/render-options.ts';
import { createFontRegistry } from '../../src/render/text/font-registry.ts';
import { iconNodes } from './screen.ts';

export interface Kind {
  readonly format: ImageFormat;
  readonly scale: number;
}

export const kinds: readonly Kind[] = [
  { format: 'svg', scale: 1 },
  { format: 'png', scale: 1 },
  { format: 'png', scale: 2 },
  { format: 'png', scale: 3 },
];

/** Drawn first and not counted: code and caches get warm. */
export const warmUp: Kind = { format: 'png', scale: 0.5 };

export interface DrawnKind {
  readonly kind: Kind;
  /** Of one image. */
  readonly cpuMs: number;
  readonly sizeBytes: number;
}

/** Draws and encodes so many icons of a thousand in all kinds, with nothing else; means of the images of each kind. */
export async function drawIcons(count: number): Promise<DrawnKind[]> {
  const icons = iconNodes(count);
  const environment = { fonts: createFontRegistry(), imageBytes: async () => undefined };
  const drawAll = async (kind: Kind): Promise<DrawnKind> => {
    const before = process.cpuUsage();
    let sizeBytes = 0;
    for (const node of icons) {
      const drawn = await renderNode({ node, ancestors: [] }, imageOptions(kind), environment);
      sizeBytes += 'picture' in drawn ? drawn.picture.length : 0;
    }
    const { user, system } = process.cpuUsage(before);
    return { kind, cpuMs: (user + system) / 1000 / count, sizeBytes: sizeBytes / count };
  };
  await drawAll(warmUp);
  const drawn: DrawnKind[] = [];
  for (const kind of kinds) drawn.push(await drawAll(kind));
  return drawn;
}

/** The same in a process of its own that has only just begun. */
export async function drawnByNewProcess(count: number): Promise<DrawnKind[]> {
  const child = fork(program, [`${count}`]);
  const [drawn] = (await once(child, 'message')) as [DrawnKind[]];
  await once(child, 'close');
  return drawn;
}

const program = fileURLToPath(new URL('./icon-drawer.ts', import.meta.url));

/** Of an image, whichever its kind. */
export const cpuMsOf = (drawn: readonly DrawnKind[]): number => meanOf(drawn.map(({ cpuMs }) => cpuMs));

export const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
