import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { median } from '../medians.ts';
import { cpuSecondsOf } from '../processes.ts';
import { startSendingServer } from '../reference-server.ts';
import type { Stage } from '../stage.ts';
import { downloadAll } from './download-all.ts';

/** Processor time of an answer in milliseconds: of who sends it, and of who receives it. */
export interface SentAlone {
  readonly serverMs: number;
  readonly clientMs: number;
  /** Of a server that has only just begun, as the one that is measured: the engine still compiles what it runs. */
  readonly newServerMs: number;
}

const turns = 5;
/** So many answers the server that is measured has sent before its are counted. */
const sentBefore = 1000;

/** Node's own server of HTTP/2 sends so many answers of that size from its memory, each to a request of its own. */
export async function sentAlone(
  { folder, vitrine }: Pick<Stage, 'folder' | 'vitrine'>,
  { sizeBytes, count }: { readonly sizeBytes: number; readonly count: number },
): Promise<SentAlone> {
  const path = join(folder, 'image');
  await writeFile(path, Buffer.alloc(Math.round(sizeBytes), 1));
  const server = await startSendingServer(path, vitrine.tls);
  const addresses = Array.from({ length: count }, (_, number) => `${server.url}${addressLike(number)}`);
  const turn = async () => {
    const [own, its] = [process.cpuUsage(), cpuSecondsOf(server.pid) ?? 0];
    await downloadAll(server.url, vitrine.ca, addresses);
    const { user, system } = process.cpuUsage(own);
    const serverMs = (((cpuSecondsOf(server.pid) ?? 0) - its) * 1000) / count;
    return { serverMs, clientMs: (user + system) / 1000 / count };
  };
  try {
    await downloadAll(server.url, vitrine.ca, addresses.slice(0, sentBefore));
    const { serverMs: newServerMs } = await turn();
    const taken: Awaited<ReturnType<typeof turn>>[] = [];
    while (taken.length < turns) taken.push(await turn());
    return {
      newServerMs,
      serverMs: median(taken.map(({ serverMs }) => serverMs)),
      clientMs: median(taken.map(({ clientMs }) => clientMs)),
    };
  } finally {
    await server.stop();
  }
}

/** As long as that of an image. */
const addressLike = (number: number): string =>
  `/images/${String(number).padStart(32, '0')}.png?expires=1800000000&signature=${'a'.repeat(43)}`;
