import { wrongUsage } from './arguments.ts';
import { type Planned, planned } from './planned-call.ts';
import { printable } from './printed-text.ts';
import { oneCall, type Subcommand } from './subcommands.ts';

/** `vitrine app projects-access` and `vitrine user projects-access`: opens the lists of projects, or closes them. */
export function projectsAccessSubcommand(of: 'app' | 'user'): Subcommand {
  return oneCall({
    line: `${of} projects-access ID (--approve | --withdraw) [options]`,
    sentence: `Opens the lists of projects and folders to ${of === 'app' ? 'an app' : 'a person'} where they need approval, or closes them.`,
    options: {
      approve: { type: 'boolean', sentence: 'Opens them.' },
      withdraw: { type: 'boolean', sentence: 'Closes them.' },
    },
    positionals: ['ID'],
    request: ({ values: { approve, withdraw }, positionals: [id], usage }): Planned<unknown> => {
      if ((approve === true) === (withdraw === true))
        throw wrongUsage('Give either --approve or --withdraw.', usage);
      const body = { approved: approve === true };
      return of === 'app'
        ? planned('PUT /workspace/v1/apps/{client_id}/projects-access', { path: { client_id: id }, body })
        : planned('PUT /workspace/v1/users/{user_id}/projects-access', { path: { user_id: id }, body });
    },
    text: (_answer, { values: { approve }, positionals: [id] }) =>
      `The lists are ${approve === true ? 'open' : 'closed'} to ${printable(id)} where they need approval.\n`,
  });
}
