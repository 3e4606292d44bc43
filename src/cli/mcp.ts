import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { type Ask, Refused } from '../agents/ask.ts';
import { runYielding } from '../content/yielding.ts';
import { readArguments } from './arguments.ts';
import { CommandFailed, type CommandIo } from './command.ts';
import { untilInterrupted } from './interruption.ts';
import { type ServerClient, ServerRefused, withServer } from './server-client.ts';
import { serverOptions } from './server-options.ts';
import { type Usage, usageText } from './usage.ts';

const usage = {
  lines: ['mcp [options]'],
  sentence:
    'Speaks the Model Context Protocol on standard input and output: an agent that starts this command reads the designs of a running server, in the name of whose token it is.',
  options: {},
  sharedOptions: serverOptions,
  notes: ['The server itself speaks it at /mcp, for agents that call an address.'],
} as const satisfies Usage;

export const help = (): string => usageText(usage);

/** Ends when its input does. */
export async function run(args: string[], io: CommandIo): Promise<number> {
  const { values } = readArguments(usage, args);
  const { stdin, stdout } = io;
  if (stdin === undefined) throw new CommandFailed('There is no standard input to read messages from.');
  await withServer(values, io, async (server) => {
    const { serveStdio, StdioServerTransport } = await import('@modelcontextprotocol/server/stdio');
    const { agentServer } = await import('../agents/agent-server.ts');
    const transport = new StdioServerTransport(stdin, stdout);
    const served = serveStdio(() => agentServer(askOf(server)), { transport, maxSubscriptions: 0 });
    await untilInterrupted((signal) => once(stdin, 'end', { signal })).finally(() => served.close());
  });
  return 0;
}

/** What the server refuses is told to the agent; it may ask for something else. */
function askOf(server: ServerClient): Ask {
  const told = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof ServerRefused) throw new Refused(error.sentence);
      throw error instanceof CommandFailed ? new Refused(error.message) : error;
    }
  };
  return {
    call: (route, given) => told(server.ask(route, given as never)),
    bytes: (address) =>
      told(server.download(address, AbortSignal.timeout(60_000)).then((stream) => buffer(stream))),
    run: (steps) => runYielding(steps),
  };
}
