import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { cast, fileOf, people } from './harness/cast.ts';
import { imagesFile, nodes } from './harness/images-file.ts';
import { type Server, withServer } from './harness/server.ts';
import { createWorld, type World } from './harness/world.ts';
import { worstFile } from './harness/worst-file.ts';

const worst = ['1:1', '1:2', '1:3', '1:4'];
const env = { VITRINE_RENDER_THREADS: '1', VITRINE_RENDER_TIMEOUT: '50s' };

/** Alice and Bob have a file of the worst nodes, Dan of another organization has one of usual nodes. */
function workspace() {
  const made = cast({ files: [fileOf('worst', worstFile(worst))] });
  const team = {
    id: '101',
    name: 'Other',
    organization: '901',
    members: [{ user: people.dan, role: 'admin' }],
  };
  const usual = fileOf('usual', imagesFile('#ff0000'), { project: '202', owner: people.dan });
  return {
    ...made,
    teams: [...made.teams!, team],
    projects: [...made.projects!, { id: '202', name: 'Other', team: '101', access: 'team' }],
    files: [...made.files!, usual],
  };
}

/** Begins with what takes minutes, and goes on when a process is at it. */
async function beginWorst(world: World, server: Server): Promise<{ readonly answer: Promise<unknown> }> {
  const answer = world.get(`/v1/images/${world.id('worst')}?ids=${worst}&format=png`).catch(() => undefined);
  for (let waitedMs = 0; waitedMs < 20_000 && cpuSecondsBelow(server.pid) < 2; waitedMs += 100)
    await wait(100);
  return { answer };
}

it('Images of an organization are drawn while another has nodes that take minutes', async () => {
  await withServer({ env }, async (server) => {
    const world = await createWorld(server, workspace());
    await beginWorst(world, server);
    const startedAt = performance.now();
    const query = `ids=${nodes.square}&format=png`;
    const { json } = await world.get(`/v1/images/${world.id('usual')}?${query}`, 'dan');
    expect(json.images[nodes.square]).toEqual(expect.stringContaining('https://'));
    expect(performance.now() - startedAt).toBeLessThan(15_000);
    await server.kill();
  });
});

it('A server that is asked to stop ends within seconds, whatever is being drawn', async () => {
  await withServer({ env }, async (server) => {
    const world = await createWorld(server, workspace());
    await beginWorst(world, server);
    const startedAt = performance.now();
    expect(await server.stop()).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(15_000);
  });
});

it.runIf(process.platform === 'linux')('A server that is killed leaves no process behind', async () => {
  await withServer({ env }, async (server) => {
    const world = await createWorld(server, workspace());
    await beginWorst(world, server);
    const children = childrenOf(server.pid);
    expect(children.length).toBeGreaterThan(0);
    await server.kill();
    await expect.poll(() => children.filter((pid) => statOf(pid) !== undefined)).toEqual([]);
  });
});

/** Parent and processor time of a process; undefined where it is gone, or the system does not tell. */
function statOf(pid: number): { parent: number; cpuSeconds: number } | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ');
    const isEnded = fields[0] === 'Z';
    return isEnded
      ? undefined
      : { parent: Number(fields[1]), cpuSeconds: (Number(fields[11]) + Number(fields[12])) / 100 };
  } catch {
    return undefined;
  }
}

function childrenOf(pid: number): number[] {
  const all = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return all.filter((other) => statOf(other)?.parent === pid);
}

/** Where the system does not tell, as if there were enough. */
const cpuSecondsBelow = (pid: number): number =>
  process.platform === 'linux'
    ? Math.max(0, ...childrenOf(pid).map((child) => statOf(child)?.cpuSeconds ?? 0))
    : Number.POSITIVE_INFINITY;
