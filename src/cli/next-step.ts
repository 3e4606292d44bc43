/** What somebody does who named a thing that there is not, or that they do not see. */
const lists: Readonly<Record<string, string>> = {
  App: '"npx vitrine app list" shows yours.',
  File: '"npx vitrine project list" shows the projects that you see, "npx vitrine file list --project ID" the files of one.',
  Font: '"npx vitrine font list --files" shows those that there are.',
  Invitation: '"npx vitrine user invitations" shows those that are open.',
  Mirror: '"npx vitrine mirror list" shows those that you see.',
  Node: '"npx vitrine find --file KEY WORD" shows nodes of a file with their ids.',
  Organization: '"npx vitrine organization list" shows those that you see.',
  Project: '"npx vitrine project list" shows those that you see.',
  Site: '"npx vitrine site list" shows those that you see.',
  Team: '"npx vitrine team list" shows those that you see.',
  Token: '"npx vitrine token list" shows those that there are.',
  Upstream: '"npx vitrine upstream list" shows those that you see.',
  User: '"npx vitrine user list" shows those that there are.',
  Version: '"npx vitrine version list KEY" shows those of a file.',
  Webhook: '"npx vitrine webhook list --team ID" shows those of a team, --project and --file others.',
};

const otherToken = 'Make another in the console, or with "npx vitrine token create".';

const ofSentences: Readonly<Record<string, string>> = {
  'Only HTTPS is supported.': 'Let the address in --url or VITRINE_URL begin with https://.',
  'Invalid token.':
    'Give one that this server made, with --token or VITRINE_TOKEN. Without them it is the administrator’s of the data folder that --data names.',
  'Token expired.': otherToken,
};

/** A refusal of the server, with what to do next where its sentence alone leaves that open. */
export function withNextStep(sentence: string): string {
  const [, thing = ''] = /^(\w+) not found\.$/.exec(sentence) ?? [];
  const next =
    lists[thing] ?? ofSentences[sentence] ?? (/^Invalid scope\b/.test(sentence) ? otherToken : undefined);
  return next === undefined ? sentence : `${sentence} ${next}`;
}
