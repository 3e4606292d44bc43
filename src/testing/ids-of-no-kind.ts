import { floors, roomOf } from './rooms.ts';
import { type SourceFile, withoutQuotes } from './source-files.ts';

const floorOfNouns = 6;

/** What is called an id in a room of a noun and is plain text, and why. */
const mayBeText: Readonly<Record<string, string>> = {
  'src/apps/administered-apps-store.ts ids': 'of people, teams or organizations, by the table',
  'src/apps/administered-apps-store.ts id': 'of people, teams or organizations, by the table',
  'src/apps/app-logos-store.ts id': 'a hash of the picture',
  'src/libraries/library-uses-store.ts id': 'the key of an asset or the id of a team, by the list',
  'src/payments/payments-store.ts id':
    'the number of a plugin, a widget or a community file, which are not ours',
  'src/webhooks/attempts-store.ts id': 'of an attempt, by which nobody asks for one',
  'src/webhooks/managed-webhooks-store.ts id': 'of what a webhook is attached to, by its context',
  'src/webhooks/webhook-activity-store.ts id': 'of what a webhook is attached to, by its context',
  'src/webhooks/webhooks-store.ts contextId': 'of what a webhook is attached to, by its context',
};

/** Variables are named in documents and in the state of an engine, which know no kinds of ids. */
const ofVariables = /^variableIds?$|^src\/file-variables\/\S+ ids?$/;

const idAsText =
  /(?<![\w.])(ids?|[a-z]\w*Ids?)\??: (?:readonly |(?:Readonly)?(?:Set|Array)<|Iterable<)?string\b/g;

/** The ids in a room of a noun that are plain text, so that one of another kind would pass for them. */
export function idsOfNoKind({ path, text }: SourceFile): string[] {
  if (floors[roomOf(path)] !== floorOfNouns) return [];
  return [...withoutQuotes(text).matchAll(idAsText)]
    .map(([, name = '']) => name)
    .filter((name) => mayBeText[`${path} ${name}`] === undefined)
    .filter((name) => !ofVariables.test(name) && !ofVariables.test(`${path} ${name}`));
}
