import { oneCall, type Subcommand } from './subcommands.ts';
import { printable } from './wording.ts';

/** `vitrine team member` and `vitrine project member`: puts a person in, changes their role there, takes them out. */
export function memberSubcommand(place: 'team' | 'project'): Subcommand {
  const placeWord = `${place.toUpperCase()}_ID`;
  return oneCall({
    line: `${place} member ${placeWord} USER_ID (--role ROLE | --remove) [options]`,
    sentence: `Puts a person into a ${place}, changes their role there, or takes them out.`,
    options: {
      role: { type: 'string', value: 'ROLE', sentence: 'admin, editor or viewer.' },
      remove: { type: 'boolean', sentence: 'Takes the person out.' },
    },
    positionals: [placeWord, 'USER_ID'],
    request: ({ values, positionals: [placeId, userId], required }) => {
      const path = `/workspace/v1/${place}s/${encodeURIComponent(placeId)}/members/${encodeURIComponent(userId)}`;
      if (values.remove === true) return { method: 'DELETE', path };
      return { method: 'PUT', path, json: { role: required('role') } };
    },
    text: (_answer, { values: { role, remove }, positionals: [placeId, userId] }) => {
      const now = remove === true ? 'out' : role;
      return `${printable(`${userId} is ${now} of ${place} ${placeId}.`)}\n`;
    },
  });
}
