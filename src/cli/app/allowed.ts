import { planned, plannedList } from '../planned-call.ts';
import { printable, tableText } from '../printed-text.ts';
import { oneCall } from '../subcommands.ts';

/** `vitrine app allowed` */
export const allowed = oneCall({
  line: 'app allowed [options]',
  sentence: 'Lists the apps that act for you, and what you allowed them, newest first.',
  request: () => plannedList('GET /workspace/v1/me/apps'),
  text: ({ apps }) => {
    const rows = apps.map(({ client_id, name, allowed_at, scopes }) => [
      client_id,
      name,
      allowed_at,
      scopes.join(','),
    ]);
    return tableText(['CLIENT ID', 'NAME', 'ALLOWED', 'SCOPES'], rows);
  },
  json: ({ apps }) => apps,
});

/** `vitrine app take-back` */
export const takeBack = oneCall({
  line: 'app take-back ID [options]',
  sentence: 'Takes back what you allowed an app; its tokens for you end at once.',
  positionals: ['ID'],
  request: ({ positionals: [client_id] }) =>
    planned('DELETE /workspace/v1/me/apps/{client_id}', { path: { client_id } }),
  text: (_answer, { positionals: [id] }) => `The app ${printable(id)} acts for you no longer.\n`,
});
