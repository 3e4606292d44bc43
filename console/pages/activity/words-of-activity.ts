import { activityTypes } from '../../../src/events/activity-types.ts';
import type { Activity } from './activity-query.ts';

/** What names of events begin with, as people call it; the longer ones first. */
const subjects = [
  ['fig_file', 'file'],
  ['folder', 'project'],
  ['oauth_app', 'app'],
  ['org_ai_usage', 'AI usage'],
  ['org_font', 'font'],
  ['org_invitation', 'invitation'],
  ['org_mirror', 'mirror'],
  ['org_upstream', 'upstream'],
  ['org_user', 'person'],
  ['org', 'organization'],
  ['user_identity', 'identity'],
] as const;

const pastOf = (verb: string): string => (verb === 'send' ? 'sent' : verb.replace(/e?$/, 'ed'));

/** The name of an event as people say it: `team_create` is “Team created”. */
export function wordsFor(type: string): string {
  const [prefix = '', subject = ''] = subjects.find(([start]) => type.startsWith(`${start}_`)) ?? [];
  const words = `${subject}${type.slice(prefix.length)}`
    .replaceAll('_', ' ')
    .replace('permanent ', 'permanently ');
  const said = words.replace(/[a-z]+$/, pastOf);
  return said.charAt(0).toUpperCase() + said.slice(1);
}

export const wordsOf = ({ action }: Activity): string => wordsFor(String(action.type));

export function nameOf(thing: Activity['actor'] | Activity['entity']): string {
  const { name, email, id } = (thing ?? {}) as { name?: string; email?: string; id?: string };
  return name ?? email ?? id ?? '–';
}

/** Where the details of an event name what it is of: a font, an app, a token, a mirrored file, an upstream, somebody invited. */
const namesWithin = ['family', 'app_name', 'token_name', 'elsewhere', 'name', 'email'];

/** What an event is of: not only the organization, where a thing of it is meant. */
export function subjectOf({ entity, action }: Activity): string {
  const details: Readonly<Record<string, unknown>> = { ...action.details };
  const within = namesWithin.map((name) => details[name]).find((name) => typeof name === 'string');
  const { type } = (entity ?? {}) as { type?: string };
  return type === 'org' && typeof within === 'string' ? within : nameOf(entity);
}

/** What the log is narrowed by: every event that is recorded, with what it means, and all of them. */
export const eventChoices = [
  { id: '', name: 'All events', detail: undefined },
  ...Object.entries(activityTypes).map(([id, { sentence }]) => ({
    id,
    name: wordsFor(id),
    detail: sentence,
  })),
];
