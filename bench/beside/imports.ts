import { generateDocument } from '../big-document.ts';
import { putContent, startVitrine } from '../vitrine.ts';
import type { Place, Work } from './turns.ts';

/** Designs as a file's new content, with what the server does afterwards. */
export async function openImports(folder: string, program: string): Promise<Place> {
  const vitrine = await startVitrine(folder, ['pushed'], {}, program);
  const importing = (nodes: number, approximateBytes: number): Work => {
    const next = renamed(generateDocument({ nodes, approximateBytes }));
    return { ask: () => putContent(vitrine, 'pushed', next()), settles: true };
  };
  return {
    pid: vitrine.pid,
    work: {
      'an import of 2.7 MB': importing(4000, 2_700_000),
      'an import of 27 MB': importing(40_000, 27_000_000),
    },
    close: vitrine.stop,
  };
}

/** Each time another name in it, since bytes that are known are not compiled again. */
export function renamed(design: Uint8Array): () => Uint8Array {
  let imports = 0;
  return () => {
    const body = Buffer.from(design);
    imports += 1;
    body.write(String(imports).padStart(8, '0'), body.lastIndexOf('"name":"Big file"') + '"name":"'.length);
    return body;
  };
}
