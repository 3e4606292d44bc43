/** Tells of a taken port before anything is installed for a server that could not listen there. */
import { createServer } from 'node:net';
import { Refusal } from './processes.mjs';

/** @throws Refusal where another program listens at the address that the arguments or the settings name */
export async function refuseTakenPort(args, env = process.env) {
  const port = optionOf(args, '--port') ?? env.VITRINE_PORT ?? '7700';
  const host = optionOf(args, '--host') ?? env.VITRINE_HOST ?? '127.0.0.1';
  // Any other port is the program's own to refuse, in its words.
  if (!/^[1-9]\d{0,4}$/.test(port) || Number(port) > 65_535) return;
  if (await isTaken(Number(port), host))
    throw new Refusal(`The port ${port} of ${host} is taken by another program. Choose one with --port.`);
}

function optionOf(args, name) {
  const index = args.findIndex((arg) => arg === name || arg.startsWith(`${name}=`));
  if (index === -1) return undefined;
  return args[index] === name ? args[index + 1] : args[index].slice(name.length + 1);
}

function isTaken(port, host) {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', ({ code }) => resolve(code === 'EADDRINUSE'));
    server.listen(port, host, () => server.close(() => resolve(false)));
  });
}
