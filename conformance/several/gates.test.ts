import { afterAll, beforeAll, it } from 'vitest';
import { onOwnServers } from '../harness/engines.ts';
import { type GatedServers, startGated } from './gated-servers.ts';
import { restoreSuite } from './restore.suite.ts';
import { checkTold, type GatedFile, prepareFile, shutGates } from './shut-gates.ts';

const goneMs = 1_500;

onOwnServers('Three processes with ways of their own', ({ name, postgres }) => {
  if (postgres === undefined) {
    it.skip(`are nothing for ${name}`, () => undefined);
    return;
  }
  let servers: GatedServers;
  let file: GatedFile;
  beforeAll(async () => {
    servers = await startGated(postgres, 3);
    file = await prepareFile(servers);
  });
  afterAll(async () => {
    await servers?.close();
    await file?.receiver.close();
  });

  it('go on where one of them is cut from the database, and so does that one afterwards', () =>
    shutGates(servers, file, { way: 'database', whose: 'one', goneMs }));

  it('go on where one of them is cut from the bucket, and that one serves what it has', () =>
    shutGates(servers, file, { way: 'bucket', whose: 'one', goneMs }));

  it('answer 503 while the database is away, and go on by themselves', () =>
    shutGates(servers, file, { way: 'database', whose: 'all', goneMs }));

  it('serve what they have while the bucket is away, and go on by themselves', () =>
    shutGates(servers, file, { way: 'bucket', whose: 'all', goneMs }));

  it('tell webhooks of every change that was answered meanwhile, once', () =>
    checkTold(servers, file, goneMs));

  restoreSuite(() => servers.several);
});
