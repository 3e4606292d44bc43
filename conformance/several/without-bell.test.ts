import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Answer } from '../harness/client.ts';
import { as, createFile } from '../harness/delivery-record.ts';
import { onOwnServers } from '../harness/engines.ts';
import { imagesFile, nodes } from '../harness/images-file.ts';
import { openReceiver } from '../harness/receiver.ts';
import type { Server } from '../harness/server.ts';
import { type Several, startSeveral } from './servers.ts';

onOwnServers('Servers that do not hear of one another', ({ name, postgres }) => {
  if (postgres === undefined) {
    it.skip(`are nothing for ${name}`, () => undefined);
    return;
  }
  let several: Several;
  let web: Server;
  let worker: Server;
  let file: string;
  beforeAll(async () => {
    several = await startSeveral(postgres, 0, { env: { VITRINE_DATABASE_DIRECT_URL: 'none' } });
    [web, worker] = await Promise.all([
      several.start({ env: { VITRINE_ROLES: 'web' } }),
      several.start({ env: { VITRINE_ROLES: 'web,jobs,render' } }),
    ]);
    file = await createFile(web);
    for (const server of [web, worker])
      expect((await as(server, 'GET', '/metrics')).text).toContain('vitrine_bell_connected 0');
  });
  afterAll(() => several?.close());

  it('find what there is to send by looking', async () => {
    const receiver = await openReceiver();
    const made = await as(web, 'POST', '/v2/webhooks', {
      event_type: 'FILE_VERSION_UPDATE',
      context: 'file',
      context_id: file,
      endpoint: receiver.url,
      passcode: 'secret',
    });
    expect(made.status).toBe(200);
    const path = `/workspace/v1/files/${file}/versions`;
    expect((await as(web, 'POST', path, { label: 'A change' })).status).toBe(200);
    await receiver.until(2);
    await receiver.close();
  });

  it('find what there is to draw by looking, and whoever asked finds the images', async () => {
    const content = `/workspace/v1/files/${file}/content`;
    expect((await as(web, 'PUT', content, imagesFile('#114477'))).status).toBe(200);
    // Whoever asks waits for as long as somebody lives who draws.
    let answer: Answer | undefined;
    const asked = as(web, 'GET', `/v1/images/${file}?ids=${nodes.square}`).then((given) => {
      answer = given;
    });
    // Broken off where the test fails before.
    asked.catch(() => undefined);
    const measured = async () => (await as(worker, 'GET', '/metrics')).text;
    await expect.poll(measured).toMatch(/^vitrine_images_drawn_for_others_total [1-9]/m);
    await expect.poll(() => answer?.status, { message: 'the answer to who asked' }).toBe(200);
    const address = answer?.json.images[nodes.square];
    expect(address).toMatch(/^https:/);
    const { pathname, search } = new URL(address);
    expect((await web.call('GET', pathname + search)).status).toBe(200);
  });
});
