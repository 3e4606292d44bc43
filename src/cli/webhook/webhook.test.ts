import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openReceiver, type Receiver } from '../../../conformance/harness/receiver.ts';
import { signingKeyOf, signMessage } from '../../delivery/signature.ts';
import { castWorkspace, files, people } from '../../testing/cast.ts';
import { recordingIo, runVitrine } from '../../testing/command-io.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { runProgram } from '../program.ts';
import { type Arrival, openLocalReceiver } from './receive.ts';

let server: TestServer;
let receiver: Receiver;
beforeAll(async () => {
  server = await startTestServer({ workspace: castWorkspace() });
  receiver = await openReceiver();
});
afterAll(async () => {
  await receiver.close();
  await server.close();
});

const environment = () => ({
  VITRINE_URL: server.url,
  VITRINE_TOKEN: server.adminToken,
  VITRINE_CA: server.caPath ?? '',
});
const vitrine = (...args: string[]) => runVitrine(['webhook', ...args], { env: environment() });

describe('vitrine webhook', () => {
  it('makes, lists, follows, repeats and removes webhooks', async () => {
    const of = ['--file', files.open];
    const endpoint = ['--endpoint', receiver.url, '--passcode', 'secret'];
    const made = await vitrine('create', ...of, '--event', 'FILE_DELETE', ...endpoint, '--json');
    expect(made).toMatchObject({ code: 0, stderr: '' });
    const { id } = made.json;
    await receiver.until(1);
    expect((await vitrine('list', ...of)).stdout).toMatch(new RegExp(`${id}\\s+FILE_DELETE\\s+ACTIVE`));
    await server.context.deliveries.settle();
    const [delivery] = (await vitrine('deliveries', id, '--json')).json;
    expect(delivery).toMatchObject({ event_type: 'PING', state: 'delivered' });
    expect((await vitrine('replay', id, '--delivery', delivery.id)).stdout).toBe(
      'Sending 1 delivery again.\n',
    );
    await receiver.until(2);
    const key = (await vitrine('key', id)).stdout;
    const rotated = (await vitrine('rotate-key', id)).stdout;
    expect([key, rotated].every((text) => /^whsec_\S+\n$/.test(text)) && key !== rotated).toBe(true);
    expect((await vitrine('remove', id)).stdout).toBe(`The webhook ${id} is deleted.\n`);
    expect((await vitrine('deliveries', id)).stderr).toMatch(/^Webhook not found\. /);
  });

  it('lists why webhooks are paused', async () => {
    const entry = { id: '71', event_type: 'FILE_DELETE', context: 'file', context_id: files.open };
    const webhooks = [{ ...entry, endpoint: receiver.url, creator: people.dan }];
    await server.call('/workspace/v1/apply', { body: { webhooks } });
    const { stdout } = await vitrine('list', '--file', files.open);
    expect(stdout).toMatch(
      /71\s+FILE_DELETE\s+PAUSED\s+http\S+\s+Dan, who answers .+ may not see the file\.\n/,
    );
    await vitrine('remove', '71');
  });

  it.each([
    [['list'], 'Give one of --team, --project and --file.'],
    [['list', '--team', '1', '--file', '2'], 'Give one of --team, --project and --file.'],
    [['replay', '1'], 'Give either --delivery or --failed-since.'],
    [['create', '--team', '1', '--event', 'FILE_UPDATE'], '--endpoint is missing.'],
    [['listen', '--port', 'x'], '--port takes a port'],
    [['listen', '--status', '99'], '--status takes a status'],
    [['listen', '--key', 'whsec_short'], '--key: '],
    [['listen', '--event', 'FILE_UPDATE'], 'Give one of --team, --project and --file.'],
  ])('%j ends with 2 and says what is wrong', async (args, words) => {
    const { code, stderr } = await vitrine(...args);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(words) });
  });

  it('listens for as long as it is let, checks what comes and takes its webhook away again', async () => {
    const { io, stdout } = recordingIo({ env: environment() });
    const args = ['webhook', 'listen', '--file', files.open, '--event', 'FILE_VERSION_UPDATE', '--json'];
    const ended = runProgram(args, io);
    const hooks = async () =>
      (await server.call(`/v2/webhooks?context=file&context_id=${files.open}`)).json.webhooks;
    await expect.poll(async () => (await hooks())[0]?.status).toBe('ACTIVE');
    await server.call(`/workspace/v1/files/${files.open}/versions`, { body: { label: 'One' } });
    await server.context.deliveries.settle();
    process.emit('SIGINT');
    expect(await ended).toBe(0);
    const [line = ''] = stdout().split('\n');
    expect(JSON.parse(line)).toMatchObject({
      event: 'FILE_VERSION_UPDATE',
      passcode: 'right',
      signature: 'right',
      payload: { file_key: files.open },
    });
    expect(await hooks()).toEqual([]);
  });
});

describe('A local receiver', () => {
  it('says of what arrives whether passcode and signature are right', async () => {
    const arrivals: Arrival[] = [];
    const key = signingKeyOf(Buffer.alloc(32, 7));
    const local = await openLocalReceiver({
      port: 0,
      status: 204,
      expected: () => ({ passcode: 'secret', key }),
      onArrival: (arrival) => arrivals.push(arrival),
    });
    const post = (body: string, headers: object) =>
      fetch(local.url, { method: 'POST', body, headers: { ...headers } });
    const body = JSON.stringify({ event_type: 'PING', passcode: 'secret' });
    const old = signMessage({ id: '1', timestampSeconds: 1000, body }, [key]);
    expect((await post(body, old)).status).toBe(204);
    await post(JSON.stringify({ event_type: 'PING', passcode: 'guess' }), {});
    await post('nonsense', {});
    await local.close();
    expect(arrivals.map(({ event, passcode }) => [event, passcode])).toEqual([
      ['PING', 'right'],
      ['PING', 'wrong'],
      ['not an event', 'wrong'],
    ]);
    expect(arrivals[0]?.signature).toMatch(/s old\.$/);
    expect(arrivals[1]?.signature).toBe('A signature header is absent.');
  });
});
