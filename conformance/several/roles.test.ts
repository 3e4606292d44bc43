import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { as, createFile } from '../harness/delivery-record.ts';
import { onOwnServers } from '../harness/engines.ts';
import { freePort } from '../harness/free-port.ts';
import { imagesFile, nodes } from '../harness/images-file.ts';
import { scratchFolder } from '../harness/scratch-folder.ts';
import type { Server } from '../harness/server.ts';
import { startVitrine, type VitrineProcess } from '../harness/vitrine-process.ts';
import { type Several, startSeveral } from './servers.ts';

const drawnForOthers = 'vitrine_images_drawn_for_others_total';
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** A process that draws and nothing else. */
interface Renderer {
  readonly process: VitrineProcess;
  measured(name: string): Promise<number>;
  kill(): Promise<void>;
}

onOwnServers('A server that draws nothing, and processes that do nothing else', ({ name, postgres }) => {
  if (postgres === undefined) {
    it.skip(`are nothing for ${name}`, () => undefined);
    return;
  }
  let several: Several;
  let web: Server;
  let file: string;
  let version = 0;
  /** Those that live, oldest first. */
  const renderers: Renderer[] = [];
  beforeAll(async () => {
    several = await startSeveral(postgres, 1, { env: { VITRINE_ROLES: 'web,jobs' } });
    [web] = several.servers as [Server];
    file = await createFile(several.balanced);
  });
  afterAll(async () => {
    for (const renderer of renderers) await renderer.kill();
    await several?.close();
  });

  /** Another picture each time, so that nobody has it yet. */
  async function pushAnother(): Promise<void> {
    version += 1;
    const color = `#${version.toString(16).padStart(2, '0')}3366`;
    const path = `/workspace/v1/files/${file}/content`;
    expect((await as(web, 'PUT', path, imagesFile(color))).status).toBe(200);
  }
  const ask = (ids: string) => as(web, 'GET', `/v1/images/${file}?ids=${ids}`);

  async function startRenderer(): Promise<Renderer> {
    const folder = await scratchFolder('renderer');
    const port = await freePort();
    const env = { ...several.env, VITRINE_ROLES: 'render', VITRINE_MANAGEMENT_PORT: String(port) };
    const process = startVitrine(['serve', '--test-mode', '--data', folder], env);
    const kill = async (): Promise<void> => {
      process.child.kill('SIGKILL');
      await process.ended;
      await rm(folder, { recursive: true, force: true });
    };
    const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
    await expect
      .poll(() =>
        get('/ready').then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200);
    const measured = async (metric: string) =>
      Number(new RegExp(`^${metric} (\\S+)$`, 'm').exec(await (await get('/metrics')).text())?.[1]);
    const renderer = { process, measured, kill };
    renderers.push(renderer);
    return renderer;
  }

  it('answers with images that another process has drawn, and with their bytes, thumbnails among them', async () => {
    const renderer = await startRenderer();
    expect(renderer.process.stdout()).toMatch(/works for other servers: render/);
    await pushAnother();
    const { json } = await ask(`${nodes.square},${nodes.frame},99:99`);
    expect(json.images['99:99']).toBeNull();
    const [packed] = await several.query('select count(*)::int as images from packed_images');
    expect(packed).toEqual({ images: 2 });
    for (const id of [nodes.square, nodes.frame]) {
      const { pathname, search } = new URL(json.images[id]);
      const image = await web.call('GET', pathname + search);
      expect([image.status, image.headers['content-type'], image.bytes.subarray(1, 4).toString()]).toEqual([
        200,
        'image/png',
        'PNG',
      ]);
    }
    const thumbnail = new URL((await as(web, 'GET', `/v1/files/${file}/meta`)).json.file.thumbnail_url);
    expect((await web.call('GET', thumbnail.pathname + thumbnail.search)).status).toBe(200);
    expect(await renderer.measured(drawnForOthers)).toBeGreaterThanOrEqual(3);
    expect(await several.query('select id from render_batches')).toEqual([]);
  });

  it('are found by one another while many images are asked for at once, each of which is drawn', async () => {
    await startRenderer();
    const drawn = () => Promise.all(renderers.map(({ measured }) => measured(drawnForOthers)));
    const before = await drawn();
    expect(before).toHaveLength(2);
    for (let round = 0; round < 3; round += 1) {
      await pushAnother();
      const some = await Promise.all(
        ['1', '2', '0.5', '3'].map((scale) =>
          as(web, 'GET', `/v1/images/${file}?ids=${nodes.square}&scale=${scale}`),
        ),
      );
      for (const { json } of some) expect(json.images[nodes.square]).toMatch(/^https:/);
    }
    const after = await drawn();
    expect(sum(after) - sum(before)).toBe(12);
  });

  it('lets the next one take over what one was drawing that is killed', async () => {
    const [first, next] = renderers as [Renderer, Renderer];
    const before = await next.measured(drawnForOthers);
    await pushAnother();
    const pid = String(first.process.child.pid);
    // The system holds both back, so the first is killed with the batch in its hands.
    for (const { process } of renderers) process.child.kill('SIGSTOP');
    const asked = ask(nodes.square);
    await expect.poll(() => several.query('select id from render_batches')).toHaveLength(1);
    await several.query(
      `update render_batches set lease = (select id from processes where name like '%:' || $1) || '.x'`,
      [pid],
    );
    await renderers.shift()?.kill();
    next.process.child.kill('SIGCONT');
    await several.query(`update processes set seen_at = seen_at - 60000 where name like '%:' || $1`, [pid]);
    expect((await asked).json.images[nodes.square]).toMatch(/^https:/);
    expect(await next.measured(drawnForOthers)).toBe(before + 1);
  });

  it('says that nobody draws where nobody does, and shows how long that has been so', async () => {
    for (const renderer of renderers.splice(0)) await renderer.kill();
    await several.query(`delete from processes where roles = 'render'`);
    await pushAnother();
    const asked = ask(nodes.square);
    await expect
      .poll(async () => (await as(web, 'GET', '/metrics')).text)
      .toMatch(/^vitrine_render_batches_waiting 1$/m);
    const answer = await asked;
    expect([answer.status, answer.headers['retry-after'], answer.json.err]).toEqual([
      503,
      '5',
      'No server that draws images is running at the moment. Try again in a while.',
    ]);
    expect((await as(web, 'GET', `/v1/files/${file}`)).status).toBe(200);
    expect(await several.query('select id from render_batches')).toEqual([]);
  });
});
