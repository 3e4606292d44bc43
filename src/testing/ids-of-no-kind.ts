import { floors, roomOf } from './rooms.ts';
import { type SourceFile, withoutQuotes } from './source-files.ts';

const floorOfNouns = 6;
/** From the handlers down to the rules of access: keys of files and ids of nodes are of their kinds there. */
const floorsOfFiles = [4, 5, 6, 7, 8];

/** What is called an id in a room of a noun and is plain text, and why. */
const mayBeText: Readonly<Record<string, string>> = {
  'src/apps/administered-apps-store.ts ids': 'of people, teams or organizations, by the table',
  'src/apps/administered-apps-store.ts id': 'of people, teams or organizations, by the table',
  'src/apps/app-logos-store.ts id': 'a hash of the picture',
  'src/libraries/library-uses-store.ts id': 'the key of an asset or the id of a team, by the list',
  'src/api/viewer/facts-answer.ts nodeId': 'as it stands in an address, until it is read there',
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
  /(?<![\w.])(ids?|[a-z]\w*Ids?|keys?|fileKeys?)\??: (?:readonly |(?:Readonly)?(?:Set|Array)<|Iterable<)?string\b/g;

const ofFiles = /^(fileKeys?|nodeIds?)$/;

/**
 * The ids in a room of a noun that are plain text, so that one of another kind would pass for them; in the rooms above
 * and next below keys of files and ids of nodes.
 */
export function idsOfNoKind({ path, text }: SourceFile): string[] {
  const floor = floors[roomOf(path)] ?? 0;
  if (!floorsOfFiles.includes(floor)) return [];
  return [...withoutQuotes(text).matchAll(idAsText)]
    .map(([, name = '']) => name)
    .filter((name) => floor === floorOfNouns || ofFiles.test(name))
    .filter((name) => !/^keys?$/.test(name) || roomOf(path) === 'files')
    .filter((name) => mayBeText[`${path} ${name}`] === undefined)
    .filter((name) => !ofVariables.test(name) && !ofVariables.test(`${path} ${name}`));
}
