import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { castServer, files, tokens } from '../testing/cast.ts';
import { runProgram } from './program.ts';

const cast = castServer();

it('The command mcp answers an agent on standard input and output, until its input ends', async () => {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const { url, folder } = cast.server();
  const env = { VITRINE_URL: url, VITRINE_DATA: folder, VITRINE_TOKEN: tokens.carla };
  const ended = runProgram(['mcp'], { stdin, stdout, stderr, env, cwd: folder, isTerminal: false });
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  const ask = async (id: number, method: string, params: object) => {
    stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return JSON.parse((await lines.next()).value ?? '');
  };
  const clientInfo = { name: 'test', version: '1' };
  const hello = await ask(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  expect(hello.result.serverInfo.name).toBe('vitrine');
  stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  const named = { name: 'get_metadata', arguments: { fileKey: files.viewOnly } };
  expect((await ask(2, 'tools/call', named)).result.content[0].text).toContain('name="View only"');
  const missing = { name: 'get_metadata', arguments: { fileKey: 'noSuchFile' } };
  const { result } = await ask(3, 'tools/call', missing);
  expect([result.isError, result.content[0].text]).toEqual([true, 'File not found.']);
  stdin.end();
  expect(await ended).toBe(0);
});
