import { roomOf } from './rooms.ts';
import { type SourceFile, withoutQuotes } from './source-files.ts';

const functions = /^(?:export )?(?:async )?function\*? (\w+)(?:<[^(]*>)?\(([\s\S]*?)\)[^()]*\{$/gm;
const lambdas = /^(?:export )?const (\w+) = (?:async )?\(([\s\S]*?)\)[^()]*=>/gm;
const transaction = /\btransaction: (?:Kysely|Transaction)<Tables>/;
const whoOrWhen = /\b(?:by|now|at)\b/;

/** Functions that are handed them one by one, and why. */
const mayTakeThem: Readonly<Record<string, string>> = {
  'src/file-variables/variables-changer.ts changeOf': 'it makes the change',
  'src/events/deliveries-store.ts dropLapsed': "sending is nobody's change: the time is that of the turn",
  'src/events/deliveries-store.ts openWishes': "sending is nobody's change: the time is that of the turn",
  'src/events/shared-webhooks-store.ts lockWebhooks': 'the same',
  'src/events/lost-leases-store.ts takeBack': "it is nobody's change: a process is gone",
  'src/events/deliveries-store.ts selectDue': "sending is nobody's change: the time is that of the turn",
};

/**
 * The functions of a file that are handed who writes or when beside the transaction: these come as one change, so
 * that nothing is written by one person at the time of another.
 */
export function looseWriters({ path, text }: SourceFile): string[] {
  if (roomOf(path) === 'database') return [];
  const code = withoutQuotes(text);
  return [...code.matchAll(functions), ...code.matchAll(lambdas)]
    .filter(([, , taken = '']) => transaction.test(taken) && whoOrWhen.test(taken))
    .map(([, name = '']) => name)
    .filter((name) => mayTakeThem[`${path} ${name}`] === undefined);
}
