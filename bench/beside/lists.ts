import { generateDocument } from '../big-document.ts';
import { mixedCalls } from '../mixed-calls.ts';
import { fileAnswer } from '../render/node-json.ts';
import { addressesIn, iconIds, imagesPath } from '../render/render-server.ts';
import { iconNodes } from '../render/screen.ts';
import { lists, openWorkspace } from '../rows/lists.ts';
import { mixedPlaces } from '../rows/mixed.ts';
import { askWell, openClient } from '../timed-client.ts';
import { putContent, type Vitrine } from '../vitrine.ts';
import type { Place } from './turns.ts';

const clients = 30;

/** The lists of the bench in a workspace of 1,000 files, one by one. */
export async function openLists(folder: string, program: string): Promise<Place> {
  const vitrine = await openWorkspace(folder, { files: 1000, libraries: 100 }, {}, program);
  const work = Object.entries(lists).map(([name, path]) => [
    name,
    { ask: () => askWell(vitrine.client, path) },
  ]);
  return { pid: vitrine.pid, work: Object.fromEntries(work), close: vitrine.stop };
}

/** Thirty clients at once over ten operations that read, a fifth of it images. */
export async function openMixed(folder: string, program: string): Promise<Place> {
  const vitrine = await openWorkspace(folder, { files: 100, libraries: 10 }, {}, program);
  const { large, small, icons } = mixedPlaces;
  const generated = (share: number) =>
    generateDocument({ nodes: 40_000 * share, approximateBytes: 27_000_000 * share });
  await putContent(vitrine, large, generated(1));
  await putContent(vitrine, small, generated(1 / 100));
  await putContent(vitrine, icons, fileAnswer('Icons', iconNodes(iconIds.length)));
  await askWell(vitrine.client, imagesPath(icons, { ids: iconIds, format: 'png', scale: 2 }));
  const crowd = Array.from({ length: clients }, (_, place) => openMixedClient(vitrine, place));
  return {
    pid: vitrine.pid,
    work: {
      'mixed load': {
        ask: () => Promise.all(crowd.map((one) => one.askAll())),
        answers: clients * mixedCalls.length,
      },
    },
    close: async () => {
      for (const one of crowd) one.close();
      await vitrine.stop();
    },
  };
}

/** Asks for each of the operations in turn; every client begins with another one. */
function openMixedClient({ url, ca, headers }: Vitrine, place: number) {
  const client = openClient(url, ca, { ...headers, 'accept-encoding': 'gzip' });
  let number = place;
  let picture: string | undefined;
  const askAll = async () => {
    for (let turn = 0; turn < mixedCalls.length; turn += 1) {
      const { name, path } = mixedCalls[(place + turn) % mixedCalls.length] as (typeof mixedCalls)[number];
      const answered = await askWell(client, path(mixedPlaces, number, picture));
      if (name === 'Get image') picture = pathOf(addressesIn(answered)[0]);
      number += clients;
    }
  };
  return { askAll, close: client.close };
}

const pathOf = (address = ''): string => new URL(address).pathname + new URL(address).search;
