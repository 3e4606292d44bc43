import { readFile } from 'node:fs/promises';
import { type CommandIo, runCommand, WrongUsage } from './command.ts';
import { type CommandRow, commands } from './commands.ts';
import { closest } from './suggestion.ts';

/** Runs `vitrine` with these words and answers the exit code. */
export function runProgram(args: string[], io: CommandIo): Promise<number> {
  return runCommand(startCommand, args, io);
}

async function startCommand(args: string[], io: CommandIo): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined) throw new WrongUsage(listOfCommands());
  if (name === 'help' || name === '--help' || name === '-h') return printHelp(rest[0], io);
  if (name === '--version' || name === '-v') return printVersion(io);
  const row = commandNamed(name);
  if (asksForHelp(row, rest)) return printHelp(name, io);
  const { run } = await row.load();
  return run(rest, io);
}

function commandNamed(name: string): CommandRow {
  const row = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (row !== undefined) return row;
  const similar = closest(name, Object.keys(commands));
  const advice =
    similar === undefined ? '"npx vitrine help" lists them all.' : `Did you mean "npx vitrine ${similar}"?`;
  throw new WrongUsage(`There is no command "${name}". ${advice}`);
}

function asksForHelp(row: CommandRow, args: readonly string[]): boolean {
  const end = row.startsProgram === true ? args.findIndex((word) => !word.startsWith('-')) : -1;
  const dashes = args.indexOf('--');
  const ends = [end, dashes, args.length].filter((index) => index >= 0);
  return args.slice(0, Math.min(...ends)).some((word) => word === '--help' || word === '-h');
}

async function printHelp(name: string | undefined, io: CommandIo): Promise<number> {
  io.stdout.write(name === undefined ? listOfCommands() : (await commandNamed(name).load()).help());
  return 0;
}

export function listOfCommands(): string {
  const column = Math.max(...Object.keys(commands).map((name) => name.length)) + 4;
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(column)}${summary}`);
  return `Usage: vitrine COMMAND [options]

A self-hosted server for interface designs that speaks the REST interface your design tools already use.

${lines.join('\n')}

vitrine COMMAND --help explains a command; vitrine --version prints the version.
`;
}

async function printVersion(io: CommandIo): Promise<number> {
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  io.stdout.write(`${(JSON.parse(text) as { version: string }).version}\n`);
  return 0;
}
