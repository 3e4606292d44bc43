import { downloadAll } from '../render/download-all.ts';
import { fileAnswer } from '../render/node-json.ts';
import { addressesIn, iconIds, imagesPath, putPictures, screenId } from '../render/render-server.ts';
import { textsPage } from '../render/texts-page.ts';
import { pageSize, tiledPage } from '../render/tiled-page.ts';
import { type Answered, askWell } from '../timed-client.ts';
import { putContent, startVitrine, type Vitrine } from '../vitrine.ts';
import type { Place, Work } from './turns.ts';

const iconsAsked = 50;
const tilePx = 512;

/** Images that nothing was drawn of before: a frame of 497 nodes, icons. */
export async function openPictures(folder: string, program: string): Promise<Place> {
  const vitrine = await startVitrine(folder, ['icons', 'screen'], {}, program);
  await putPictures(vitrine);
  let drawn = 0;
  const ask = (key: string, ids: readonly string[], format: string, scale: number): Promise<Answered> => {
    drawn += 1;
    return askWell(vitrine.client, imagesPath(key, { ids, format, scale: scale + drawn / 100_000 }));
  };
  const frame = (format: string, scale: number): Work => ({
    ask: () => ask('screen', [screenId], format, scale),
  });
  const icons = (format: string, scale: number): Work => ({
    ask: () => ask('icons', iconIds.slice(0, iconsAsked), format, scale),
  });
  const exported = async (format: string, scale: number) =>
    downloadAll(vitrine.url, vitrine.ca, addressesIn(await ask('icons', iconIds, format, scale)));
  const [kept] = addressesIn(await ask('icons', iconIds.slice(0, 1), 'png', 1));
  return {
    pid: vitrine.pid,
    work: {
      'a frame as PNG': frame('png', 1),
      'a frame as PNG at 2x': frame('png', 2),
      'a frame as JPG': frame('jpg', 1),
      'a frame as SVG': frame('svg', 1),
      'a frame as PDF': frame('pdf', 1),
      [`${iconsAsked} icons as PNG`]: icons('png', 1),
      [`${iconsAsked} icons as SVG`]: icons('svg', 1),
      'an icon of 1,000 as PNG, with its download': {
        ask: () => exported('png', 1),
        answers: iconIds.length,
      },
      'an icon of 1,000 as SVG, with its download': {
        ask: () => exported('svg', 1),
        answers: iconIds.length,
      },
      'a download of an icon': { ask: () => askWell(vitrine.client, pathOf(kept)) },
    },
    close: vitrine.stop,
  };
}

const pathOf = (address = ''): string => new URL(address).pathname + new URL(address).search;

/** Tiles that nobody saw before, of a page of 3,327 nodes and of one of 16,000 texts, and what the viewer is told of both. */
export async function openTiles(folder: string, program: string): Promise<Place> {
  const keys = ['page', 'texts'];
  const vitrine = await startVitrine(folder, viewedWorkspace(keys), {}, program);
  await putContent(vitrine, 'page', fileAnswer('Page', tiledPage()));
  await putContent(vitrine, 'texts', fileAnswer('Texts', textsPage()));
  const tiles = async (key: string, zooms: readonly number[], size: typeof pageSize): Promise<Work> => {
    const paths = tilesOf(await addressOfTiles(vitrine, key), zooms, size).values();
    return {
      ask: () => {
        const { value } = paths.next();
        if (value === undefined) throw new Error('There are no more tiles.');
        return askWell(vitrine.client, value);
      },
    };
  };
  return {
    pid: vitrine.pid,
    work: {
      'a tile': await tiles('page', [1, 2, 3], pageSize),
      'a tile of texts': await tiles('texts', [-1, 0, 1], { width: 16_384, height: 4096 }),
      'what a viewer is told of a file': { ask: () => askWell(vitrine.client, '/viewer/v1/files/page') },
    },
    close: vitrine.stop,
  };
}

const viewedWorkspace = (keys: readonly string[]): object => ({
  organizations: [{ id: '900', name: 'Bench', plan: 'enterprise' }],
  teams: [{ id: '100', name: 'Bench', organization: '900', members: [] }],
  projects: [{ id: '200', name: 'Bench', team: '100', access: 'team', members: [] }],
  files: keys.map((key) => ({ key, name: key, project: '200', editor_type: 'figma', link_access: 'view' })),
});

async function addressOfTiles({ client }: Vitrine, key: string): Promise<string> {
  const { bytes } = await askWell(client, `/viewer/v1/files/${key}`);
  return JSON.parse(bytes.toString()).tiles;
}

/** Those that lie wholly on the page. */
function tilesOf(address: string, zooms: readonly number[], size: typeof pageSize): string[] {
  return zooms.flatMap((zoom) => {
    const count = (length: number) => Math.floor((length * 2 ** zoom) / tilePx);
    const [columns, rows] = [count(size.width), count(size.height)];
    return Array.from({ length: columns * rows }, (_, place) =>
      address
        .replace('{page}', '0%3A1')
        .replace('{zoom}', `${zoom}`)
        .replace('{column}', `${place % columns}`)
        .replace('{row}', `${Math.floor(place / columns)}`),
    );
  });
}
