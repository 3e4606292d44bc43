import { downloadAll } from '../render/download-all.ts';
import { addressesIn, iconIds, imagesPath, openRenderServer } from '../render/render-server.ts';
import type { Measured, Stage } from '../stage.ts';
import { askWell } from '../timed-client.ts';
import type { Vitrine } from '../vitrine.ts';

const kinds = [
  { format: 'svg', scale: 1 },
  { format: 'png', scale: 1 },
  { format: 'png', scale: 2 },
  { format: 'png', scale: 3 },
];

/** A thousand icons of 24 px in four kinds, none of them made before: asked for and downloaded. */
export async function measureRenderIcons(stage: Stage): Promise<Measured> {
  stage.say(`${iconIds.length} icons in ${kinds.length} kinds through the endpoint`);
  const vitrine = await openRenderServer(stage, 'render-icons');
  try {
    await fetchImages(vitrine, { format: 'png', scale: 0.5 });
    const startedAt = performance.now();
    for (const kind of kinds) await fetchImages(vitrine, kind);
    const seconds = (performance.now() - startedAt) / 1000;
    const speed = (iconIds.length * kinds.length) / seconds;
    return {
      rows: [
        {
          work: '1,000 icons of 24 px as SVG and as PNG at 1x, 2x, 3x, downloads over HTTP/2 included',
          ...{ reference: '–', ours: speed, theirs: 0, ratio: speed, unit: 'images/s' },
          ...{ limit: { atLeast: 1000 }, absolute: true },
        },
      ],
      facts: [],
    };
  } finally {
    await vitrine.stop();
  }
}

async function fetchImages(
  { client, url, ca }: Vitrine,
  kind: { readonly format: string; readonly scale: number },
): Promise<void> {
  const answered = await askWell(client, imagesPath('icons', { ids: iconIds, ...kind }));
  await downloadAll(url, ca, addressesIn(answered));
}
