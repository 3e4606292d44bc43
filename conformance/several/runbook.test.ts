import { spawnSync } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { as, createFile } from '../harness/delivery-record.ts';
import { onOwnServers } from '../harness/engines.ts';
import { smallFile } from '../harness/example-file.ts';
import { scratchFolder } from '../harness/scratch-folder.ts';
import type { Server } from '../harness/server.ts';
import { emptyPlaces, expectHeld, holdOf, openKeeper, settingsAsPrinted } from './runbook.ts';
import { startSeveral } from './servers.ts';

const hasBash = spawnSync('bash', ['--version']).status === 0;

describe.skipIf(!hasBash)('By the runbook as it is printed (needs bash)', () => {
  onOwnServers('settings', ({ name, postgres }) => {
    it('that a page shows as a file make a secret and a token, with which servers start together', async (context) => {
      if (postgres === undefined) return context.skip(`${name} has one server`);
      const several = await startSeveral(postgres, 0);
      try {
        const folder = await scratchFolder('settings');
        onTestFinished(() => rm(folder, { recursive: true, force: true }));
        const places = await emptyPlaces(postgres);
        await writeFile(join(folder, 'vitrine.env'), settingsAsPrinted(folder, places));
        const keeper = await openKeeper(several);
        const how = { block: 1, blanks: { '/etc/vitrine': folder } };
        expect(await keeper.asPrinted('Several servers', how)).toContain(join(folder, 'admin-token'));

        const own = {
          VITRINE_SECRET: '',
          VITRINE_SECRET_FILE: join(folder, 'secret'),
          VITRINE_ADMIN_TOKEN_FILE: join(folder, 'admin-token'),
        };
        const env = { ...places, ...own };
        const servers = [await several.start({ env }), await several.start({ env })];
        const token = (await readFile(own.VITRINE_ADMIN_TOKEN_FILE, 'utf8')).trim();
        for (const server of servers)
          expect((await server.call('GET', '/v1/me', { token })).status).toBe(200);
      } finally {
        await several.close();
      }
    });
  });

  onOwnServers('an installation', ({ name, postgres }) => {
    it('whose bucket is lost goes on with a backup in another place, with what clients hold of it', async (context) => {
      if (postgres === undefined) return context.skip(`${name} has one server`);
      const several = await startSeveral(postgres, 1);
      try {
        const [old] = several.servers as [Server];
        const file = await createFile(old);
        const held = await holdOf(old, file);
        const keeper = await openKeeper(several, old);
        expect(await keeper.asPrinted('A backup is made')).toMatch(/All is as it was stored/);
        several.store.misfortune = () => ({ status: 404, code: 'NoSuchBucket' });
        expect((await as(old, 'GET', `/v1/files/${file}`)).status).toBe(200);
        const path = `/workspace/v1/files/${file}/content`;
        expect((await as(old, 'PUT', path, smallFile('Too late'))).status).toBe(503);

        const env = await emptyPlaces(postgres);
        const first = await several.start({ env });
        await keeper.goesTo(first, env);
        expect(await keeper.asPrinted('The bucket is lost', { block: 1 })).toMatch(/All is as it was stored/);
        await expectHeld(first, file, held);
      } finally {
        await several.close();
      }
    }, 240_000);
  });
});
