import { call } from '../../api/call.ts';
import { pathHere } from '../../api/path-here.ts';
import { fileName, type Options, type Wanted } from './export-settings.ts';

export interface MadeFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

interface Order {
  readonly file: string;
  readonly version: string | undefined;
  readonly layers: readonly { readonly id: string; readonly name: string }[];
  readonly wanted: readonly Wanted[];
  readonly options: Options;
}

export interface Made {
  readonly files: readonly MadeFile[];
  /** Names of layers of which there is nothing to draw. */
  readonly missing: readonly string[];
}

/** So many pictures are asked for at once. */
const perRequest = 50;

/** Has the pictures made and fetches them; `tell` hears how many are there. */
export async function makeFiles(order: Order, tell: (done: number) => void): Promise<Made> {
  const files: MadeFile[] = [];
  const missing: string[] = [];
  const taken = new Set<string>();
  for (const wanted of order.wanted) {
    for (let start = 0; start < order.layers.length; start += perRequest) {
      const layers = order.layers.slice(start, start + perRequest);
      const addresses = await ask(
        order,
        wanted,
        layers.map(({ id }) => id),
      );
      for (const { id, name } of layers) {
        const address = addresses[id];
        if (address == null) missing.push(name);
        else files.push({ name: fileName(name, wanted, taken), bytes: await fetchBytes(address) });
        tell(files.length + missing.length);
      }
    }
  }
  return { files, missing };
}

async function ask(
  { file, version, options }: Order,
  { format, scale }: Wanted,
  ids: readonly string[],
): Promise<Readonly<Record<string, string | null>>> {
  const query = {
    ids: ids.join(','),
    format,
    scale,
    ...options,
    ...(version === undefined ? {} : { version }),
  };
  return (await call('GET /v1/images/{file_key}', { path: { file_key: file }, query })).images;
}

async function fetchBytes(address: string): Promise<Uint8Array> {
  const answer = await fetch(pathHere(address));
  if (!answer.ok) throw new Error(`A picture was answered with ${answer.status}.`);
  return new Uint8Array(await answer.arrayBuffer());
}
