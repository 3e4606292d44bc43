import { beforeAll, describe, expect, it } from 'vitest';
import { as, createFile } from '../harness/delivery-record.ts';
import { imagesFile, nodes } from '../harness/images-file.ts';
import type { Server } from '../harness/server.ts';
import type { Several } from './servers.ts';

/** What becomes of an image whose process is killed while it stores it. Of three processes one is left. */
export const killedWhileStoringSuite = (started: () => Several) =>
  describe('of which one is killed while it stores an image for the others', () => {
    let several: Several;
    let file: string;
    beforeAll(async () => {
      several = started();
      await several.query('delete from packed_images');
      file = await createFile(several.balanced);
      const path = `/workspace/v1/files/${file}/content`;
      expect((await as(several.balanced, 'PUT', path, imagesFile('#ff0000'))).status).toBe(200);
    });

    const places = () => several.query('select name, blob from packed_images');

    /** Draws the square, kills its process at that moment, and answers the image's path and bytes. */
    async function killAt(scale: number, moment: () => Promise<void>) {
      const [maker, second] = several.servers as [Server, Server];
      const { images } = (await as(maker, 'GET', `/v1/images/${file}?ids=${nodes.square}&scale=${scale}`))
        .json;
      const { pathname, search } = new URL(images[nodes.square]);
      const { bytes } = await maker.call('GET', pathname + search);
      await moment();
      await maker.kill();
      await several.leadAway(maker);
      return { second, path: pathname + search, bytes };
    }

    it('have another one draw it again where its bytes were being sent, and store it', async () => {
      const reached = Promise.withResolvers<void>();
      const held = Promise.withResolvers<void>();
      several.store.misfortune = ({ method, key }) => {
        if (method !== 'PUT' || !key.includes('/blobs/')) return undefined;
        reached.resolve();
        return { until: held.promise };
      };
      const { second, path, bytes } = await killAt(1, () => reached.promise);
      several.store.misfortune = undefined;
      held.resolve();
      expect(await places()).toEqual([]);
      const again = await second.call('GET', path);
      expect([again.status, again.bytes.equals(bytes)]).toEqual([200, true]);
      await expect.poll(async () => (await places()).length).toBe(1);
    });

    it('have the same image of any other one where it was not said yet where it lies, and no row leads nowhere', async () => {
      await several.query('begin');
      await several.query('lock table packed_images in exclusive mode');
      const waits = `select 1 from pg_locks where not granted and relation = 'packed_images'::regclass
        and database = (select oid from pg_database where datname = current_database())`;
      const { second, path, bytes } = await killAt(2, () =>
        expect.poll(async () => (await several.query(waits)).length).toBe(1),
      );
      await several.query('commit');
      const again = await second.call('GET', path);
      expect([again.status, again.bytes.equals(bytes)]).toEqual([200, true]);
      await expect.poll(async () => (await places()).length).toBe(2);
      const astray = 'select 1 from packed_images left join blobs on blob = id where id is null';
      expect(await several.query(astray)).toEqual([]);
    });
  });
