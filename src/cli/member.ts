import { namedPositionals, readArguments, required } from './arguments.ts';
import { withServer } from './server-client.ts';
import { serverOptions } from './server-options.ts';
import { jsonOption, printResult, type Subcommand } from './subcommands.ts';
import type { Usage } from './usage.ts';
import { printable } from './wording.ts';

/** `vitrine team member` and `vitrine project member`: puts a person in, changes their role there, takes them out. */
export function memberSubcommand(place: 'team' | 'project'): Subcommand {
  const placeWord = `${place.toUpperCase()}_ID`;
  const usage = {
    lines: [`${place} member ${placeWord} USER_ID (--role ROLE | --remove) [options]`],
    sentence: `Puts a person into a ${place}, changes their role there, or takes them out.`,
    options: {
      role: { type: 'string', value: 'ROLE', sentence: 'admin, editor or viewer.' },
      remove: { type: 'boolean', sentence: 'Takes the person out.' },
      ...jsonOption,
    },
    sharedOptions: serverOptions,
  } as const satisfies Usage;
  return {
    usage,
    run: async (args, io) => {
      const { values, positionals } = readArguments(usage, args);
      const [placeId, userId] = namedPositionals(usage, positionals, [placeWord, 'USER_ID']);
      const path = `/workspace/v1/${place}s/${encodeURIComponent(placeId)}/members/${encodeURIComponent(userId)}`;
      if (values.remove === true) {
        return withServer(values, io, async (server) => {
          const done = await server.ask({ method: 'DELETE', path });
          return printResult(
            io,
            values.json,
            done,
            `${printable(`${userId} is out of ${place} ${placeId}.`)}\n`,
          );
        });
      }
      const json = { role: required(usage, 'role', values.role) };
      return withServer(values, io, async (server) => {
        const member = await server.ask({ method: 'PUT', path, json });
        const sentence = `${userId} is ${json.role} of ${place} ${placeId}.`;
        return printResult(io, values.json, member, `${printable(sentence)}\n`);
      });
    },
  };
}
